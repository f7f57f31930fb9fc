import Diagnostics
import Semantics
import Text

/// The check `wrong-kind`.
enum WrongKind {
  static func finding(
    _ expected: String, _ found: Noun, _ name: String, _ declared: Location, at location: Location
  ) -> Finding {
    page.finding(
      "expected \(expected), found the \(found.rawValue) `\(name)`", at: location,
      label: "\(found.withArticle)",
      related: [.init("`\(name)` is declared here", at: declared)],
      help: help(expected, found, name))
  }

  private static func help(_ expected: String, _ found: Noun, _ name: String) -> String? {
    switch (expected, found) {
    case ("a screen", .action): "write `perform \(name)`; `present` and `push` take a screen"
    case ("an action", .screen):
      "write `present \(name)` or `push \(name)`; `perform` and `attempt` take an action"
    case ("a handler", .chain):
      "a handler can use only handlers; write `use \(name)` in the chain, or make `\(name)` a handler"
    case ("a handler", .responses):
      "a handler can use only handlers; write `use \(name)` in `responses`, or make `\(name)` a handler"
    case ("a chain", .handler): "put it into a chain: `chain \(name)Chain { use \(name) }`"
    case ("responses", .handler):
      "put it into responses: `responses \(name)Responses { use \(name) }`"
    case ("a chain", .responses), ("responses", .chain):
      "write `\(found.rawValue) \(name)`; a chain decides about requests, `responses` about what arrives"
    case ("a handler or chain", .responses), ("a handler or responses", .chain):
      "a chain decides about requests, `responses` about what arrives"
    case ("a screen", .configuration), ("an action", .configuration):
      "write `popup \(name)` to open a window with it"
    case ("a configuration", .screen): "write `present \(name)` or `push \(name)`"
    case ("a configuration", .action): "write `perform \(name)`"
    case ("a chain", _), ("responses", _), ("a strategy", _), ("a channel", _), ("a script", _):
      setting(found).map { "write `\($0) \(name)`" }
    case ("a type", _):
      "a type is a `model`, an `enum`, a `union` or a built-in type such as `String`"
    case ("a call", .event): "the app's code sends events; a render runs calls"
    case (_, .value): "a value is compared in a condition: `when host == \(name) …`"
    case (_, .flag): "a flag is a condition: `when \(name) …`"
    default: nil
    }
  }

  /// The word for declarations of the kind in a configuration; nil if there is none.
  private static func setting(_ kind: Noun) -> String? {
    switch kind {
    case .chain, .responses: kind.rawValue
    case .strategy: "strategies"
    case .channel: "channels"
    case .script: "scripts"
    default: nil
    }
  }

  static let page = Page(
    "wrong-kind", .error, "a name of a declaration of another kind")
}
