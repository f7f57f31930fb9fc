import Diagnostics

/// The check `excluded-link`.
enum ExcludedLink {
  static let page = Page(
    "excluded-link", .info, "a screen for links that the system keeps in the browser")
}
