import Requests
import Syntax
import Text

extension Resolver {
  /// Registers every declaration in the rule set. Later passes can then ignore the order of declarations and files.
  mutating func declareAll() {
    for (number, tree) in trees.enumerated() {
      file = FileID(number)
      for (index, declaration) in tree.declarations.enumerated() {
        places.append(declaration, tree: number, declaration: index)
        declare(declaration)
      }
    }
    if !rules.dispatches.contains(where: { $0.carriesEvents }) {
      let nowhere = Location(FileID(0), Span(UInt32(0), UInt32(0)))
      rules.dispatches.append(
        Dispatch(
          declared: Declared(name: "default", location: nowhere),
          style: .customEvent("WebAppEvent")))
    }
  }

  private mutating func declare(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .origin(let syntax):
      let declared = add(syntax.header, .origin, rules.origins) { $0.origins.insert($1, $2) }
      rules.origins.append(Origin(declared: declared, patterns: [], value: nil, locations: []))
    case .flag(let header):
      let declared = add(header, .flag, rules.flags) { $0.flags.insert($1, $2) }
      takenFact(header, .flag)
      rules.flags.append(Flag(declared: declared))
    case .value(let header, let type):
      let declared = add(header, .value, rules.values) { $0.values.insert($1, $2) }
      takenFact(header, .value)
      let (type, isOptional) = appValueType(type, header)
      rules.values.append(AppValue(declared: declared, type: type, isOptional: isOptional))
    case .condition(let header, _):
      let declared = add(header, .condition, rules.conditions) { $0.conditions.insert($1, $2) }
      takenFact(header, .condition)
      rules.conditions.append(NamedCondition(declared: declared))
    case .screen(let header, _):
      let declared = add(header, .screen, rules.screens) { $0.screens.insert($1, $2) }
      rules.screens.append(Screen(declared: declared, parameters: []))
    case .action(let syntax):
      let declared = add(syntax.header, .action, rules.actions) { $0.actions.insert($1, $2) }
      rules.actions.append(Action(declared: declared, parameters: [], result: .none))
    case .handler(let header, _):
      let declared = add(header, .handler, rules.handlers) { $0.handlers.insert($1, $2) }
      let first = names.chains[header.name.text] ?? names.responses[header.name.text]
      taken(header, first.map { rules[$0].declared.location }, .handler)
      rules.handlers.append(Handler(declared: declared, items: []))
    case .chain(let syntax):
      let noun = Noun(syntax.kind)
      let declared = add(syntax.header, noun, rules.chains) {
        switch syntax.kind {
        case .requests: $0.chains.insert($1, $2)
        case .responses: $0.responses.insert($1, $2)
        }
      }
      taken(
        syntax.header, names.handlers[syntax.header.name.text].map { rules[$0].declared.location },
        noun)
      rules.chains.append(
        Chain(declared: declared, kind: syntax.kind, frames: .default(syntax.kind), items: []))
    case .model(let header, _):
      takenType(header, .model)
      let declared = add(header, .model, rules.models) { $0.models.insert($1, $2) }
      rules.models.append(Model(declared: declared, fields: [], isInline: false))
    case .enumeration(let header, _):
      takenType(header, .enumeration)
      let declared = add(header, .enumeration, rules.enumerations) {
        $0.enumerations.insert($1, $2)
      }
      rules.enumerations.append(Enumeration(declared: declared, cases: []))
    case .union(let syntax):
      takenType(syntax.header, .union)
      let declared = add(syntax.header, .union, rules.unions) { $0.unions.insert($1, $2) }
      rules.unions.append(
        Union(declared: declared, discriminator: syntax.discriminator?.value, cases: []))
    case .strategy(let syntax):
      declare(syntax, in: nil)
    case .channel(let syntax):
      let id = ID<Channel>(rules.channels.count)
      let declared = add(syntax.header, .channel, rules.channels) { $0.channels.insert($1, $2) }
      let identifier = identifier(syntax.identifier, syntax.header.name)
      rules.channels.append(
        Channel(
          declared: declared, identifier: identifier.text, identifierLocation: identifier.location,
          discriminator: syntax.discriminator?.value ?? "",
          payload: payloadPlace(syntax.payload), strategies: []))
      for strategy in syntax.strategies {
        rules.channels[Int(id.index)].strategies.append(ID(rules.strategies.count))
        declare(strategy, in: id)
      }
    case .event(let syntax):
      let declared = add(syntax.header, .event, rules.events) { $0.events.insert($1, $2) }
      let identifier = identifier(syntax.identifier, syntax.header.name)
      rules.events.append(
        Event(
          declared: declared, identifier: identifier.text, identifierLocation: identifier.location))
    case .call(let syntax):
      let declared = add(syntax.header, .call, rules.calls) { $0.calls.insert($1, $2) }
      let identifier = identifier(syntax.identifier, syntax.header.name)
      rules.calls.append(
        Call(
          declared: declared, identifier: identifier.text, identifierLocation: identifier.location,
          isFunction: syntax.isFunction, isValue: syntax.isValue))
    case .render(let header, _):
      let declared = add(header, .render, rules.renders) { $0.renders.insert($1, $2) }
      rules.renders.append(Render(declared: declared, items: []))
    case .dispatch(let syntax):
      let declared = add(syntax.header, .dispatch, rules.dispatches) {
        $0.dispatches.insert($1, $2)
      }
      rules.dispatches.append(dispatch(syntax, declared))
    case .script(let syntax):
      let declared = add(syntax.header, .script, rules.scripts) { $0.scripts.insert($1, $2) }
      rules.scripts.append(
        Script(declared: declared, moment: .documentStart, frames: .main, source: "", path: nil))
    case .configuration(let syntax):
      let declared = add(syntax.header, .configuration, rules.configurations) {
        $0.configurations.insert($1, $2)
      }
      rules.configurations.append(
        Configuration(
          declared: declared, strategies: [], channels: [], scripts: [], settings: Settings()))
    case .invariant(let syntax):
      let declared = add(syntax.header, .invariant, rules.invariants) {
        $0.invariants.insert($1, $2)
      }
      rules.invariants.append(Invariant(declared: declared, kind: syntax.kind))
    case .test, .defaults:
      break
    }
  }

  private mutating func declare(_ syntax: StrategySyntax, in channel: ID<Channel>?) {
    let declared = add(syntax.header, .strategy, rules.strategies) { $0.strategies.insert($1, $2) }
    let identifier = identifier(syntax.identifier, syntax.header.name)
    rules.strategies.append(
      Strategy(
        declared: declared, identifier: identifier.text, identifierLocation: identifier.location,
        receives: nil, replies: nil, origins: [], frames: .main, channel: channel))
  }

  /// Registers a declaration.
  ///
  /// - Parameters:
  ///   - entities: the earlier declarations of the kind.
  ///   - insert: adds the name, and returns the declaration that already has it, if there is one.
  private mutating func add<E: Entity>(
    _ header: HeaderSyntax, _ noun: Noun, _ entities: [E],
    _ insert: (inout NameTables, String, ID<E>) -> ID<E>?
  ) -> Declared {
    let declared = declared(header)
    // The header of a dispatch without a name has the keyword's span.
    if noun != .dispatch || header.name.text != "default" {
      recordName(header.name.span, .declaration(noun, Int32(entities.count)), isDeclaration: true)
    }
    // In handlers and chains, single items are uncertain instead.
    if isIncomplete(header), noun != .handler, noun != .chain, noun != .responses {
      doubt(noun, declared.name)
    }
    if let first = insert(&names, declared.name, ID<E>(entities.count)) {
      doubt(noun, declared.name)
      duplicate(header, entities[Int(first.index)].declared.location, noun)
    }
    return declared
  }

  /// Records a fault if an earlier declaration of another kind in the same namespace has the name.
  private mutating func taken(_ header: HeaderSyntax, _ first: Location?, _ noun: Noun) {
    guard let first else { return }
    for other in Noun.allCases where other.sharesNames(with: noun) {
      doubt(other, header.name.text)
    }
    duplicate(header, first, noun)
  }

  /// Records a fault for a duplicate name, only once if declarations of several kinds have it.
  private mutating func duplicate(_ header: HeaderSyntax, _ first: Location, _ noun: Noun) {
    if let last = faults.last, last.location == at(header.name.span),
      case .duplicateDeclaration = last.kind
    {
      return
    }
    fault(.duplicateDeclaration(noun, name: header.name.text, first: first), header.name.span)
  }

  /// Records a fault if a flag, value or condition has the name of another one. The three kinds share a namespace.
  private mutating func takenFact(_ header: HeaderSyntax, _ noun: Noun) {
    let name = header.name.text
    var first: Location?
    if noun != .flag, let id = names.flags[name] {
      first = rules[id].declared.location
    } else if noun != .value, let id = names.values[name] {
      first = rules[id].declared.location
    } else if noun != .condition, let id = names.conditions[name] {
      first = rules[id].declared.location
    }
    taken(header, first, noun)
  }

  private mutating func takenType(_ header: HeaderSyntax, _ noun: Noun) {
    let name = header.name.text
    var first: Location?
    if noun != .model, let id = names.models[name] {
      first = rules[id].declared.location
    } else if noun != .enumeration, let id = names.enumerations[name] {
      first = rules[id].declared.location
    } else if noun != .union, let id = names.unions[name] {
      first = rules[id].declared.location
    }
    taken(header, first, noun)
  }

  /// The identifier in the source, or the name with a lower-case first letter.
  private func identifier(
    _ written: StringSyntax?, _ name: NameSyntax
  ) -> (text: String, location: Location) {
    if let written { return (written.value, at(written.span)) }
    return (name.text.lowercasedFirst, at(name.span))
  }
}
