import Diagnostics
import Text

/// The check `unterminated-comment`.
enum UnterminatedComment {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "unterminated comment", at: location, label: "opens here",
      help: "close it with `*/`; comments nest, so every `/*` inside needs its own")
  }

  static let page = Page(
    "unterminated-comment", .error, "a `/*` comment without its `*/`")
}
