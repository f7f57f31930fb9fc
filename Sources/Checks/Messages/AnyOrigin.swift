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
        "any page can call the strategy `\(name.text)`", at: Location(file, name.span),
        label: "takes messages from every origin",
        help: origins.count == 1
          ? "write `from \(origins[0])` to take messages from its pages only"
          : "write `from` and one or more of the declared origins\(choice)",
        fix: origins.count == 1
          ? .replace(
            Location(file, Span(end, end)), with: " from \(origins[0])", isSafe: false) : nil))
  }

  static let page = Page(
    "any-origin", .warning, "a strategy that any web page can call, in a set that declares origins",
    fixes: .meaning,
    """
    A web view follows links and redirects to other people's pages, and each of them can post to
    every message handler that is installed. Of the apps that we looked at, one in eleven asked where
    a message comes from. With `from`, a message of any other origin is refused before it is
    decoded.

    The finding appears only where the rule set declares origins, that is, where somebody has begun
    to tell pages apart.

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
