import Diagnostics
import Semantics
import Syntax
import Text

/// `any-origin`
enum AnyOrigin {
  static func findings(_ input: CheckInput) -> [Finding] {
    let origins = input.rules.origins.map(\.name)
    guard !origins.isEmpty else { return [] }
    var findings: [Finding] = []
    for (index, tree) in input.trees.enumerated() {
      let file = FileID(index)
      for declaration in tree.declarations {
        switch declaration {
        case .strategy(let strategy): check(strategy, file, origins, &findings)
        case .channel(let channel):
          for strategy in channel.strategies { check(strategy, file, origins, &findings) }
        default: break
        }
      }
    }
    return findings
  }

  private static func check(
    _ strategy: StrategySyntax, _ file: FileID, _ origins: [String], _ findings: inout [Finding]
  ) {
    guard strategy.origins.isEmpty else { return }
    let name = strategy.header.name
    let end =
      [
        name.span.end, strategy.identifier?.span.end, strategy.receives?.span.end,
        strategy.replies?.span.end,
      ].lazy.compactMap { $0 }.max() ?? name.span.end
    let choice = origins.count <= 3 ? " \(Prose.list(origins))" : ""
    findings.append(
      page.finding(
        "strategy `\(name.text)` accepts messages from any page", at: Location(file, name.span),
        label: "no `from` clause",
        help: origins.count == 1
          ? "write `from \(origins[0])` to accept messages only from its pages"
          : "write `from` and one or more of the declared origins\(choice)",
        fix: origins.count == 1
          ? .replace(
            Location(file, Span(end, end)), with: " from \(origins[0])", isSafe: false) : nil))
  }

  static let page = Page(
    "any-origin", .warning,
    "a strategy that any web page can call, in a rule set that declares origins",
    fixes: .meaning,
    """
    A web view follows links and redirects to pages of other sites, and each of them can post to every
    installed message handler. With `from`, a message from any other origin is rejected before it is
    decoded.

    The check applies only to rule sets that declare origins.

    ```bascule wrong
    origin Store = "https://example.com"
    strategy Cart receives String from Store
    strategy Pay receives Int
    ```

    ```bascule right
    origin Store = "https://example.com"
    strategy Cart receives String from Store
    strategy Pay receives Int from Store
    ```
    """)
}
