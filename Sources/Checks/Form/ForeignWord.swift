import Diagnostics
import Syntax
import Text

/// The check `foreign-spelling`.
enum ForeignWord {
  static func finding(_ spelling: ForeignSpelling, at location: Location) -> Finding {
    let edits = spelling.edits.map { Edit(Location(location.file, $0.span), $0.text) }
    return finding(
      spelling.found, spelling.meant, spelling.why, at: location,
      fix: edits.isEmpty ? nil : Fix(edits, isSafe: true))
  }

  static func finding(
    _ found: String, _ meant: String?, _ why: String?, at location: Location, fix: Fix?
  ) -> Finding {
    let shown = Prose.code(found)
    guard let meant else {
      return page.finding(
        "\(shown) does not exist here", at: location, label: "not part of the language", help: why)
    }
    if meant.isEmpty {
      return page.finding(
        "\(shown) does not belong here", at: location, label: why ?? "", help: "delete it",
        fix: fix)
    }
    return page.finding(
      "\(shown) is written \(Prose.code(meant))", at: location, label: why ?? "",
      help: "write \(Prose.code(meant))", fix: fix)
  }

  static let page = Page(
    "foreign-spelling", .error, "a word or sign of another language", fixes: [.safe, .meaning])
}
