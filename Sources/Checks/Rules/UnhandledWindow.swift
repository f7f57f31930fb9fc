import Diagnostics
import Interpreter
import Requests
import Semantics
import Text

/// The check `unhandled-window`.
enum UnhandledWindow {
  /// The findings about chains of web views in which no rule tests the frame, and some rule allows a request that
  /// would open a window.
  static func findings(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    let used = Set(rules.configurations.compactMap { $0.chain?.index })
    return used.sorted().compactMap { index in
      let id = ID<Chain>(Int(index))
      let chain = rules[id]
      guard !chain.isResponses, chain.frames.contains(.new) else { return nil }
      let flat = FlatChain(id, in: rules)
      guard !flat.rules.contains(where: { $0.tests(.input(.frame)) }),
        flat.rules.contains(where: { $0.decision.isAllow })
      else { return nil }
      return page.finding(
        "links that open a new window do nothing: no rule of `\(chain.name)` decides about them",
        at: chain.declared.location, label: "`allow` opens no window", help: UnopenedWindow.help)
    }
  }

  static let page = Page(
    "unhandled-window", .warning, "a chain in which no rule decides about new windows")
}
