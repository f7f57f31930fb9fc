import Requests
package import Text

/// URLs of one scheme, which the app answers instead of the network.
package struct SchemeHandler: Hashable, Sendable {
  /// Without `:`.
  package var scheme: String
  /// The app's function.
  package var name: String
  /// The pages that are answered, beside those with the scheme itself.
  package var origins: SettingValue.Origins
  /// The place of the name.
  package var location: Location

  /// The schemes that WebKit loads itself, for which it takes no handler.
  ///
  /// Source: `isBuiltinScheme` in WebKit's `LegacySchemeRegistry.cpp`, with the special schemes of the URL standard.
  private static let loadedByWebKit: Set<String> = [
    "about", "applewebdata", "blob", "data", "file", "ftp", "http", "https", "javascript",
    "safari-extension", "webkit-fake-url", "ws", "wss", "x-apple-content-filter", "x-apple-ql-id",
  ]

  /// Why the app cannot answer the scheme; nil if it can.
  static func fault(in scheme: String) -> SchemeFault? {
    guard let (_, meant) = RequestValue.scheme.refusal(of: scheme) else {
      return loadedByWebKit.contains(scheme) ? .loadedByWebKit : nil
    }
    guard let meant, meant == scheme.lowercased() else { return .malformed }
    return .upperCase(meant)
  }
}

package enum SchemeFault: Hashable, Sendable {
  /// Not a letter, followed by letters, digits, `+`, `-` and `.`.
  case malformed
  /// URLs have the scheme in lower case, as given here.
  case upperCase(String)
  case loadedByWebKit
}
