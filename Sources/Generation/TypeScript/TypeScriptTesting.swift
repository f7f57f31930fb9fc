import GeneratedNames
import Semantics

/// Prints the module for tests: a fake of the app, with the types of its rule set.
struct TypeScriptTesting {
  let types: TypeScriptTypes
  let conversions: TypeScriptConversions
  let contract: Contract

  private var rules: RuleSet { types.rules }
  private var hasMessages: Bool { !rules.strategies.isEmpty }
  /// True if the module listens to events. A page without the module has functions of its own for them.
  private var hasEvents: Bool { rules.hasListeners }
  private var hasCalls: Bool { !rules.calls.isEmpty }

  func print(to printer: inout TypeScriptPrinter) {
    if hasMessages { printer.print(messageTypes()) }
    if hasEvents { printer.print(eventTypes()) }
    if hasCalls { printer.print(callTypes()) }
    printer.print(options())
    printer.print(bridge())
    printer.print(creation())
    printer.print(TypeScriptDeclaration(contract, name: .appKnows, isExported: false))
    if hasMessages { printer.print(table(.testMessages, .testMessage, messageEntries())) }
    if hasEvents { printer.print(table(.testEvents, .testEvent, eventEntries())) }
    if hasCalls { printer.print(table(.testCalls, .testCall, callEntries())) }
  }

  // MARK: Types

  private func messageTypes() -> TypeScriptDeclaration {
    let fields = rules.strategies.map { strategy in
      TypeScriptField(
        name: Contract.name(of: strategy, rules),
        type: .object([
          TypeScriptField(
            name: "body",
            type: strategy.receives.map { types.type($0, isInput: false) } ?? .undefined),
          TypeScriptField(
            name: "reply", type: strategy.replies.map { types.type($0, isInput: true) } ?? .void),
        ]))
    }
    return map(
      .testMessageTypes, "The messages that the page can send, with their replies.", fields)
  }

  private func eventTypes() -> TypeScriptDeclaration {
    let fields = rules.events.map {
      TypeScriptField(name: $0.identifier, type: payload($0.sends))
    }
    return map(.testEventTypes, "The events that the app can send to the page.", fields)
  }

  private func callTypes() -> TypeScriptDeclaration {
    let fields = rules.calls.map { call in
      TypeScriptField(
        name: call.identifier,
        type: .object([
          TypeScriptField(name: "payload", type: payload(call.sends)),
          TypeScriptField(
            name: "reply",
            type: call.replies.map { types.type($0, isInput: false) } ?? .undefined),
        ]))
    }
    return map(.testCallTypes, "The calls that the app can make in the page.", fields)
  }

  private func payload(_ type: ValueType?) -> TypeScriptType {
    type.map { types.type($0, isInput: true) } ?? .undefined
  }

  private func map(
    _ name: TypeScriptNames.Fixed, _ text: String, _ fields: [TypeScriptField]
  ) -> TypeScriptDeclaration {
    TypeScriptDeclaration(
      documentation: JSDoc(text: text), name: name,
      kind: .interface(Self.sorted(fields, by: { $0.name })))
  }

  /// Returns the elements sorted by name, with only the first of each name.
  private static func sorted<Element>(
    _ elements: [Element], by name: (Element) -> String
  ) -> [Element] {
    var seen: Set<String> = []
    return elements.filter { seen.insert(name($0)).inserted }
      .sorted { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }
  }

  // MARK: The fake

  private func options() -> TypeScriptDeclaration {
    let messages: [TypeScriptType] = hasMessages ? [.runtime(.testMessageSettings)] : []
    return TypeScriptDeclaration(
      name: .testBridgeOptions,
      kind: .alias(.intersection([.runtime(.testBridgeSettings)] + messages)))
  }

  private func bridge() -> TypeScriptDeclaration {
    var parts: [TypeScriptType] = []
    if hasMessages { parts.append(.runtime(.testBridgeMessages)) }
    if hasEvents { parts.append(.runtime(.testBridgeEvents)) }
    if hasCalls { parts.append(.runtime(.testBridgeCalls)) }
    parts.append(.runtime(.testBridgeClosing))
    return TypeScriptDeclaration(
      documentation: JSDoc(text: "A fake of the app that replaces `window.webkit`."),
      name: .testBridge, kind: .alias(.intersection(parts)))
  }

  private func creation() -> TypeScriptDeclaration {
    let app = TypeScriptExpression.name("app")
    var properties: [TypeScriptProperty] = []
    if hasMessages {
      properties.append(.spread(.call(.fakeMessages, [app, .fixed(.testMessages)])))
    }
    if hasEvents {
      let send: TypeScriptExpression =
        switch types.dispatchStyles[0] {
        case .customEvent(let type): .call(.byEvent, [.string(type)])
        case .function(let path): .call(.byFunction, [.string(path)])
        case .functionNamed: .name("undefined")
        }
      properties.append(.spread(.call(.fakeEvents, [app, .fixed(.testEvents), send])))
    }
    if hasCalls { properties.append(.spread(.call(.fakeCalls, [app, .fixed(.testCalls)]))) }
    properties.append(.value(key: "close", .member(app, "close")))
    let options = TypeScriptParameter(
      name: "options", type: .fixed(.testBridgeOptions),
      defaultValue: .object([], isBroken: false))
    return TypeScriptDeclaration(
      documentation: JSDoc(
        text: "Replaces `window.webkit` by a fake of the app, until it is closed."),
      name: .createTestBridge,
      kind: .function(
        [options], .fixed(.testBridge),
        [
          .constant("app", .call(.fakeApp, [.name("options"), .fixed(.appKnows)])),
          .return(.object(properties, isBroken: true)),
        ]))
  }

  // MARK: Tables

  private typealias Entry = (name: String, properties: [TypeScriptProperty])

  private func messageEntries() -> [Entry] {
    rules.strategies.map { strategy in
      let channel = strategy.channel.map { rules[$0] }
      let handler = channel?.identifier ?? strategy.identifier
      var properties = [TypeScriptProperty.value(key: "handler", .string(handler))]
      if let channel {
        properties.append(.value(key: "by", .string(channel.discriminator)))
        properties.append(.value(key: "name", .string(strategy.identifier)))
        if case .field(let field) = channel.payload {
          properties.append(.value(key: "payload", .string(field)))
        }
      }
      var read = conversions.reader(strategy.receives)
      if strategy.receivesText {
        read = .call(.readTestText, [read])
      } else if rules.isReadFromText(strategy.receives) {
        read = .call(.readTestBody, [read])
      }
      if !strategy.receivesText, rules.canBeEmpty(strategy.receives) {
        read = .call(.readOrEmpty, [read])
      }
      properties.append(.value(key: "read", read))
      if let replies = strategy.replies {
        let write = conversions.writer(replies, asText: strategy.repliesText)
        properties.append(.value(key: "write", write))
      }
      // A channel also answers messages that it does not know.
      if let way = channel?.via ?? strategy.via, let answer = rules[way].answer {
        properties.append(.value(key: "answer", self.answer(rules[way].style, answer)))
      }
      return (Contract.name(of: strategy, rules), properties)
    }
  }

  private func answer(_ style: Dispatch.Style, _ answer: Dispatch.Answer) -> TypeScriptExpression {
    let target: TypeScriptProperty =
      switch style {
      case .customEvent(let type): .value(key: "event", .string(type))
      case .function(let path): .value(key: "function", .string(path))
      case .functionNamed(let path): .value(key: "named", .array(path.map { .string($0) }))
      }
    return .object(
      [
        target, .value(key: "replies", .array(answer.replies.map(part))),
        .value(key: "fails", .array(answer.fails.map(part))),
      ], isBroken: false)
  }

  private func part(_ value: PageValue) -> TypeScriptExpression {
    func object(_ key: String, _ value: TypeScriptExpression) -> TypeScriptExpression {
      .object([.value(key: key, value)], isBroken: false)
    }
    return switch value {
    case .string(let text): object("value", .string(text))
    case .int(let number): object("value", .integer(number))
    case .double(let number): object("value", .double(number))
    case .bool(let value): object("value", .boolean(value))
    case .part(.errorCode): object("part", .string("code"))
    case .part(.errorMessage): object("part", .string("message"))
    case .part: object("part", .string("reply"))
    case .message(let path): object("message", .array(path.map { .string($0) }))
    case .object(let fields):
      object(
        "fields",
        .object(fields.map { .value(key: $0.key, part($0.value)) }, isBroken: false))
    }
  }

  private func eventEntries() -> [Entry] {
    rules.events.map { event in
      var properties = [TypeScriptProperty.value(key: "write", conversions.writer(event.sends))]
      let queue =
        switch event.queue {
        case .none: 0
        case .newest: 1
        case .atMost(let count): count
        }
      if event.queue != .default { properties.append(.value(key: "queue", .integer(Int64(queue)))) }
      return (event.identifier, properties)
    }
  }

  private func callEntries() -> [Entry] {
    rules.calls.map { call in
      var properties: [TypeScriptProperty] = [
        .value(key: "read", conversions.reader(call.replies)),
        .value(key: "write", conversions.writer(call.sends)),
      ]
      if call.isFunction {
        let names = rules.parameters(of: call).map { TypeScriptExpression.string($0.wireName) }
        properties.append(.value(key: "parameters", .array(names)))
      }
      if call.isValue { properties.append(.value(key: "isValue", .boolean(true))) }
      return (call.identifier, properties)
    }
  }

  private func table(
    _ name: TypeScriptNames.Fixed, _ type: TypeScriptRuntime, _ entries: [Entry]
  ) -> TypeScriptDeclaration {
    let properties = Self.sorted(entries, by: { $0.name }).map { entry in
      TypeScriptProperty.value(key: entry.name, .object(entry.properties, isBroken: false))
    }
    return TypeScriptDeclaration(
      isExported: false, name: name,
      kind: .constant(
        type: .global(.readonly, [.record(.string, .runtime(type))]),
        .object(properties, isBroken: true)))
  }
}
