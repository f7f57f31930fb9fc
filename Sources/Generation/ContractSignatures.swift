import GeneratedNames
package import Semantics

/// The generated declarations of messages, events and calls, for people who read them.
package struct ContractSignatures {
  package struct Signature: Sendable {
    package var typeScript: String
    package var swift: String
  }

  /// The signatures of the messages, in the order of the rule set.
  package private(set) var strategies: [Signature] = []
  package private(set) var events: [Signature] = []
  package private(set) var calls: [Signature] = []
  /// The declarations of the types in the page's module.
  package let typeScriptTypes: String

  /// - Requires: the rule set has no error.
  package init(_ rules: RuleSet) {
    let types = TypeScriptTypes(rules: rules, usage: TypeScriptUsage(rules, side: .page))
    let conversions = TypeScriptConversions(types: types)
    let swift = SwiftContext(rules, [], SwiftOptions())
    let messages = TypeScriptMessages(
      types: types, conversions: conversions, contract: Contract(rules))
    let receiver = SwiftMessages(context: swift)
    strategies = rules.strategies.map { strategy in
      Signature(
        typeScript: TypeScriptPrinter.signature(messages.function(for: strategy)),
        swift: receiver.signature(of: strategy))
    }
    let functions = TypeScriptEvents(types: types, conversions: conversions)
    let sent = SwiftEvents(context: swift)
    events = rules.events.map { event in
      Signature(
        typeScript: rules.hasListeners
          ? TypeScriptPrinter.signature(functions.listening(to: event)) : "",
        swift: sent.signature(of: event))
    }
    calls = rules.calls.map { call in
      Signature(
        typeScript: call.isRegistered
          ? TypeScriptPrinter.signature(functions.implementation(of: call)) : "",
        swift: sent.signature(of: call))
    }
    var printer = TypeScriptPrinter()
    types.print(to: &printer)
    typeScriptTypes = String(decoding: printer.bytes.drop { $0 == 0x0A }, as: UTF8.self)
  }
}
