import Automata
import Requests
import WebURL

/// Builds a request from proposed values.
///
/// If several views of one text are constrained, such as the encoded query and the values of its keys, the
/// proposed values may be incompatible. Then compatible values are chosen (`URLPartPreimage`), and the caller
/// reads the values of the resulting URL.
struct WitnessBuilder {
  let context: AnalysisContext
  let cube: Cube

  private var store: LanguageStore { context.store }

  /// The request, if its URLs are plain and so need not be parsed; otherwise nil.
  ///
  /// - Parameter known: the URLs, if they are known. No rule may name them.
  func plain(_ known: PlainURLs?) -> Witness? {
    guard !cube.hasRelations(context), let urls = known ?? cube.plainURLs(context),
      let text = urls.requestText, known != nil || !context.isNamed(urls)
    else { return nil }
    var witness = filled(Witness(href: self.text(text)))
    for (place, other) in urls.others.enumerated() {
      guard let other else { continue }
      guard let url = WebURL.parse(self.text(other.text)) else { return nil }
      witness.settings.setURL(context.atomTable.otherRoots[place], url)
    }
    return witness
  }

  enum BuiltRequests {
    /// Requests that probably satisfy the cube, which the caller has to check.
    case requests([Witness])
    /// The cube contains no URL for the root.
    case none(URLRoot)
  }

  /// Builds requests, if possible with exactly the proposed values of compared components.
  func witnesses(_ limit: StepLimit) throws(OutOfSteps) -> BuiltRequests {
    if !cube.comparisons.isEmpty {
      let compared = cube.comparisons.flatMap { context.atomTable.components(ofAtom: $0.atom) }
      let fixed = WitnessBuilder(context: context, cube: cube.fixing(compared))
      if case .requests(let found) = try fixed.built(limit), !found.isEmpty {
        return .requests(found)
      }
    }
    return try built(limit)
  }

  private func built(_ limit: StepLimit) throws(OutOfSteps) -> BuiltRequests {
    guard let urls = try urls(limit) else { return .none(.request) }
    let relations = cube.relations(context)
    var others: [(root: URLRoot, url: WebURL)] = []
    for (place, root) in context.atomTable.otherRoots.enumerated() {
      guard let form = cube.kind.form(at: place) else { continue }
      if let url = named(root, relations) {
        others.append((root, url))
        continue
      }
      if let url = guessed(form, of: root) {
        others.append((root, url))
        continue
      }
      guard let text = try text(form, of: root, limit) else { return .none(root) }
      guard let url = WebURL.parse(text) else { return .requests([]) }
      others.append((root, url))
    }
    let base = filled(Witness(url: Self.anyURL))
    var witnesses: [Witness] = []
    let wholes = others.filter { isPart($0.root, relations) }.map { $0.url }
    for url in urls + wholes {
      var witness = base
      witness.url = url
      for (root, other) in others { witness.settings.setURL(root, other) }
      for (relation, holds) in relations { try relate(relation, holds, &witness, limit) }
      witnesses += different(witness, relations)
    }
    return .requests(witnesses)
  }

  /// The request in several variants. In these, URLs that must differ but have the same parts are made different.
  private func different(
    _ witness: Witness, _ relations: [(relation: Relation, holds: Bool)]
  ) -> [Witness] {
    let pairs = relations.compactMap { relation, holds -> (URLRoot, URLRoot)? in
      guard !holds, case .sameURL(let one, let other) = relation, let first = witness.url(one),
        let second = witness.url(other), first.normalized == second.normalized
      else { return nil }
      return (one, other)
    }
    if pairs.isEmpty { return [witness] }
    var found: [Witness] = []
    for changesRequest in [false, true] {
      for end in ["#a", "?a"] {
        var changed = witness
        for (one, other) in pairs {
          let root = (other == .request) == changesRequest ? other : one
          guard let url = changed.url(root), url.rawFragment == nil,
            end == "#a" || url.rawQuery == nil, let next = WebURL.parse(url.normalized + end)
          else { continue }
          if root == .request { changed.url = next } else { changed.settings.setURL(root, next) }
        }
        found.append(changed)
      }
    }
    return found
  }

  /// The URL that the root must have because a condition names it; nil if there is none.
  private func named(_ root: URLRoot, _ relations: [(relation: Relation, holds: Bool)]) -> WebURL? {
    relations.lazy.compactMap { relation, holds in
      guard holds, case .namedURL(root, let text) = relation else { return nil }
      return WebURL.parse(text.string)
    }.first
  }

  /// Returns whether the request's URL must begin with the root's URL, end with it or contain it.
  private func isPart(_ root: URLRoot, _ relations: [(relation: Relation, holds: Bool)]) -> Bool {
    relations.contains { relation, holds in
      guard holds, case .text(_, let one, let other) = relation else { return false }
      let components = context.atomTable.components
      return components[one.component] == .part(.writtenURL, of: .request)
        && components[other.component] == .part(.writtenURL, of: root)
    }
  }

  /// Chooses a value of the app or another URL so that the relation of two texts holds, or does not.
  private func relateTexts(
    _ relation: Relation, _ holds: Bool, _ witness: inout Witness, _ limit: StepLimit
  ) throws(OutOfSteps) {
    guard case .text(let kind, let one, let other) = relation,
      one.view == .whole, other.view == .whole, context.holds(relation, witness) != holds
    else { return }
    let components = context.atomTable.components
    let whole = AnalysisContext.value(of: components[one.component], witness)
    switch (components[one.component], components[other.component]) {
    case (_, .input(.value(let key))) where holds:
      guard case .text(let text) = whole, text.count <= TextRelation.longestText,
        let wanted = cube.constraint(other.component)?.remaining(context).language(store)
      else { return }
      guard let part = try kind.part(of: text, in: wanted, store, limit) else { return }
      witness.settings.set(.value(key), .string(self.text(part)))
    case (.part(.writtenURL, let root), .part(.writtenURL, let otherRoot)):
      if holds {
        if otherRoot != .request { witness.settings.setURL(otherRoot, witness.url(root)) }
      } else if let url = witness.url(otherRoot), url.rawFragment == nil, otherRoot != .request {
        witness.settings.setURL(otherRoot, WebURL.parse(url.normalized + "#a"))
      }
    default: break
    }
  }

  /// A pattern that matches the host: the host itself, or the host and a wildcard if the list must not contain
  /// the host.
  private func pattern(of host: [UInt8], _ list: AppValueKey) -> String {
    let isExcluded = cube.relations(context).contains { relation, holds in
      guard !holds, case .listed(let view, list) = relation else { return false }
      return view.part(of: cube.value(of: view.component, context)) == .text(host)
    }
    return HostPattern.text(of: host) + (isExcluded ? "*" : "")
  }

  /// Makes two URLs equal, or adds an item that a list of the app must contain.
  private func relate(
    _ relation: Relation, _ holds: Bool, _ witness: inout Witness, _ limit: StepLimit
  ) throws(OutOfSteps) {
    func add(_ item: RequestConstant, _ list: AppValueKey) {
      var items: [RequestConstant] = []
      if case .list(let known)? = witness.settings[.value(list)] { items = known }
      if !items.contains(item) { witness.settings.set(.value(list), .list(items + [item])) }
    }
    switch relation {
    case .namedURL: break
    case .text: try relateTexts(relation, holds, &witness, limit)
    case .sameURL(let first, let second):
      guard let one = witness.url(first), let other = witness.url(second) else { return }
      let (kept, changed) = second == .request ? (other, first) : (one, second)
      if holds { witness.settings.setURL(changed, kept) }
    case .listed(let view, let list):
      let value = view.part(of: cube.value(of: view.component, context))
      if holds, case .text(let bytes) = value { add(.string(text(bytes)), list) }
    case .likeListed(let view, let list):
      guard holds, case .text(let host) = view.part(of: cube.value(of: view.component, context))
      else { return }
      add(.string(pattern(of: host, list)), list)
    case .listedURL(let root, let list):
      if holds, let url = witness.url(root) { add(.url(url.normalized), list) }
    case .listedOrigin(let root, let list):
      guard holds, let url = witness.url(root), let host = url.host else { return }
      let origin = "\(url.scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
      if let origin = WebURL.parse(origin) { add(.url(origin.normalized), list) }
    }
  }

  /// Adds the inputs to a request. They are not parts of a URL.
  private func filled(_ start: Witness) -> Witness {
    var base = start
    for number in cube.components {
      guard case .input(let input) = context.atomTable.components[number] else { continue }
      let value = cube.value(of: number, context)
      // Default values need no setting, except for values of the app.
      if value == context.atomTable.defaults[number] {
        guard case .value = input else { continue }
      }
      base.settings.set(input, value.constant(of: input.kind.type))
    }
    return base
  }

  // MARK: URLs

  /// Some URLs of the cube; nil if it contains no URL.
  private func urls(_ limit: StepLimit) throws(OutOfSteps) -> [WebURL]? {
    switch cube.kind.url {
    case .namedURL(let namedURL): return [context.atomTable.namedURLs[namedURL]]
    case .form(let form):
      if case .url(let url) = cube.nameOfRequest(context) { return [url] }
      if let url = guessed(form, of: .request), context.namedURL(of: url.normalized) == nil {
        return [url]
      }
      guard let text = try text(form, of: .request, limit) else { return nil }
      guard let url = WebURL.parse(text), URLForm(url) == form || form.scheme == nil else {
        return []
      }
      if context.namedURL(of: url.normalized) == nil { return [url] }
      return twins(text, form) + [url]
    }
  }

  /// Different URLs with the same components.
  private func twins(_ text: String, _ form: URLForm) -> [WebURL] {
    var texts: [String] = []
    if form.canHavePort, let slashes = text.utf8.firstIndex(of: 0x2F) {
      let host = text.utf8.index(slashes, offsetBy: 2)
      for user in ["user@", "user2@"] { texts.append(text[..<host] + user + text[host...]) }
    }
    if form.hasPath, texts.isEmpty || !context.atomTable.rootsWithText.isEmpty {
      let end = text.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? text.endIndex
      texts.append(text[..<end] + "/" + text[end...])
      texts.append(text[..<end] + "//" + text[end...])
    }
    if text.utf8.contains(0x3F) || text.utf8.contains(0x23) {
      // The query or the fragment may be constrained.
    } else {
      texts += [text + "#a", text + "?a"]
    }
    return texts.compactMap { WebURL.parse($0) }
      .filter { context.namedURL(of: $0.normalized) == nil }
  }

  /// The text of the root's URL, usually a plain one; nil if there is none.
  func text(
    _ form: URLForm, of root: URLRoot, _ limit: StepLimit
  ) throws(OutOfSteps) -> String? {
    let forms = URLPartPreimage(context: context, cube: cube, root: root, form: form)
    let items = cube.components.contains { component in
      if case .part(.rawQueryItem, of: root) = context.atomTable.components[component] {
        true
      } else {
        false
      }
    }
    let query = try part(
      "?", plain: plainQuery(of: root),
      isView: items || isConstrained(.part(.writtenQuery, of: root)), limit, forms.query)
    guard let query else { return nil }
    let held = bytes(.part(.fragment, of: root)).map { escaped($0) }
    let fragment = try part(
      "#", plain: held, isView: isConstrained(.part(.writtenFragment, of: root)), limit,
      forms.fragment)
    guard let fragment else { return nil }
    let scheme = text(bytes(.part(.scheme, of: root)) ?? Array(form.usualScheme.utf8))
    guard let front = try front(form, of: root, limit, forms) else { return nil }
    let whole = scheme + ":" + front + query + fragment
    guard let wanted = wantedText(of: root) else { return whole }
    if store.contains(wanted, whole) { return whole }
    var hosts: [[UInt8]?] = [nil]
    if form.hasHost { hosts.insert(bytes(.part(.host, of: root)) ?? URLForm.usualHost, at: 0) }
    for host in hosts {
      let texts = store.intersection([wanted, forms.whole(host: host)])
      if let shortest = try store.shortestDirected(texts, limit) { return text(shortest) }
    }
    return nil
  }

  /// A URL of the cube whose encoded forms need no search; nil if there is none. They are the usual forms, or
  /// members of languages that they must be in.
  private func guessed(_ form: URLForm, of root: URLRoot) -> WebURL? {
    guard cube.comparisons.isEmpty else { return nil }
    let components = context.atomTable.components
    let scheme = text(bytes(.part(.scheme, of: root)) ?? Array(form.usualScheme.utf8)) + ":"
    let front = scheme + front(form, of: root)
    let query = plainQuery(of: root).map { "?" + $0 } ?? ""
    let fragment = bytes(.part(.fragment, of: root)).map { "#" + escaped($0) } ?? ""
    var texts: [String] = []
    for constraint in cube.constraints {
      guard case .part(let part, of: root) = components[constraint.component], part.isWrittenForm
      else { continue }
      if texts.isEmpty { texts.append(front + query + fragment) }
      for literal in constraint.literals where !literal.isNegated {
        guard let member = member(of: literal) else { continue }
        switch part {
        case .writtenQuery: texts.append(front + "?" + member + fragment)
        case .writtenFragment: texts.append(front + query + "#" + member)
        case .opaque, .afterScheme: texts.append(scheme + member)
        case .writtenURL:
          let isPath = front.utf8.last == 0x2F && member.utf8.first == 0x2F
          texts += [member, (isPath ? String(front.dropLast()) : front) + member]
          texts.append(front + query + "#" + member)
        case .rawQueryItem, .whole, .scheme, .host, .port, .path, .queryItem, .fragment: break
        }
      }
    }
    return texts.lazy.compactMap { WebURL.parse($0) }.first { isRight($0, form, root) }
  }

  /// A text for which the literal holds; nil if finding one needs a search.
  private func member(of literal: AtomLiteral) -> String? {
    switch context.atomTable.atoms[literal.atom].test {
    case .literal(let bytes): text(bytes)
    case .language(let language): store.cheapMember(language).map { text($0) }
    case .isPresent, .numbers, .choice, .namedURL, .equal, .related: nil
    }
  }

  /// Returns whether the parts of the URL are in the cube.
  private func isRight(_ url: WebURL, _ form: URLForm, _ root: URLRoot) -> Bool {
    guard URLForm(url) == form else { return false }
    for constraint in cube.constraints {
      let component = context.atomTable.components[constraint.component]
      guard component.root == root else { continue }
      let value = AnalysisContext.value(of: component, url)
      if !constraint.allows(value, context) { return false }
    }
    return true
  }

  /// The texts of the whole URL that satisfy the cube, including relations to values of the app; nil if all texts
  /// do.
  private func wantedText(of root: URLRoot) -> Language? {
    guard let number = context.atomTable.number(of: .part(.writtenURL, of: root)),
      let left = cube.constraint(number)?.remaining(context).language(store)
    else { return nil }
    let around = cube.relations(context).compactMap { relation, holds -> Language? in
      guard holds, case .text(let kind, let one, let other) = relation, one.component == number,
        case .input = context.atomTable.components[other.component],
        let parts = cube.constraint(other.component)?.remaining(context).language(store)
      else { return nil }
      return kind.texts(around: parts, store)
    }
    return store.intersection([left] + around)
  }

  private func isConstrained(_ component: Component) -> Bool {
    context.atomTable.number(of: component).flatMap { cube.constraint($0) } != nil
  }

  /// The text between the scheme and the query; nil if no text satisfies the cube.
  private func front(
    _ form: URLForm, of root: URLRoot, _ limit: StepLimit, _ forms: URLPartPreimage
  ) throws(OutOfSteps) -> String? {
    let plain = front(form, of: root)
    guard !form.isSpecial,
      let number = context.atomTable.number(of: .part(.afterScheme, of: root)),
      let wanted = cube.constraint(number)?.remaining(context).language(store),
      !store.contains(wanted, plain)
    else { return plain }
    let rest = forms.front()
    let usual = store.intersection([rest, store.complement(.epsilon)])
    var shortest = try store.shortest(usual, limit)
    if shortest == nil { shortest = try store.shortest(rest, limit) }
    return shortest.map { text($0) }
  }

  /// The usual text between the scheme and the query.
  private func front(_ form: URLForm, of root: URLRoot) -> String {
    if form == .opaque { return text(URLForm.usualOpaque(root)) }
    var front = ""
    if form.hasHost {
      front += "//" + text(bytes(.part(.host, of: root)) ?? URLForm.usualHost)
      if case .port(let port)? = cube.value(of: .part(.port, of: root), context) {
        front += ":\(port)"
      }
    } else if form == .file {
      front += "//"
    }
    return front + written(path: bytes(.part(.path(.whole), of: root)) ?? [0x2F])
  }

  /// The items of the query keys that have a value; nil if no key has one.
  private func plainQuery(of root: URLRoot) -> String? {
    var items: [String] = []
    for component in cube.components {
      let name: ExactString
      switch context.atomTable.components[component] {
      case .part(.queryItem(let key), of: root), .part(.rawQueryItem(let key), of: root): name = key
      case .part, .input: continue
      }
      if case .text(let value) = cube.value(of: component, context) {
        items.append(escaped(Array(name.utf8)) + "=" + escaped(value))
      }
    }
    return items.isEmpty ? nil : items.joined(separator: "&")
  }

  /// The part with its delimiter.
  ///
  /// - Parameters:
  ///   - plain: the usual encoded form of the part.
  ///   - isView: whether several views of the part are constrained.
  ///   - forms: returns the encoded forms that satisfy the cube.
  /// - Returns: the part with its delimiter, or "" if the part is missing; nil if no form satisfies the cube.
  private func part(
    _ mark: String, plain: String?, isView: Bool, _ limit: StepLimit,
    _ forms: () -> URLPartPreimage.Part
  ) throws(OutOfSteps) -> String? {
    let written = plain.map { mark + $0 } ?? ""
    if !isView { return written }
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

  /// Escapes every byte that may have a special meaning.
  ///
  /// - Parameter keepsBackslash: true for paths. A path of the cube contains a backslash only if that is no
  ///   separator, and rules would not decode an escaped one.
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
