import Syntax
import Text

extension Resolver {
  mutating func resolveMessages() {
    var next = (strategy: 0, channel: 0, event: 0, call: 0, render: 0)
    eachDeclaration(in: .messages) { resolver, declaration in
      switch declaration {
      case .strategy(let syntax):
        resolver.checkHandlerName(syntax.identifier, syntax.header.name)
        resolver.resolve(syntax, next.strategy)
        next.strategy += 1
      case .channel(let syntax):
        for strategy in syntax.strategies {
          resolver.resolve(strategy, next.strategy)
          resolver.checkInlinePayload(of: strategy, next.strategy, in: syntax)
          resolver.checkShared(of: strategy, in: syntax)
          next.strategy += 1
        }
        if syntax.strategies.isEmpty, !resolver.isIncomplete(syntax.header) {
          resolver.fault(
            .emptyDeclaration(.channel, name: syntax.header.name.text, parts: "strategies"),
            syntax.header.name.span)
        }
        resolver.checkPayloadField(syntax)
        resolver.rules.channels[next.channel].via = resolver.way(syntax.via)
        resolver.rules.channels[next.channel].isIsolated = resolver.isIsolated(
          syntax.world, via: syntax.via)
        next.channel += 1
        resolver.checkIdentifier(syntax.identifier)
        resolver.checkHandlerName(syntax.identifier, syntax.header.name)
      case .event(let syntax):
        resolver.checkIdentifier(syntax.identifier)
        let sends = syntax.sends.map {
          resolver.type($0, named: syntax.header.name.text.capitalizedFirst + "Payload")
        }
        resolver.rules.events[next.event].sends = sends
        resolver.rules.events[next.event].queue = resolver.queue(syntax.queue)
        resolver.rules.events[next.event].origins = resolver.origins(
          syntax.origins, or: resolver.rules.defaults.to)
        next.event += 1
      case .call(let syntax):
        if syntax.isFunction {
          resolver.checkFunction(syntax)
        } else if syntax.isValue {
          resolver.checkValue(syntax)
        } else {
          resolver.checkIdentifier(syntax.identifier)
        }
        let name = syntax.header.name.text.capitalizedFirst
        let sends = syntax.sends.map { resolver.type($0, named: name + "Payload") }
        let replies = syntax.replies.map { resolver.type($0, named: name + "Reply") }
        resolver.rules.calls[next.call].sends = sends
        resolver.rules.calls[next.call].replies = replies
        resolver.rules.calls[next.call].origins = resolver.origins(
          syntax.origins, or: resolver.rules.defaults.to)
        next.call += 1
      default:
        break
      }
    }
    eachDeclaration(in: .renders) { resolver, declaration in
      guard case .render(_, let items) = declaration else { return }
      let resolved = items.compactMap { item in
        let resolved = resolver.renderItem(item)
        if resolved == nil { resolver.recordFaulty(item) }
        return resolved
      }
      resolver.rules.renders[next.render].items = resolved
      next.render += 1
    }
  }

  private mutating func resolve(_ syntax: StrategySyntax, _ index: Int) {
    checkIdentifier(syntax.identifier)
    let name = syntax.header.name.text.capitalizedFirst
    let receives = syntax.receives.map { type($0, named: name + "Payload") }
    let replies = syntax.replies.map { type($0, named: name + "Reply") }
    let origins = origins(syntax.origins, or: rules.defaults.from)
    rules.strategies[index].receives = receives
    rules.strategies[index].replies = replies
    rules.strategies[index].via = way(syntax.via)
    if let via = syntax.via, syntax.replies == nil {
      fault(
        .typeMismatch(
          expected: "`replies` and a type", found: "`via \(via.text)`",
          why: "only a reply takes another way"), via.span)
    }
    if let frames = syntax.frames, frames.text == "all", syntax.via != nil {
      refuseFrames(frames)
    }
    rules.strategies[index].receivesText = syntax.receivesText != nil
    rules.strategies[index].givesSender = syntax.sender != nil
    rules.strategies[index].repliesText = syntax.repliesText != nil
    rules.strategies[index].origins = origins
    if let frames = syntax.frames {
      if let scope = frameScope(frames) { rules.strategies[index].frames = scope }
    } else if syntax.via == nil {
      rules.strategies[index].frames = rules.defaults.scope
    }
    rules.strategies[index].isIsolated = isIsolated(syntax.world, via: syntax.via)
  }

  /// Returns whether the clause is `world app`. Records a fault for `world page`.
  mutating func isIsolated(_ world: NameSyntax?, via: NameSyntax? = nil) -> Bool {
    guard let world else { return false }
    if world.text == "page" {
      fault(
        .typeMismatch(
          expected: "`app`", found: "`page`",
          why:
            "without `world`, it is the page's world; a script whose functions the page can call has `world page global`"
        ),
        world.span)
      return false
    }
    guard world.text == "app" else {
      fault(.unknownName(expected: "`app`", name: world.text, candidates: ["app"]), world.span)
      return false
    }
    if via != nil {
      fault(
        .typeMismatch(
          expected: "no `world`", found: "`world app`",
          why: "an answer by `via` goes to a function or an event of the page, which scripts in the"
            + " app's world do not share"), world.span)
    }
    return true
  }

  func payloadPlace(_ syntax: PayloadSyntax?) -> PayloadPlace {
    switch syntax {
    case nil: .default
    case .field(let name): .field(name.value)
    case .inline: .inline
    }
  }

  /// Records a fault if the payload of a channel is in the field with the strategy's identifier.
  private mutating func checkPayloadField(_ syntax: ChannelSyntax) {
    if case .field(let name) = syntax.payload { checkIdentifier(name) }
    guard case .field(let field) = payloadPlace(syntax.payload),
      let discriminator = syntax.discriminator, discriminator.value == field
    else { return }
    var place = discriminator.span
    if case .field(let name) = syntax.payload { place = name.span }
    fault(.payloadIsDiscriminator(field: field), place)
  }

  /// Records a fault for an inline payload that is no object, or has the field with the strategy's identifier.
  private mutating func checkInlinePayload(
    of strategy: StrategySyntax, _ index: Int, in channel: ChannelSyntax
  ) {
    guard case .inline = channel.payload, let type = rules.strategies[index].receives,
      let span = strategy.receives?.span, let discriminator = channel.discriminator?.value
    else { return }
    if let text = strategy.receivesText {
      fault(
        .typeMismatch(
          expected: "a type without `as text`", found: "`as text`",
          why: "with `payload inline`, the fields of the payload are beside `\(discriminator)`"),
        text)
    }
    switch type {
    case .dictionary, .invalid: break
    case .model(let id):
      for field in rules[id].fields where field.wireName == discriminator {
        fault(.discriminatorTaken(field: field.name, discriminator: discriminator), span)
      }
    case .union(let id) where rules[id].discriminator != nil:
      if rules[id].discriminator == discriminator {
        fault(.discriminatorTaken(field: discriminator, discriminator: discriminator), span)
      }
      for choice in rules[id].cases {
        for field in choice.fields where field.wireName == discriminator {
          fault(.discriminatorTaken(field: field.name, discriminator: discriminator), span)
        }
      }
    case .string, .int, .double, .bool, .url, .date, .data, .json, .array, .optional,
      .enumeration, .union, .request:
      fault(
        .typeMismatch(
          expected: "a model, a union with `by` or a dictionary", found: "`\(describe(type))`",
          why: "with `payload inline`, the fields of the payload are beside `\(discriminator)`"),
        span)
    }
  }

  /// The origins of a clause; the given ones if the clause is missing, and none for `any`.
  mutating func origins(_ names: [NameSyntax], or others: [ID<Origin>]) -> [ID<Origin>] {
    if names.isEmpty { return others }
    if names.count == 1, names[0].text == "any", self.names.origins["any"] == nil {
      recordName(names[0], .word("any"))
      return []
    }
    return origins(names)
  }

  mutating func origins(_ names: [NameSyntax]) -> [ID<Origin>] {
    var origins: [ID<Origin>] = []
    for name in names {
      guard let id = find(name, .origin, in: { $0.origins }) else { continue }
      uses.origins.insert(id.index)
      origins.append(id)
    }
    return origins
  }

  private mutating func queue(_ syntax: QueueSyntax?) -> EventQueue {
    switch syntax?.amount {
    case nil: return .default
    case .newest?: return .newest
    case QueueSyntax.Amount.none?: return .none
    case .count(let count)?:
      if let count, EventQueue.counts.contains(count) { return .atMost(count) }
      if let syntax { fault(.invalidQueue(isZero: count == 0), syntax.span) }
      return .default
    }
  }

  mutating func frameScope(_ name: NameSyntax) -> FrameScope? {
    if let scope = FrameScope(rawValue: name.text) { return scope }
    fault(
      .unknownName(expected: "`main` or `all`", name: name.text, candidates: ["main", "all"]),
      name.span)
    return nil
  }

  /// Records a fault for the name `__bascule`, which is the message handler of the generated code.
  private mutating func checkHandlerName(_ string: StringSyntax?, _ name: NameSyntax) {
    guard (string?.value ?? name.text) == "__bascule" else { return }
    fault(
      .invalidIdentifier(
        identifier: "__bascule", why: "the generated code uses a message handler with this name"),
      string?.span ?? name.span)
  }

  /// Records a fault for an invalid identifier. It is a property of `window.webkit.messageHandlers`, or a name in
  /// messages.
  mutating func checkIdentifier(_ string: StringSyntax?) {
    guard let string else { return }
    if string.value.isEmpty {
      fault(.invalidIdentifier(identifier: "", why: "it is empty"), string.span)
    } else if string.value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      fault(
        .invalidIdentifier(identifier: string.value, why: "it contains a control character"),
        string.span)
    }
  }

  mutating func checkPath(_ path: StringSyntax) {
    let parts = path.value.split(separator: ".", omittingEmptySubsequences: false)
    let isPath = parts.allSatisfy { part in
      guard let first = part.utf8.first, !(0x30...0x39).contains(first) else { return false }
      return part.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x5F || $0 == 0x24
      }
    }
    if isPath { return }
    fault(
      .invalidIdentifier(
        identifier: path.value,
        why: "functions and values of a page are at paths of identifiers, separated by dots"),
      path.span)
  }

  private mutating func checkValue(_ syntax: CallSyntax) {
    if let path = syntax.identifier { checkPath(path) }
    guard syntax.replies == nil else { return }
    fault(
      .missingClause("replies", of: .call, name: syntax.header.name.text), syntax.header.name.span)
  }

  /// Records faults for a function of the page. Its arguments have an order but no names.
  private mutating func checkFunction(_ syntax: CallSyntax) {
    if let path = syntax.identifier { checkPath(path) }
    guard case .record(let parameters, _) = syntax.sends else { return }
    for parameter in parameters {
      guard let name = parameter.wireName else { continue }
      fault(
        .typeMismatch(
          expected: "`:` and a type", found: "a wire name",
          why: "the arguments of a function have no names in the page"), name.span)
    }
  }

  // MARK: - Renders

  private mutating func renderItem(_ syntax: RenderItemSyntax) -> Render.Item? {
    guard let id = find(syntax.call, .call, in: { $0.calls }) else { return nil }
    let call = rules[id]
    let callee = "the call `\(call.name)`"
    let location = at(syntax.span)
    switch call.sends {
    case nil:
      if let first = syntax.arguments.first {
        fault(
          .unknownArgument(
            of: callee, label: first.label?.text ?? "", labels: [],
            declared: call.declared.location), first.span)
        return nil
      }
      return Render.Item(call: id, payload: .none, location: location)
    case .model(let model):
      let fields = rules[model].fields
      guard
        let slots = match(
          syntax.arguments, to: fields, of: callee, .declaration(.model, model.index),
          declared: call.declared.location, callSpan: syntax.call.span)
      else { return nil }
      var values: [Literal] = []
      for (field, slot) in zip(fields, slots) {
        guard let slot else {
          values.append(field.defaultValue ?? .missing)
          continue
        }
        guard let value = literal(of: syntax.arguments[slot], as: field.type) else { return nil }
        values.append(value)
      }
      return Render.Item(call: id, payload: .fields(model, values), location: location)
    case .some(let type):
      guard syntax.arguments.count == 1, syntax.arguments[0].label == nil else {
        fault(
          .typeMismatch(
            expected: "one value without a label, as in `\(call.name)(…)`",
            found: "\(syntax.arguments.count) arguments",
            why: "\(callee) sends `\(describe(type))`"), syntax.span)
        return nil
      }
      guard let value = literal(of: syntax.arguments[0], as: type) else { return nil }
      return Render.Item(call: id, payload: .value(value), location: location)
    }
  }

  private mutating func literal(of argument: ArgumentSyntax, as type: ValueType) -> Literal? {
    switch argument.value {
    case .literal(let literal): return self.literal(literal, as: type)
    case .reference(let reference):
      if reference.accesses.isEmpty { return literal(.name(reference.base), as: type) }
      fault(
        .typeMismatch(
          expected: "a literal", found: "`\(text(reference))`",
          why: "a render does not belong to a request"), argument.span)
      return nil
    case .condition(let condition):
      fault(
        .typeMismatch(
          expected: "a literal", found: "a condition",
          why: "a render does not belong to a request"), condition.span)
      return nil
    case .changed(let reference, _):
      fault(
        .typeMismatch(
          expected: "a literal", found: "a changed URL",
          why: "a render does not belong to a request"), reference.span)
      return nil
    }
  }
}
