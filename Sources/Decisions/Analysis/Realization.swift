import Automata
import Semantics
import WebURL

/// Makes a request out of proposed values.
///
/// Where components are views of one another (a query as it is written and its keys), several texts
/// are tried; whoever asked reads what the URL really holds.
struct Realization {
  let context: AnalysisContext
  let region: Region

  private var store: LanguageStore { context.store }

  /// The request, where every value is of characters that stand for themselves wherever they are
  /// written, so that nothing has to be parsed to know what it is; nil where that is not so.
  func plain() -> Witness? {
    guard region.kind.page == nil, case .shape(let shape) = region.kind.url,
      shape == .https || shape == .http
    else { return nil }
    var host: [UInt8] = Self.exampleHost
    var path: [UInt8] = [0x2F]
    var query: [UInt8] = []
    for (place, component) in region.components.enumerated() {
      guard let value = region.constraints[place].value else { return nil }
      guard case .text(let bytes) = value else { continue }
      switch context.vocabulary.components[component] {
      case .scheme, .method, .header: break
      case .host:
        guard Self.isPlainHost(bytes) else { return nil }
        host = bytes
      case .path:
        guard bytes.allSatisfy({ Self.isPlain($0) || $0 == 0x2F }) else { return nil }
        path = bytes
      case .query(let name):
        guard name.allSatisfy(Self.isPlain), bytes.allSatisfy(Self.isPlain) else { return nil }
        query += [query.isEmpty ? 0x3F : 0x26] + name + [0x3D] + bytes
      default: return nil
      }
    }
    var text = (shape == .https ? "https://" : "http://") + text(host)
    if case .port(let port)? = region.value(of: .port, context) { text += ":\(port)" }
    text += self.text(path) + self.text(query)
    if context.point(of: text) != nil { return nil }
    return filled(Witness(href: text))
  }

  private static let exampleHost = Array("example.com".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Whether every label is of letters, and so neither an address nor encoded.
  private static func isPlainHost(_ bytes: [UInt8]) -> Bool {
    bytes.last != 0x2E && !bytes.isEmpty
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E }
      && (0x61...0x7A).contains(bytes[bytes.lastIndex(of: 0x2E).map { $0 + 1 } ?? 0])
      && bytes.last != 0x2E
  }

  /// Requests that may have the proposed values, likely ones first.
  func witnesses() throws(OutOfSteps) -> [Witness] {
    guard let page = page() else { return [] }
    var base = filled(Witness(url: page.url))
    base.page = page.isShown ? page.url : nil
    return try urls().map { url in
      var witness = base
      witness.url = url
      return witness
    }
  }

  /// With all that is not in a URL.
  private func filled(_ start: Witness) -> Witness {
    var base = start
    if case .choice(let bit)? = region.value(of: .frame, context) {
      base.frame = FrameKind.allCases[bit]
    }
    if case .choice(let bit)? = region.value(of: .navigation, context) {
      base.navigation = NavigationKind.allCases[bit]
    }
    if case .text(let method)? = region.value(of: .method, context) { base.method = text(method) }
    if case .choice(1)? = region.value(of: .download, context) { base.download = true }
    for component in region.components {
      switch (context.vocabulary.components[component], region.value(of: component, context)) {
      case (.flag(let name), .choice(1)): base.flags.append(name)
      case (.header(let name), .text(let value)): base.headers[text(name)] = text(value)
      default: break
      }
    }
    base.flags.sort()
    return base
  }

  /// - Returns: any URL where no page is shown; nil where the values make none.
  private func page() -> (url: WebURL, isShown: Bool)? {
    guard let shape = region.kind.page else {
      return (Self.anyURL, false)
    }
    func value(_ component: Component, _ otherwise: String) -> String {
      guard let value = region.value(of: component, context) else { return otherwise }
      if case .text(let bytes) = value { return text(bytes) }
      return ""
    }
    let scheme = value(.pageScheme, shape.scheme ?? "app")
    var url = scheme + ":"
    if shape.hasHost { url += "//" + value(.pageHost, "example.com") }
    if shape == .file { url += "//" }
    url += shape.hasPath ? written(path: Array(value(.pagePath, "/").utf8)) : "page"
    return WebURL.parse(url).map { ($0, true) }
  }

  // MARK: URLs

  private func urls() throws(OutOfSteps) -> [WebURL] {
    switch region.kind.url {
    case .point(let point): return [context.vocabulary.points[point]]
    case .shape(let shape):
      var urls: [WebURL] = []
      for text in try texts(shape) {
        guard let url = WebURL.parse(text), Shape(url) == shape || shape.scheme == nil else {
          continue
        }
        if context.point(of: url.normalized) != nil {
          urls += twins(text, shape)
        }
        urls.append(url)
      }
      return urls
    }
  }

  /// URLs with the same components that are written in other ways.
  private func twins(_ text: String, _ shape: Shape) -> [WebURL] {
    var texts: [String] = []
    if shape.canHavePort, let slashes = text.utf8.firstIndex(of: 0x2F) {
      let host = text.utf8.index(slashes, offsetBy: 2)
      for user in ["user@", "user2@"] { texts.append(text[..<host] + user + text[host...]) }
    } else if shape.hasPath {
      let end = text.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? text.endIndex
      texts.append(text[..<end] + "/" + text[end...])
      texts.append(text[..<end] + "//" + text[end...])
    }
    if text.utf8.contains(0x3F) || text.utf8.contains(0x23) {
      // A query or a fragment is there, and is said something of.
    } else {
      texts += [text + "#a", text + "?a"]
    }
    return texts.compactMap { WebURL.parse($0) }
      .filter { context.point(of: $0.normalized) == nil }
  }

  private func texts(_ shape: Shape) throws(OutOfSteps) -> [String] {
    let scheme = bytes(.scheme) ?? Array((shape.scheme ?? "app").utf8)
    var texts: [String] = []
    let start = text(scheme) + ":"
    let tails = try self.tails()
    if shape == .opaque {
      if let number = context.vocabulary.number(of: .rest), region.constraint(number) != nil {
        texts += try rests(number).map { start + $0 }
      } else {
        texts += tails.map { start + "a" + $0 }
      }
      return texts
    }
    var front = start
    if shape.hasHost {
      front += "//" + text(bytes(.host) ?? Array("example.com".utf8))
      if case .port(let port)? = region.value(of: .port, context) { front += ":\(port)" }
    } else if shape == .file {
      front += "//"
    }
    front += written(path: bytes(.path) ?? [0x2F])
    texts += tails.map { front + $0 }
    if !shape.isSpecial, let number = context.vocabulary.number(of: .rest),
      region.constraint(number) != nil, case .text(let rest) = region.value(of: number, context)
    {
      texts.append(start + text(rest))
    }
    return texts
  }

  /// What stands behind the path: query and fragment, in ways that may be right.
  private func tails() throws(OutOfSteps) -> [String] {
    let query = try part("?", .writtenQuery, language: queryLanguage) {
      var items: [String] = []
      for component in region.components {
        if case .query(let name) = context.vocabulary.components[component],
          case .text(let value) = region.value(of: component, context)
        {
          items.append(escaped(name) + "=" + escaped(value))
        }
      }
      return items.isEmpty ? nil : items.joined(separator: "&")
    }
    let fragment = try part("#", .writtenFragment, language: fragmentLanguage) {
      bytes(.fragment).map { escaped($0) }
    }
    return query.flatMap { query in fragment.map { query + $0 } }
  }

  /// - Parameters:
  ///   - language: how the part may be written, by what is asked of what it holds.
  ///   - plain: as what it holds is written, where nothing is asked of the writing.
  private func part(
    _ mark: String, _ component: Component, language: () throws(OutOfSteps) -> Language?,
    plain: () -> String?
  ) throws(OutOfSteps) -> [String] {
    guard let number = context.vocabulary.number(of: component),
      let constraint = region.constraint(number)
    else { return [plain().map { mark + $0 } ?? ""] }
    var result: [String] = []
    let texts = constraint.remaining(context)
    if texts.allowsMissing, plain() == nil { result.append("") }
    var wanted: Language?
    switch texts.texts {
    case .none: break
    case .value(let bytes): wanted = store.literal(bytes)
    case .language(let language): wanted = language
    }
    if let wanted {
      if let language = try language(),
        let text = try store.shortest(store.intersection([wanted, language]))
      {
        result.append(mark + self.text(text))
      }
      if let plain = plain(), try store.contains(wanted, plain) { result.append(mark + plain) }
      if result.isEmpty, let text = try store.shortest(wanted) {
        result.append(mark + self.text(text))
      }
    }
    return result
  }

  /// Characters that stand for themselves in a query and a fragment.
  private var plainCharacters: Language {
    context.languages
      .oneOf("-._~!$()*,;:@/", [0x30...0x39, 0x41...0x5A, 0x61...0x7A])
  }

  /// Queries, plainly written, whose keys have the values that are asked for; nil where nothing is.
  private func queryLanguage() throws(OutOfSteps) -> Language? {
    let text = store.repetition(plainCharacters)
    let and = store.literal("&")
    let equals = store.literal("=")
    let item = store.concatenation(text, store.optional(store.concatenation(equals, text)))
    var parts: [Language] = []
    for component in region.components {
      guard case .query(let name) = context.vocabulary.components[component] else { continue }
      let key = store.literal(escaped(name))
      let anyValue = store.optional(store.concatenation(equals, .everything))
      let other = store.difference(item, store.concatenation(key, anyValue))
      let constraint = region.constraint(component)!.remaining(context)
      var cases: [Language] = []
      if constraint.allowsMissing {
        cases.append(
          store.concatenation(other, store.repetition(store.concatenation(and, other))))
      }
      var value: Language?
      switch constraint.texts {
      case .none: break
      case .value(let bytes): value = store.literal(escaped(bytes))
      case .language(let language): value = store.intersection([language, text])
      }
      if let value {
        var written = store.concatenation(equals, value)
        if store.holdsEpsilon(value) { written = store.optional(written) }
        cases.append(
          store.concatenation([
            store.repetition(store.concatenation(other, and)), key, written,
            store.repetition(store.concatenation(and, item)),
          ]))
      }
      parts.append(store.alternation(cases))
    }
    return parts.isEmpty ? nil : store.intersection(parts)
  }

  private func fragmentLanguage() throws(OutOfSteps) -> Language? {
    guard let number = context.vocabulary.number(of: .fragment),
      let constraint = region.constraint(number)
    else { return nil }
    switch constraint.remaining(context).texts {
    case .none: return .empty
    case .value(let bytes): return store.literal(escaped(bytes))
    case .language(let language):
      return store.intersection([language, store.repetition(plainCharacters)])
    }
  }

  /// What may follow the colon of a URL with an opaque path.
  private func rests(_ number: Int) throws(OutOfSteps) -> [String] {
    var wanted: Language
    switch region.constraint(number)!.remaining(context).texts {
    case .none: return []
    case .value(let bytes): return [text(bytes)]
    case .language(let language): wanted = language
    }
    let characters = store.difference(
      store.bytes(0x21...0x7E), context.languages.oneOf("?#"))
    var form = store.repetition(characters, lower: 1)
    let query = try queryLanguage()
    let fragment = try fragmentLanguage()
    if let query {
      let part = store.concatenation(store.literal("?"), query)
      form = store.concatenation(form, store.holdsEpsilon(query) ? store.optional(part) : part)
    }
    if let fragment { form = store.concatenation([form, store.literal("#"), fragment]) }
    var result: [String] = []
    if let text = try store.shortest(store.intersection([wanted, form])) {
      result.append(self.text(text))
    }
    wanted = store.intersection([wanted, store.complement(.epsilon)])
    if let text = try store.shortest(wanted) { result.append(self.text(text)) }
    return result
  }

  // MARK: Writing

  private func bytes(_ component: Component) -> [UInt8]? {
    if case .text(let bytes)? = region.value(of: component, context) { return bytes }
    return nil
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func written(path: [UInt8]) -> String {
    path.split(separator: 0x2F, omittingEmptySubsequences: false).map {
      escaped(Array($0), keepsBackslash: true)
    }
    .joined(separator: "/")
  }

  /// Every byte that might be read as something else as an escape.
  ///
  /// - Parameter keepsBackslash: for paths: one stands there only where it is no separator, and its
  ///   escape would stay an escape.
  private func escaped(_ bytes: [UInt8], keepsBackslash: Bool = false) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x24, 0x28...0x2A,
        0x2C, 0x3A, 0x3B, 0x40:
        result.append(byte)
      case 0x5C where keepsBackslash: result.append(byte)
      default:
        result += [0x25, Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let anyURL = WebURL.parse("https://example.com/")!
  private static let digits = Array("0123456789ABCDEF".utf8)
}
