package import Semantics
import Text

/// The messages, events and calls between app and page, without names that only one side sees.
///
/// The version is a hash of the identifiers and of the form of the values that cross the bridge. It does not include
/// names of types, texts and the order of declarations. So both sides have the same version exactly if they read and
/// write the same values.
package struct Contract: Sendable {
  let version: String
  /// The identifiers of the messages, sorted and without duplicates. In a channel they begin with its identifier:
  /// `app.open`.
  let messages: [String]
  let events: [String]
  let calls: [String]

  package init(_ rules: RuleSet) {
    version = ContractForm(rules).hash.hexadecimal
    messages = Self.sorted(rules.strategies.map { Self.name(of: $0, rules) })
    events = Self.sorted(rules.events.map { $0.identifier })
    calls = Self.sorted(rules.calls.filter { $0.isRegistered }.map { $0.identifier })
  }

  static func name(of strategy: Strategy, _ rules: RuleSet) -> String {
    guard let channel = strategy.channel else { return strategy.identifier }
    return rules[channel].identifier + "." + strategy.identifier
  }

  private static func sorted(_ names: [String]) -> [String] {
    Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// Computes the hash of the contract as text. The text has a line for each message, event and call, then one for each
/// type that they reach. Types are referred to by numbers in the order of their first use, so that the text is linear
/// in the size of the rule set and recursive types terminate.
private struct ContractForm: ~Copyable {
  private let rules: RuleSet
  private(set) var hash = ContentHash()
  /// The current line.
  private var line = TextBuffer()
  /// The numbers of models and unions, by index; -1 for those that have not been reached yet.
  private var models: [Int]
  private var unions: [Int]
  private var modelCount = 0
  private var unionCount = 0
  private var pending: [ValueType] = []

  init(_ rules: RuleSet) {
    self.rules = rules
    models = Array(repeating: -1, count: rules.models.count)
    unions = Array(repeating: -1, count: rules.unions.count)
    var items = rules.strategies.map { strategy in
      var head = head(strategy)
      if strategy.receivesText { head += " as text" }
      if strategy.repliesText { head += " replies as text" }
      if strategy.isIsolated { head += " world app" }
      if let way = rules.way(of: strategy) { head += " via " + rules[way].text }
      return (head, strategy.receives, strategy.replies)
    }
    items += rules.events.map { ("event " + Quoting.stringified($0.identifier), $0.sends, nil) }
    items += rules.calls.map {
      (
        $0.identifierNoun + " " + Quoting.stringified($0.identifier)
          + order($0), $0.sends, $0.replies
      )
    }
    items.sort { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    for (head, sends, replies) in items {
      line.append(text: head)
      if let sends {
        line.append(text: " sends ")
        append(sends)
      }
      if let replies {
        line.append(text: " replies ")
        append(replies)
      }
      endLine()
    }
    var next = 0
    while next < pending.count {
      switch pending[next] {
      case .model(let id):
        append(rules[id].fields)
        endLine()
      case .union(let id):
        let union = rules[id]
        line.append(text: "by ")
        line.append(text: union.discriminator.map(Quoting.stringified) ?? "kind")
        endLine()
        for choice in Self.sorted(union.cases, by: { $0.wireName }) {
          line.append(text: Quoting.stringified(choice.wireName))
          line.append(text: " ")
          append(choice.fields)
          endLine()
        }
      default: break
      }
      next += 1
    }
  }

  private mutating func endLine() {
    line.removeFirst(line.count) { hash.add(line: $0) }
  }

  /// The names of the arguments of a function, in their order; empty for a call that is no function.
  private func order(_ call: Call) -> String {
    guard call.isFunction, case .model(let id) = call.sends else { return "" }
    return rules[id].fields.map { " " + Quoting.stringified($0.wireName) }.joined()
  }

  private func head(_ strategy: Strategy) -> String {
    guard let channel = strategy.channel.map({ rules[$0] }) else {
      return "message " + Quoting.stringified(strategy.identifier)
    }
    return "message " + Quoting.stringified(channel.identifier)
      + " by " + Quoting.stringified(channel.discriminator)
      + (channel.payload == .default ? "" : " payload " + channel.payload.text)
      + (channel.isIsolated ? " world app" : "")
      + " " + Quoting.stringified(strategy.identifier)
  }

  private mutating func append(_ type: ValueType) {
    switch type {
    case .string: line.append(text: "String")
    case .int: line.append(text: "Int")
    case .double: line.append(text: "Double")
    case .bool: line.append(text: "Bool")
    case .url: line.append(text: "URL")
    case .date: line.append(text: "Date")
    case .data: line.append(text: "Data")
    case .json, .request, .invalid: line.append(text: "JSON")
    case .array(let element):
      line.append(text: "[")
      append(element)
      line.append(text: "]")
    case .dictionary(let value):
      line.append(text: "[String: ")
      append(value)
      line.append(text: "]")
    case .optional(let wrapped):
      append(wrapped)
      line.append(text: "?")
    case .enumeration(let id):
      let values = Self.sorted(rules[id].cases, by: { $0.rawValue })
      line.append(text: "enum {")
      for (index, value) in values.enumerated() {
        if index > 0 { line.append(text: ", ") }
        line.append(text: Quoting.stringified(value.rawValue))
      }
      line.append(text: "}")
    case .model(let id):
      if models[Int(id.index)] < 0 {
        models[Int(id.index)] = modelCount
        modelCount += 1
        pending.append(type)
      }
      line.append(text: "model ")
      line.append(text: String(models[Int(id.index)]))
    case .union(let id):
      if unions[Int(id.index)] < 0 {
        unions[Int(id.index)] = unionCount
        unionCount += 1
        pending.append(type)
      }
      line.append(text: "union ")
      line.append(text: String(unions[Int(id.index)]))
    }
  }

  private mutating func append(_ fields: [Field]) {
    line.append(text: "{")
    for (index, field) in Self.sorted(fields, by: { $0.wireName }).enumerated() {
      if index > 0 { line.append(text: ", ") }
      line.append(text: Quoting.stringified(field.wireName))
      line.append(text: ": ")
      append(field.type)
      if field.defaultValue != nil { line.append(text: " or absent") }
    }
    line.append(text: "}")
  }

  private static func sorted<Element>(
    _ elements: [Element], by name: (Element) -> String
  ) -> [Element] {
    elements.sorted { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }
  }
}
