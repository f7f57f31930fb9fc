import Automata
import Requests
import WebURL

/// Makes a request out of proposed values.
///
/// Where something is asked of components that are views of others (a query as it is written beside its
/// keys), the proposed values need not go together; then values are taken that do (`URLPartPreimage`), and
/// whoever asked reads what the URL really holds.
struct WitnessBuilder {
  let context: AnalysisContext
  let cube: Cube

  private var store: LanguageStore { context.store }

  /// The request, where every value is of characters that stand for themselves wherever they are
  /// written, so that nothing has to be parsed to know what it is; nil where that is not so.
  func plain() -> Witness? {
    guard cube.kind.page == nil, case .form(let form) = cube.kind.url,
      form == .https || form == .http
    else { return nil }
    var host = Self.exampleHost
    var path: [UInt8] = [0x2F]
    var query: [UInt8] = []
    for (place, component) in cube.components.enumerated() {
      guard let value = cube.constraints[place].value else { return nil }
      guard case .text(let bytes) = value else { continue }
      switch context.atomTable.components[component] {
      case .input: break
      case .part(let part, of: .request):
        switch part {
        case .scheme: break
        case .host:
          guard Self.isPlainHost(bytes) else { return nil }
          host = bytes
        case .path:
          guard bytes.allSatisfy({ Self.isPlain($0) || $0 == 0x2F }) else { return nil }
          path = bytes
        case .queryItem(let name):
          guard name.utf8.allSatisfy(Self.isPlain), bytes.allSatisfy(Self.isPlain) else {
            return nil
          }
          query += [query.isEmpty ? 0x3F : 0x26] + Array(name.utf8) + [0x3D] + bytes
        case .whole, .port, .fragment, .writtenQuery, .writtenFragment, .afterScheme: return nil
        }
      case .part(_, of: .page): return nil
      }
    }
    var written: [UInt8] = []
    written.reserveCapacity(16 + host.count + path.count + query.count)
    written += form == .https ? Self.https : Self.http
    written += host
    if case .port(let port)? = cube.value(of: .port, context) {
      written += Array(":\(port)".utf8)
    }
    written += path
    written += query
    let url = text(written)
    if context.namedURL(of: url) != nil { return nil }
    return filled(Witness(href: url))
  }

  private static let exampleHost = Array("example.com".utf8)
  private static let https = Array("https://".utf8)
  private static let http = Array("http://".utf8)

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

  /// Requests that should have what is asked for, any of them; nil where no request has.
  func witnesses(_ limit: StepLimit) throws(OutOfSteps) -> [Witness]? {
    guard let urls = try urls(limit) else { return nil }
    guard let page = page() else { return [] }
    var base = filled(Witness(url: page.url))
    base.settings.setPage(page.isShown ? page.url : nil)
    return urls.map { url in
      var witness = base
      witness.url = url
      return witness
    }
  }

  /// With all that is not in a URL.
  private func filled(_ start: Witness) -> Witness {
    var base = start
    for (number, component) in cube.components.map({ ($0, context.atomTable.components[$0]) }) {
      guard case .input(let input) = component else { continue }
      base.settings.set(input, cube.value(of: number, context).constant(of: input.row.type))
    }
    return base
  }

  /// - Returns: any URL where no page is shown; nil where the values make none.
  private func page() -> (url: WebURL, isShown: Bool)? {
    guard let form = cube.kind.page else {
      return (Self.anyURL, false)
    }
    func value(_ component: Component, _ otherwise: String) -> String {
      guard let value = cube.value(of: component, context) else { return otherwise }
      if case .text(let bytes) = value { return text(bytes) }
      return ""
    }
    let scheme = value(.part(.scheme, of: .page), form.scheme ?? "app")
    var url = scheme + ":"
    if form.hasHost { url += "//" + value(.part(.host, of: .page), "example.com") }
    if form == .file { url += "//" }
    url +=
      form.hasPath ? written(path: Array(value(.part(.path(.whole), of: .page), "/").utf8)) : "page"
    return WebURL.parse(url).map { ($0, true) }
  }

  // MARK: URLs

  /// nil where nothing can be written that has what is asked for.
  private func urls(_ limit: StepLimit) throws(OutOfSteps) -> [WebURL]? {
    switch cube.kind.url {
    case .namedURL(let namedURL): return [context.atomTable.namedURLs[namedURL]]
    case .form(let form):
      guard let text = try text(form, limit) else { return nil }
      guard let url = WebURL.parse(text), URLForm(url) == form || form.scheme == nil else {
        return []
      }
      if context.namedURL(of: url.normalized) == nil { return [url] }
      return twins(text, form) + [url]
    }
  }

  /// URLs with the same components that are written in other ways.
  private func twins(_ text: String, _ form: URLForm) -> [WebURL] {
    var texts: [String] = []
    if form.canHavePort, let slashes = text.utf8.firstIndex(of: 0x2F) {
      let host = text.utf8.index(slashes, offsetBy: 2)
      for user in ["user@", "user2@"] { texts.append(text[..<host] + user + text[host...]) }
    } else if form.hasPath {
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
      .filter { context.namedURL(of: $0.normalized) == nil }
  }

  private func text(_ form: URLForm, _ limit: StepLimit) throws(OutOfSteps) -> String? {
    let forms = URLPartPreimage(context: context, cube: cube, form: form)
    let written = Component.ofURL(.writtenQuery)
    guard let query = try part("?", written, plain: plainQuery, limit, forms.query) else {
      return nil
    }
    let held = bytes(.ofURL(.fragment)).map { escaped($0) }
    guard
      let fragment = try part("#", .ofURL(.writtenFragment), plain: held, limit, forms.fragment)
    else { return nil }
    let start = text(bytes(.scheme) ?? Array((form.scheme ?? "app").utf8)) + ":"
    let plain = front(form) + query + fragment
    guard !form.isSpecial, let number = context.atomTable.number(of: .ofURL(.afterScheme)),
      let constraint = cube.constraint(number)
    else { return start + plain }
    let wanted = constraint.remaining(context).language(store)
    if store.contains(wanted, plain) { return start + plain }
    let rest = store.intersection([wanted, forms.rest()])
    let usual = store.intersection([rest, store.complement(.epsilon)])
    var shortest = try store.shortest(usual, limit)
    if shortest == nil { shortest = try store.shortest(rest, limit) }
    return shortest.map { start + text($0) }
  }

  /// What stands before the query.
  private func front(_ form: URLForm) -> String {
    if form == .opaque { return "a" }
    var front = ""
    if form.hasHost {
      front += "//" + text(bytes(.host) ?? Self.exampleHost)
      if case .port(let port)? = cube.value(of: .port, context) { front += ":\(port)" }
    } else if form == .file {
      front += "//"
    }
    return front + written(path: bytes(.path) ?? [0x2F])
  }

  /// The items of the keys that have a value; nil where none has.
  private var plainQuery: String? {
    var items: [String] = []
    for component in cube.components {
      if case .part(.queryItem(let name), of: .request) = context.atomTable.components[component],
        case .text(let value) = cube.value(of: component, context)
      {
        items.append(escaped(Array(name.utf8)) + "=" + escaped(value))
      }
    }
    return items.isEmpty ? nil : items.joined(separator: "&")
  }

  /// - Parameters:
  ///   - plain: as what the part holds is written, where nothing is asked of the writing.
  ///   - forms: how it may be written.
  /// - Returns: the part with its mark, "" where it is missing; nil where there is no such way.
  private func part(
    _ mark: String, _ component: Component, plain: String?, _ limit: StepLimit,
    _ forms: () -> URLPartPreimage.Part
  ) throws(OutOfSteps) -> String? {
    let written = plain.map { mark + $0 } ?? ""
    guard let number = context.atomTable.number(of: component),
      cube.constraint(number) != nil
    else { return written }
    let part = forms()
    let isPlain =
      if let plain { store.contains(part.texts, plain) } else { part.allowsMissing }
    if isPlain { return written }
    if let bytes = try store.shortest(part.texts, limit) { return mark + text(bytes) }
    return part.allowsMissing ? "" : nil
  }

  // MARK: Writing

  private func bytes(_ component: Component) -> [UInt8]? {
    if case .text(let bytes)? = cube.value(of: component, context) { return bytes }
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
