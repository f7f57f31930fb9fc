//: output BasculeConfigurations

public import Foundation

/// The pages in which a script runs.
@_spi(GeneratedFile) public nonisolated struct ScriptOrigin: Sendable, Hashable {
  private let scheme: String
  /// A pattern of hosts: `*` is any part of a label, `**` any part of the host. No label is empty.
  private let host: String
  private let port: String

  /// - Parameter port: the port; empty for the default port of the scheme.
  @_spi(GeneratedFile) public init(_ scheme: String, _ host: String, _ port: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  //: if OriginSource
  /// Returns the origins of URLs of the app. Leaves out URLs whose host is no plain name or address.
  @_spi(GeneratedFile) public static func of(_ urls: [URL]) -> [ScriptOrigin] {
    urls.compactMap { WebOrigin(app: $0) }.filter { origin in
      origin.host.utf8.allSatisfy { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "\\") }
    }
    .map { ScriptOrigin($0.scheme, $0.host, $0.port.map { String($0) } ?? "") }
  }

  //: end
  /// Returns a script that runs only in pages of the origins. It tests the address of the page and the origin that the
  /// engine gives the document, since a sandboxed document has none.
  ///
  /// A page can replace all functions of JavaScript, so the test calls none of them. It cannot change its `location`.
  ///
  /// - Parameter keepsOrigin: true to compare the origin that `UserScript.originKeeper` has kept.
  static func limited(
    _ source: String, to origins: [ScriptOrigin], reading keepsOrigin: Bool
  ) -> String {
    let tests = origins.map { origin in
      let host = literal(origin.host)
      var test = "location.protocol === \(literal(origin.scheme + ":"))"
      test += " && location.port === \(literal(origin.port))"
      switch origin.scheme {
      case "http", "https":
        test += " && origin === \(literal(origin.scheme + "://")) + location.host"
      // Scripts cannot read the origin of a file.
      case "file": break
      default: test += " && origin !== \"null\""
      }
      if origin.host.utf8.contains(UInt8(ascii: "*")) {
        test += " && hasLabels(location.hostname, \(host), 0)"
      }
      return "(\(test) && fits(location.hostname, \(host), 0, 0))"
    }
    return """
      (() => {
        const fits = (text, pattern, i, j) =>
          j === pattern.length ? i === text.length
          : pattern[j] !== "*" ? text[i] === pattern[j] && fits(text, pattern, i + 1, j + 1)
          : pattern[j + 1] === "*"
            ? fits(text, pattern, i, j + 2) || i < text.length && fits(text, pattern, i + 1, j)
          : fits(text, pattern, i, j + 1)
            || i < text.length && text[i] !== "." && fits(text, pattern, i + 1, j);
        const hasLabels = (text, pattern, i) =>
          i === text.length ? pattern[pattern.length - 1] !== "*" || text[i - 1] !== "."
          : (text[i] !== "." || i > 0 && text[i - 1] !== ".") && hasLabels(text, pattern, i + 1);
        const origin = window.\(keepsOrigin ? "__basculeOrigin" : "origin");
        if (!(\(tests.isEmpty ? "false" : tests.joined(separator: " || ")))) { return; }
      \(source)
      })();
      """
  }

  private static func literal(_ text: String) -> String {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\\\"") + "\""
  }
}
