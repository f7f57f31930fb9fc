import GeneratedNames
import Semantics

/// Prints the functions that send messages, and the functions that return whether the app handles a message.
struct TypeScriptMessages {
  let types: TypeScriptTypes
  let conversions: TypeScriptConversions
  let contract: Contract

  private var rules: RuleSet { types.rules }

  func print(to printer: inout TypeScriptPrinter) {
    if rules.strategies.isEmpty { return }
    printer.use(.isAvailable)
    printer.print(handlerType())
    printer.print(messageType())
    if !rules.channels.isEmpty { printer.print(handlerTable()) }
    printer.print(supports())
    for strategy in rules.strategies { printer.print(function(for: strategy)) }
  }

  // MARK: Availability

  private func handlerType() -> TypeScriptDeclaration {
    var names = Set(rules.channels.map { $0.identifier })
    for strategy in rules.strategies where strategy.channel == nil {
      names.insert(strategy.identifier)
    }
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return TypeScriptDeclaration(
      documentation: JSDoc(text: "A message handler that the app may offer to this page."),
      name: .messageHandlerName, kind: .alias(.union(sorted.map { .literal($0) })))
  }

  private func messageType() -> TypeScriptDeclaration {
    TypeScriptDeclaration(
      documentation: JSDoc(text: "A message that the app may handle."), name: .messageName,
      kind: .alias(.union(contract.messages.map { .literal($0) })))
  }

  private func handlerTable() -> TypeScriptDeclaration {
    var handlers: [(name: String, handler: String)] = []
    var seen: Set<String> = []
    for strategy in rules.strategies {
      let name = Contract.name(of: strategy, rules)
      if seen.insert(name).inserted { handlers.append((name, handler(of: strategy))) }
    }
    handlers.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let type = TypeScriptType.record(.fixed(.messageName), .fixed(.messageHandlerName))
    let properties = handlers.map { TypeScriptProperty.value(key: $0.name, .string($0.handler)) }
    return TypeScriptDeclaration(
      documentation: JSDoc(text: "The message handler of each message."), isExported: false,
      name: .handlerNames,
      kind: .constant(type: .global(.readonly, [type]), .object(properties, isBroken: true)))
  }

  private func supports() -> TypeScriptDeclaration {
    let name = TypeScriptExpression.name("name")
    let handler: TypeScriptExpression =
      rules.channels.isEmpty ? name : .element(.fixed(.handlerNames), name)
    return TypeScriptDeclaration(
      documentation: JSDoc(
        text: """
          Whether the app handles this message: false in a browser, in an app of a version that
          does not know the message, and in web views of another role.
          """),
      name: .supports,
      kind: .function(
        [TypeScriptParameter(name: "name", type: .fixed(.messageName))], .boolean,
        [.return(.call(.appTakes, [handler, name]))]))
  }

  private func handler(of strategy: Strategy) -> String {
    strategy.channel.map { rules[$0].identifier } ?? strategy.identifier
  }

  // MARK: Sending

  func function(for strategy: Strategy) -> TypeScriptDeclaration {
    let name = Contract.name(of: strategy, rules)
    var parameters: [TypeScriptParameter] = []
    var value = TypeScriptExpression.null
    if let type = strategy.receives {
      let parameter = TypeScriptParameter(
        name: types.parameterName(type), isOptional: type.isOptional,
        type: types.type(type, isInput: true))
      parameters.append(parameter)
      value = .name(parameter.name)
    }
    var write = conversions.writer(strategy.receives, asText: strategy.receivesText)
    if let channel = strategy.channel.map({ rules[$0] }) {
      let name = [
        TypeScriptExpression.string(channel.discriminator), .string(strategy.identifier),
      ]
      write =
        switch channel.payload {
        case .field(let field): .call(.inEnvelope, name + [.string(field), write])
        case .inline: .call(.besideName, name + [write])
        }
    }
    var arguments = [.string(handler(of: strategy)), value, write]
    let identifier: [TypeScriptExpression] = strategy.channel == nil ? [] : [.string(name)]
    let result: TypeScriptType
    let body: TypeScriptExpression
    if let replies = strategy.replies, rules.way(of: strategy) == nil {
      parameters.append(
        TypeScriptParameter(name: "options", isOptional: true, type: .runtime(.sendOptions)))
      result = .promise(types.type(replies, isInput: false))
      arguments += [conversions.reader(replies, ofText: strategy.repliesText), .name("options")]
      body = .call(.request, arguments + identifier)
    } else {
      result = .promise(.void)
      body = .call(.post, arguments + identifier)
    }
    return TypeScriptDeclaration(
      documentation: documentation(of: strategy, name),
      name: TypeScriptNames.send(strategy.name),
      kind: .function(parameters, result, [.return(body)]))
  }

  private func documentation(of strategy: Strategy, _ name: String) -> JSDoc {
    var documentation = JSDoc(strategy.declared)
      .orElse("Sends \(TypeScriptText.code(name)) to the app.")
    documentation.add("The app accepts it from", strategy.origins, rules)
    if rules.isIsolated(strategy) {
      documentation.text? +=
        "\n\nOnly the app's own scripts can send it: pages have no handler for it."
    }
    if let way = rules.way(of: strategy).map({ rules[$0] }) {
      let target =
        switch way.style {
        case .customEvent(let type): "by a DOM event \(TypeScriptText.code(type))"
        case .function(let path): "by calling \(TypeScriptText.code(path))"
        case .functionNamed(let path):
          "by calling the function that \(TypeScriptText.code(path.joined(separator: "."))) names"
        }
      documentation.text? += "\n\nThe app answers \(target)."
    }
    return documentation
  }
}

extension JSDoc {
  /// Adds a sentence with the pages that take part in a message, event or call, unless pages of any origin do.
  mutating func add(_ use: String, _ origins: [ID<Origin>], _ rules: RuleSet) {
    if origins.isEmpty { return }
    let names = origins.map { origin in
      "\(rules[origin].name) (\(rules[origin].pages(in: rules).joined(separator: ", ")))"
    }.joined(separator: ", ")
    text? += "\n\n\(use) pages of \(names) only."
  }
}
