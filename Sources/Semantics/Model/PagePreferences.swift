/// WebKit's preferences for one page: `allow with javaScript disabled, contentMode mobile`.
package struct PagePreferences: Hashable, Sendable {
  /// True if the page may run scripts; nil for the setting of the web view.
  package var allowsJavaScript: Bool?
  /// The content mode of the page; nil for the setting of the web view.
  package var contentMode: SettingValue.ContentMode?

  /// The text of each preference, in the order of `Setting`.
  package var words: [String] {
    [
      contentMode.map { "contentMode \($0.rawValue)" },
      allowsJavaScript.map { "javaScript \($0 ? "enabled" : "disabled")" },
    ].compactMap { $0 }
  }
}
