import Requests
package import Text

/// A function of the app that answers the URLs of one scheme instead of the network.
package struct SchemeHandler: Hashable, Sendable {
  /// The scheme, without `:`.
  package var scheme: String
  /// The name of the app's function.
  package var name: String
  /// The origins whose pages are answered, in addition to pages with the scheme itself.
  package var origins: SettingValue.Origins
  /// The location of the name.
  package var location: Location

  /// The schemes that WebKit loads itself. It accepts no handlers for them.
  ///
  /// Source: `isBuiltinScheme` in WebKit's `LegacySchemeRegistry.cpp`, with the special schemes of the URL standard.
  private static let loadedByWebKit: Set<String> = [
    "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript",
    "safari-extension", "webkit-fake-url", "ws", "wss", "x-apple-content-filter", "x-apple-ql-id",
  ]

  /// The reason why the app cannot answer the scheme; nil if it can.
  static func fault(in scheme: String) -> SchemeFault? {
    guard let (_, meant) = RequestValue.scheme.refusal(of: scheme) else {
      return loadedByWebKit.contains(scheme) ? .loadedByWebKit : nil
    }
    guard let meant, meant == scheme.lowercased() else { return .malformed }
    return .upperCase(meant)
  }
}

package enum SchemeFault: Hashable, Sendable {
  /// The text is not a letter, followed by letters, digits, `+`, `-` and `.`.
  case malformed
  /// The scheme has upper-case letters, unlike in URLs. The text is the scheme in lower case.
  case upperCase(String)
  case loadedByWebKit
}
