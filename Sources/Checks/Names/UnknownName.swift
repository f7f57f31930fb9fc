import Diagnostics
import Semantics
import Text

/// The check `unknown-name`.
enum UnknownName {
  static func finding(
    _ expected: String, _ name: String, _ candidates: [String], at location: Location
  ) -> Finding {
    let message = message(expected, name)
    if candidates.count == 1 {
      return page.finding(
        message, at: location, label: "did you mean `\(candidates[0])`?",
        help: "write `\(candidates[0])`",
        fix: .replace(
          location, with: candidates[0],
          // A word such as `queryq` can also be meant as `query.q`.
          isSafe: mayBeAWord(expected) && Nearest.isOneEdit(name, candidates[0])
            && !name.hasPrefix(candidates[0])))
    }
    if !candidates.isEmpty {
      return page.finding(
        message, at: location, label: "unknown", help: "write \(Prose.list(candidates))")
    }
    return page.finding(
      message, at: location, label: "not declared in the rule set",
      help: name == WholeRequest.type && expected == "a type"
        ? "only a parameter of a screen or an action can be a `\(WholeRequest.type)`"
        : declaration(of: name, expected).map { "declare it: `\($0)`" })
  }

  /// The message: ``unknown screen `X` ``, or ``unknown name `X`: expected …`` if several kinds of names are
  /// possible.
  private static func message(_ expected: String, _ name: String) -> String {
    let noun = expected.split(separator: " ", maxSplits: 1).last ?? ""
    let isOneKind = !expected.contains(" or ") && !expected.contains("`")
    return isOneKind ? "unknown \(noun) `\(name)`" : "unknown name `\(name)`: expected \(expected)"
  }

  /// Returns whether words of the language can also be meant.
  private static func mayBeAWord(_ expected: String) -> Bool {
    expected.hasPrefix("a value") || expected == "a type"
  }

  private static func declaration(of name: String, _ expected: String) -> String? {
    switch expected {
    case "an origin": "origin \(name) = \"https://…\""
    case "a screen": "screen \(name)(…)"
    case "an action": "action \(name)(…)"
    case "a handler", "a handler or chain", "a handler or responses": "handler \(name) { … }"
    case "a chain": "chain \(name) { … }"
    case "responses": "responses \(name) { … }"
    case "a type": "model \(name) { … }"
    case "a strategy": "strategy \(name)"
    case "a channel": "channel \(name) by \"type\" { … }"
    case "a script": "script \(name) at documentEnd …"
    case "a configuration": "configuration \(name) { … }"
    case "a call": "call \(name)"
    case "a value, a flag, a condition or a capture": "flag \(name)"
    default: nil
    }
  }

  static let page = Page(
    "unknown-name", .error, "an undefined name", fixes: .meaning)
}
