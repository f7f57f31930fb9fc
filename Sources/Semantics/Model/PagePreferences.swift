/// WebKit's preferences for one page: `allow with javaScript disabled, contentMode mobile`.
package struct PagePreferences: Hashable, Sendable {
  /// nil leaves the setting of the web view, here and below.
  package var allowsJavaScript: Bool?
  package var contentMode: SettingValue.ContentMode?

  /// The text of each preference, in the order of `Setting`.
  package var words: [String] {
    [
      contentMode.map { "contentMode \($0.rawValue)" },
      allowsJavaScript.map { "javaScript \($0 ? "enabled" : "disabled")" },
    ].compactMap(\.self)
  }
}
