/// The conversion of texts to URLs at run time.
///
/// A text converts if the URL standard accepts it as an absolute URL, except that an app has no Unicode tables.
/// So a URL of the web does not convert if its decoded host contains characters outside of ASCII, and a label
/// that begins with `xn--` is not decoded.
package enum ConvertibleURL {
  /// The URL as an app hands it on; nil if the text does not convert.
  package static func converted(_ text: String) -> String? {
    var parser = URLParser(text, base: nil, hosts: .ascii)
    return parser.parse()?.handedOn
  }
}

extension WebURL {
  /// The serialized URL in the form that an app hands on when it makes the URL from text.
  ///
  /// Foundation's `URL` may contain only the characters of RFC 3986. The others of a serialized URL are escaped:
  /// `[`, `]`, `|`, `^`, `{`, `}`, a second `#`, and a `%` without two digits. Existing escapes are kept.
  package var handedOn: String {
    func escaped(_ text: String, _ set: EncodeSet) -> String { Self.escaped(text, set) }
    var url = self
    url.username = escaped(username, .foundationHost)
    url.password = escaped(password, .foundationHost)
    if let hostname, !hostname.hasPrefix("[") { url.hostname = escaped(hostname, .foundationHost) }
    switch rawPath {
    case .opaque(let path): url.rawPath = .opaque(escaped(path, .foundationPath))
    case .list(let components):
      url.rawPath = .list(components.map { escaped($0, .foundationPath) })
    }
    url.rawQuery = rawQuery.map { escaped($0, .foundationQuery) }
    url.rawFragment = rawFragment.map { escaped($0, .foundationQuery) }
    return url.href
  }

  private static func escaped(_ text: String, _ set: EncodeSet) -> String {
    var rest = text.utf8[...]
    var result = ""
    while let percent = rest.firstIndex(of: 0x25) {
      let next = rest.index(after: percent)
      let isEscape = rest[next...].prefix(2).compactMap(PercentEscapes.hexadecimal).count == 2
      result += percentEncoded(rest[..<percent], set) + (isEscape ? "%" : "%25")
      rest = rest[next...]
    }
    return result + percentEncoded(rest, set)
  }
}
