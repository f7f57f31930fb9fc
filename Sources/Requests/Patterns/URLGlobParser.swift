import WebURL

/// A pattern of URLs and the captures that it binds.
package struct ParsedURLGlob: Hashable, Sendable {
  package var glob: URLGlob
  /// The captures in the order of the text.
  package var captures: [PatternCapture]
}

extension URLGlob {
  /// The message for a pattern that begins with a host.
  package static let missingScheme =
    "a URL pattern starts with a scheme, such as `https://` or `*://`"

  /// Parses a pattern of `url like`.
  ///
  /// The parts are normalized like the parts of a request: the scheme is in lower case and the host in its
  /// canonical form; empty path components are dropped, and the others are decoded once; query and fragment are
  /// percent-encoded. If `/` or `//` follows the scheme, the URL has a path; otherwise it is opaque.
  ///
  /// - Parameter firstCapture: the index of the first capture in the globs.
  package static func parse(
    _ text: String, firstCapture: Int = 0
  ) -> Result<ParsedURLGlob, PatternFault> {
    var parser = URLGlobParser(text, firstCapture: firstCapture)
    do {
      let glob = try parser.parse()
      return .success(ParsedURLGlob(glob: glob, captures: parser.builder.captures))
    } catch {
      return .failure(error)
    }
  }
}

extension OriginPattern {
  /// Parses a pattern of `origin`, which consists only of a scheme, a host and an optional port.
  package static func parse(
    _ text: String
  ) -> Result<OriginPattern, PatternFault> {
    var parser = URLGlobParser(text, firstCapture: 0)
    do {
      return .success(try parser.parseOrigin())
    } catch {
      return .failure(error)
    }
  }
}

/// Splits a URL pattern into its parts as the URL standard splits a URL, and parses each part as a glob.
private struct URLGlobParser {
  var reader: PatternReader
  var builder: GlobBuilder

  init(_ text: String, firstCapture: Int) {
    reader = PatternReader(text)
    builder = GlobBuilder(kind: .components, firstCapture: firstCapture)
  }

  mutating func parse() throws(PatternFault) -> URLGlob {
    let scheme = try scheme()
    let isHierarchical = reader.peek == "/"
    let hasAuthority = isHierarchical && reader.peek(1) == "/"
    if !hasAuthority, scheme == nil || WebURL.isSpecial(scheme!) {
      throw reader.fault(
        .invalid,
        "`//` and a host must follow `\(scheme ?? "*"):`; `\(scheme ?? "*")://**` is any host, and `/**` after it any path",
        0..<reader.index)
    }
    guard let scheme, !isHierarchical else { return try hierarchical(scheme, hasAuthority) }
    return try opaque(scheme)
  }

  mutating func parseOrigin() throws(PatternFault) -> OriginPattern {
    let start = reader.index
    guard let scheme = try scheme() else {
      throw reader.fault(
        .invalid, "an origin needs a scheme, such as `https`", start..<reader.index)
    }
    guard reader.take("/"), reader.take("/") else {
      throw reader.fault(
        .invalid, "an origin is written `https://host`", 0..<reader.scalars.count)
    }
    let (host, port) = try authority(scheme)
    if host.elements.isEmpty, scheme != "file" || port != .byScheme {
      throw reader.fault(
        .invalid, "an origin needs a host; only `file://`, the files of the device, has none",
        0..<reader.index)
    }
    if let capture = builder.captures.first {
      throw PatternFault(
        kind: .invalid, message: "an origin cannot capture; write `*` for any label",
        range: capture.range)
    }
    if !reader.isAtEnd {
      throw reader.fault(
        .invalid,
        "an origin is a scheme, a host and a port, without path, query and fragment; delete this part",
        reader.index..<reader.scalars.count)
    }
    switch port {
    case .byScheme: return OriginPattern(scheme: scheme, host: host, port: nil)
    case .number(let number):
      return OriginPattern(scheme: scheme, host: host, port: number)
    case .any:
      throw reader.fault(
        .invalid, "an origin has a fixed port, or none for the default one",
        reader.index - 1..<reader.index)
    }
  }

  // MARK: Parts

  /// Consumes the scheme and its colon. Returns nil for `*`.
  mutating func scheme() throws(PatternFault) -> String? {
    var end = 0
    while end < reader.scalars.count, Self.isSchemeScalar(reader.scalars[end]) { end += 1 }
    if end == 0, reader.peek == "*", reader.peek(1) == ":" {
      reader.index = 2
      return nil
    }
    let first = reader.peek
    guard end < reader.scalars.count, reader.scalars[end] == ":", let first,
      first.properties.isAlphabetic
    else {
      let colon = reader.scalars.firstIndex(of: ":") ?? 0
      throw reader.fault(
        .invalid,
        reader.scalars[..<colon].contains("*")
          ? "a scheme is a whole name or `*`; for several schemes add `&& scheme in [\"http\", \"https\"]`"
          : URLGlob.missingScheme,
        0..<max(colon, min(1, reader.scalars.count)))
    }
    reader.index = end + 1
    return reader.text(0..<end).lowercased()
  }

  static func isSchemeScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
    default: false
    }
  }

  mutating func hierarchical(
    _ scheme: String?, _ hasAuthority: Bool
  ) throws(PatternFault) -> URLGlob {
    var host = Glob(elements: [], separator: ".", source: "")
    var port = URLGlob.PortPattern.byScheme
    if hasAuthority {
      reader.index += 2
      (host, port) = try authority(scheme)
      if host.elements.isEmpty, scheme == nil || (WebURL.isSpecial(scheme!) && scheme != "file") {
        throw reader.fault(
          .invalid, "a host must follow `//`; `**` is any host", 0..<reader.index)
      }
    }
    let pathEnd = end(before: ["?", "#"])
    let path = try path(upTo: pathEnd)
    let (query, fragment) = try queryAndFragment(scheme)
    return .hierarchical(
      scheme: scheme, host: host, port: port, path: path, query: query, fragment: fragment)
  }

  mutating func opaque(_ scheme: String) throws(PatternFault) -> URLGlob {
    let start = reader.index
    let tokens = try reader.globTokens(upTo: end(before: ["?", "#"]), separator: "/")
    builder.kind = .text
    let rest = try builder.glob(
      Self.mapLiterals(tokens) { WebURL.percentEncoded($0, .control) },
      source: reader.text(start..<reader.index), reader)
    let (query, fragment) = try queryAndFragment(scheme)
    return .opaque(scheme: scheme, rest: rest, query: query, fragment: fragment)
  }

  /// Consumes the rest of the pattern after the path.
  mutating func queryAndFragment(
    _ scheme: String?
  ) throws(PatternFault) -> (query: Glob?, fragment: Glob?) {
    var query: Glob?
    var fragment: Glob?
    if reader.take("?") {
      query = try plain(
        upTo: end(before: ["#"]), scheme.map(WebURL.isSpecial) ?? true ? .specialQuery : .query)
    }
    if reader.take("#") {
      fragment = try plain(upTo: reader.scalars.count, .fragment)
    }
    return (query, fragment)
  }

  /// Returns the index of the first of these scalars that is outside of captures and escapes.
  func end(before scalars: [Unicode.Scalar]) -> Int {
    var index = reader.index
    var isInCapture = false
    while index < reader.scalars.count {
      let scalar = reader.scalars[index]
      if scalar == "\\" {
        index += 2
        continue
      }
      if scalar == "{" { isInCapture = true }
      if scalar == "}" { isInCapture = false }
      if !isInCapture, scalars.contains(scalar) { return index }
      index += 1
    }
    return reader.scalars.count
  }

  // MARK: Host and port

  mutating func authority(
    _ scheme: String?
  ) throws(PatternFault) -> (Glob, URLGlob.PortPattern) {
    let start = reader.index
    let end = end(before: ["/", "?", "#"])
    if let at = reader.scalars[start..<end].lastIndex(of: "@") {
      throw reader.fault(
        .invalid, "a pattern cannot contain user info",
        start..<at + 1)
    }
    let hostEnd: Int
    if reader.peek == "[" {
      hostEnd = (reader.scalars[start..<end].firstIndex(of: "]") ?? end - 1) + 1
    } else {
      hostEnd = min(self.end(before: [":"]), end)
    }
    let host = try host(upTo: hostEnd, scheme)
    guard reader.index < end else { return (host, .byScheme) }
    guard reader.take(":") else {
      throw reader.fault(.invalid, "only a port can follow `]`", reader.index..<end)
    }
    let portText = reader.text(reader.index..<end)
    let portRange = reader.index..<end
    reader.index = end
    if portText == "*" { return (host, .any) }
    guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(portText),
      number <= 65535
    else {
      throw reader.fault(
        .invalid, "a port is a number up to 65535, or `*`",
        portRange.isEmpty ? end - 1..<end : portRange)
    }
    let isDefault = scheme.flatMap(WebURL.defaultPort) == number
    return (host, isDefault ? .byScheme : .number(number))
  }

  mutating func host(upTo end: Int, _ scheme: String?) throws(PatternFault) -> Glob {
    let start = reader.index
    let source = reader.text(start..<end)
    if start == end { return Glob(elements: [], separator: ".", source: "") }
    if reader.peek == "[" {
      reader.index = end
      let host = try canonical(source, scheme, start..<end)
      return Glob(elements: [.literal(host)], separator: ".", source: source)
    }
    let tokens = try reader.globTokens(upTo: end, separator: ".")
    builder.kind = .host
    if !tokens.contains(where: { $0.isWildcard }) {
      let host = try canonical(source, scheme, start..<end)
      return Glob(elements: [.literal(host)], separator: ".", source: source)
    }
    var mapped: [GlobToken] = []
    for (index, token) in tokens.enumerated() {
      guard case .literal(let text) = token.kind else {
        mapped.append(token)
        continue
      }
      let isWholeLabel =
        (index == 0 || tokens[index - 1].isSeparator)
        && (index + 1 == tokens.count || tokens[index + 1].isSeparator)
      if !isWholeLabel, !text.utf8.allSatisfy({ $0 < 0x80 }) {
        throw reader.fault(
          .invalid, "a label with a wildcard cannot contain letters outside of ASCII",
          token.range)
      }
      let label = try canonicalLabel(text, scheme, token.range)
      mapped.append(GlobToken(kind: .literal(label), range: token.range))
    }
    return try builder.glob(mapped, source: source, reader)
  }

  /// Returns the host in the canonical form of the URL parser, in lower case.
  func canonical(
    _ host: String, _ scheme: String?, _ range: Range<Int>
  ) throws(PatternFault) -> String {
    guard let url = WebURL.parse("\(scheme ?? "https")://\(host)/"), let canonical = url.host else {
      throw reader.fault(.invalid, "no URL has this host", range)
    }
    return canonical
  }

  /// Returns the canonical form of a label or a part of it. Numbers are unchanged, since next to a wildcard they
  /// are no part of an IPv4 address.
  func canonicalLabel(
    _ label: String, _ scheme: String?, _ range: Range<Int>
  ) throws(PatternFault) -> String {
    if label.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return label }
    if label.utf8.allSatisfy({ $0 < 0x80 }) {
      // The letters around the label prevent the parser from reading a number or a hyphenated prefix.
      let host = try canonical("a\(label)a", scheme, range)
      return String(host.dropFirst().dropLast())
    }
    return try canonical(label, scheme, range)
  }

  // MARK: Path, query, fragment

  mutating func path(upTo end: Int) throws(PatternFault) -> Glob {
    let start = reader.index
    let tokens = try reader.globTokens(upTo: end, separator: "/")
    var mapped: [GlobToken] = []
    for component in tokens.split(whereSeparator: { $0.isSeparator }) {
      mapped.append(GlobToken(kind: .separator, range: start..<start))
      mapped += Self.mapLiterals(component) { PercentEscapes.decode($0, as: .pathComponent) }
      if component.count == 1, case .literal(let text) = mapped[mapped.count - 1].kind,
        text == "." || text == ".."
      {
        throw reader.fault(
          .invalid, "no path has a component `.` or `..`; the URL parser resolves them",
          mapped[mapped.count - 1].range)
      }
    }
    if mapped.isEmpty { mapped = [GlobToken(kind: .separator, range: start..<start)] }
    builder.kind = .components
    return try builder.glob(mapped, source: reader.text(start..<end), reader)
  }

  /// Parses a part without components.
  mutating func plain(
    upTo end: Int, _ set: WebURL.EncodeSet
  ) throws(PatternFault) -> Glob {
    let start = reader.index
    let tokens = try reader.globTokens(upTo: end, separator: nil)
    builder.kind = .text
    return try builder.glob(
      Self.mapLiterals(tokens) { WebURL.percentEncoded($0, set) },
      source: reader.text(start..<end), reader)
  }

  static func mapLiterals(
    _ tokens: some Collection<GlobToken>, _ map: (String) -> String
  ) -> [GlobToken] {
    tokens.map { token in
      guard case .literal(let text) = token.kind else { return token }
      return GlobToken(kind: .literal(map(text)), range: token.range)
    }
  }
}
