/// Changes of parts of the serialized URL. Everything else keeps its place and spelling.
extension WebURL {
  /// Sets the scheme.
  ///
  /// - Parameter scheme: the scheme in lower case.
  package mutating func setScheme(_ scheme: String) {
    self.scheme = scheme
    setPort(port)
  }

  /// Sets the host.
  ///
  /// - Parameter host: the host in its canonical form.
  package mutating func setHost(_ host: String) { hostname = host }

  /// Sets the port; the default port of the scheme is omitted.
  package mutating func setPort(_ port: Int?) {
    self.port = port == Self.defaultPort(scheme) ? nil : port
  }

  /// Sets the path.
  ///
  /// - Parameter path: the decoded path from `/` on, without `.` and `..` components.
  package mutating func setPath(_ path: String) {
    rawPath = .list(
      Self.writtenPath(path).dropFirst()
        .split(separator: "/", omittingEmptySubsequences: false).map(String.init))
  }

  package mutating func removeUser() {
    username = ""
    password = ""
  }

  /// Replaces the first item with the name and removes its other items. If there is none, appends the item.
  package mutating func setQueryItem(_ name: String, _ value: String) {
    let item =
      Self.percentEncoded(name, .newQueryItem) + "=" + Self.percentEncoded(value, .newQueryItem)
    var items: [String] = []
    var isSet = false
    for other in queryParts {
      if !Self.isQueryItem(other, named: name) {
        items.append(other)
      } else if !isSet {
        items.append(item)
        isSet = true
      }
    }
    if !isSet { items.append(item) }
    rawQuery = items.joined(separator: "&")
  }

  /// Removes every item with the name. If no item is left, the `?` is removed, too.
  package mutating func removeQueryItem(_ name: String) {
    let parts = queryParts
    let kept = parts.filter { !Self.isQueryItem($0, named: name) }
    if kept.count == parts.count { return }
    let query = kept.joined(separator: "&")
    rawQuery = query.isEmpty ? nil : query
  }

  /// Sets the fragment; nil removes it.
  package mutating func setFragment(_ text: String?) {
    rawFragment = text.map { Self.percentEncoded($0, .newFragment) }
  }

  /// The encoded parts of the query between `&`; empty if the query is missing or empty.
  private var queryParts: [String] {
    guard let rawQuery, !rawQuery.isEmpty else { return [] }
    return rawQuery.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
  }

  private static func isQueryItem(_ part: String, named name: String) -> Bool {
    let written = String(part.prefix { $0 != "=" })
    return !part.isEmpty
      && PercentEscapes.decode(written, as: .queryValue).utf8.elementsEqual(name.utf8)
  }

  /// Returns the encoded path that `setPath` sets.
  package static func writtenPath(_ path: String) -> String {
    percentEncoded(path, .newPath)
  }
}
