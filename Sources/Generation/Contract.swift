package import Semantics
import Text

/// The messages, events and calls between app and page, without names that only one side sees.
///
/// The version is a hash over the identifiers and the form of the values that cross the bridge, without names
/// of types, texts and the order of declarations. So both sides have the same version exactly if they read and
/// write the same values.
package struct Contract: Sendable {
  let version: String
  /// Sorted, without duplicates; the messages of a channel begin with its identifier: `app.open`.
  let messages: [String]
  let events: [String]
  let calls: [String]

  package init(_ rules: RuleSet) {
    version = ContractForm(rules).hash
    messages = Self.sorted(rules.strategies.map { Self.name(of: $0, rules) })
    events = Self.sorted(rules.events.map(\.identifier))
    calls = Self.sorted(rules.calls.filter { !$0.isFunction }.map(\.identifier))
  }

  static func name(of strategy: Strategy, _ rules: RuleSet) -> String {
    guard let channel = strategy.channel else { return strategy.identifier }
    return rules[channel].identifier + "." + strategy.identifier
  }

  private static func sorted(_ names: [String]) -> [String] {
    Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// The contract as text: a line for each message, event and call, then one for each type that they reach.
/// Types are referred to by numbers, in the order of their first use, so that the text is linear in the size
/// of the rule set and recursive types terminate.
private struct ContractForm {
  private let rules: RuleSet
  private var lines: [String] = []
  private var models: [ID<Model>: Int] = [:]
  private var unions: [ID<Union>: Int] = [:]
  private var pending: [ValueType] = []

  init(_ rules: RuleSet) {
    self.rules = rules
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
        ($0.isFunction ? "function " : "call ") + Quoting.stringified($0.identifier)
          + order($0), $0.sends, $0.replies
      )
    }
    items.sort { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    for (head, sends, replies) in items {
      var line = head
      if let sends { line += " sends " + form(sends) }
      if let replies { line += " replies " + form(replies) }
      lines.append(line)
    }
    var next = 0
    while next < pending.count {
      switch pending[next] {
      case .model(let id): lines.append(form(rules[id].fields))
      case .union(let id):
        let union = rules[id]
        lines.append("by " + (union.discriminator.map(Quoting.stringified) ?? "kind"))
        for choice in Self.sorted(union.cases, by: \.wireName) {
          lines.append(Quoting.stringified(choice.wireName) + " " + form(choice.fields))
        }
      default: break
      }
      next += 1
    }
  }

  var hash: String { ContentHash.hexadecimal(lines) }

  /// The order of the arguments of a function.
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

  private mutating func form(_ type: ValueType) -> String {
    switch type {
    case .string: return "String"
    case .int: return "Int"
    case .double: return "Double"
    case .bool: return "Bool"
    case .url: return "URL"
    case .date: return "Date"
    case .data: return "Data"
    case .json, .invalid: return "JSON"
    case .array(let element): return "[" + form(element) + "]"
    case .dictionary(let value): return "[String: " + form(value) + "]"
    case .optional(let wrapped): return form(wrapped) + "?"
    case .enumeration(let id):
      let values = Self.sorted(rules[id].cases, by: \.rawValue)
      return "enum {" + values.map { Quoting.stringified($0.rawValue) }.joined(separator: ", ")
        + "}"
    case .model(let id):
      if models[id] == nil {
        models[id] = models.count
        pending.append(type)
      }
      return "model \(models[id, default: 0])"
    case .union(let id):
      if unions[id] == nil {
        unions[id] = unions.count
        pending.append(type)
      }
      return "union \(unions[id, default: 0])"
    }
  }

  private mutating func form(_ fields: [Field]) -> String {
    var parts: [String] = []
    for field in Self.sorted(fields, by: \.wireName) {
      let hasDefault = field.defaultValue == nil ? "" : " or absent"
      parts.append(Quoting.stringified(field.wireName) + ": " + form(field.type) + hasDefault)
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private static func sorted<Element>(
    _ elements: [Element], by name: (Element) -> String
  ) -> [Element] {
    elements.sorted { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }
  }
}
