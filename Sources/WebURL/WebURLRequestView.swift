/// The members of a URL that rules can test. All generated code must agree with them.
extension WebURL {
  /// The host that rules compare, in lower case and with IPv6 in brackets; nil if the URL has no host or an empty
  /// one.
  package var host: String? {
    guard let hostname, !hostname.isEmpty else { return nil }
    return isSpecial ? hostname : Self.asciiLowercased(hostname)
  }

  /// The components of the path: first `/`, then the non-empty ones, each decoded once. Empty for an opaque path.
  ///
  /// `%2F`, `%5C`, malformed escapes and escapes that are not UTF-8 are kept.
  package var components: [String] {
    guard case .list(let segments) = rawPath else { return [] }
    return ["/"]
      + segments.lazy.filter { !$0.isEmpty }.map { PercentEscapes.decode($0, as: .pathComponent) }
  }

  /// The path that rules compare: `/`, and the other components joined by `/`; nil for an opaque path.
  package var path: String? {
    hasOpaquePath ? nil : "/" + components.dropFirst().joined(separator: "/")
  }

  /// The number of components, including the root; 0 for an opaque path.
  package var pathCount: Int { components.count }

  /// The first value of the key; "" for `?name` and `?name=`, nil if the key is absent.
  ///
  /// The key and the value are decoded once; `+` is a space.
  package func query(named name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }

  /// The decoded keys and values of the query, in their order; `+` is a space.
  package var queryItems: [(name: String, value: String)] { items(as: .queryValue) }

  /// The decoded keys and values of the query, in their order; `+` stays `+`.
  package var rawQueryItems: [(name: String, value: String)] { items(as: .fragment) }

  private func items(as use: PercentEscapes.Use) -> [(name: String, value: String)] {
    guard let rawQuery else { return [] }
    return rawQuery.utf8.split(separator: UInt8(ascii: "&")).map { item in
      let nameEnd = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      let name = String(decoding: item[..<nameEnd], as: UTF8.self)
      let value = String(decoding: item[nameEnd...].dropFirst(), as: UTF8.self)
      return (PercentEscapes.decode(name, as: use), PercentEscapes.decode(value, as: use))
    }
  }

  /// The fragment, decoded once; nil if the URL has none.
  package var fragment: String? {
    rawFragment.map { PercentEscapes.decode($0, as: .fragment) }
  }

  /// The text that `url ==` compares: the serialized URL, with the host in lower case for every scheme.
  ///
  /// User info, escapes, empty components, query and fragment are significant; the default port is omitted. If
  /// this text is parsed, the result has the same normalized text.
  package var normalized: String {
    write(host: isSpecial ? hostname : hostname.map(Self.asciiLowercased))
  }

  /// The text after the colon of the scheme, up to the query or fragment.
  ///
  /// - Parameter text: the URL as text.
  package func textAfterScheme(_ text: String) -> String {
    let text = text.utf8.dropFirst(scheme.utf8.count + 1)
    return String(
      decoding: text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }, as: UTF8.self)
  }

  static func asciiLowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
