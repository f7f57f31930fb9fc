import Diagnostics

/// The check `unhandled-link`.
enum UnhandledLink {
  static let page = Page(
    "unhandled-link", .warning, "a universal link that no rule of the chain is about")
}
