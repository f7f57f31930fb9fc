import Automata
import Requests
import WebURL

/// The encoded forms of a URL's parts that satisfy a cube.
///
/// The encoded query and the values of its keys are views of one text. So are the encoded fragment and its
/// decoded text, the text after a custom scheme's colon and its parts, and the whole URL and all its parts. The
/// texts that decode to members of a language are a language, too (`PercentDecodingPreimage`). So the constraints
/// of all views are one intersection, and if it has no member, the cube is empty.
struct URLPartPreimage {
  /// The texts of a part that may be missing.
  struct Part {
    var allowsMissing: Bool
    var texts: Language
  }

  let context: AnalysisContext
  let cube: Cube
  let root: URLRoot
  let form: URLForm

  private var store: LanguageStore { context.store }
  private var languages: TextLanguages { context.languages }

  // MARK: Query and fragment

  /// The texts that may follow the `?`.
  func query() -> Part {
    var part = asked(.writtenQuery)
    for component in cube.components {
      guard case .part(let key, of: root) = context.atomTable.components[component],
        let items = QueryForms(key, context.languages, context.preimages),
        let value = cube.constraint(component)?.remaining(context)
      else { continue }
      var texts = items.queries(having: value.language(store))
      if value.allowsMissing {
        texts = store.alternation([texts, items.queriesWithout])
      } else {
        part.allowsMissing = false
      }
      part.texts = store.intersection([part.texts, texts])
    }
    return part
  }

  /// The texts that may follow the `#`.
  func fragment() -> Part {
    var part = asked(.writtenFragment)
    guard let number = context.atomTable.number(of: .part(.fragment, of: root)),
      let value = cube.constraint(number)?.remaining(context)
    else { return part }
    part.allowsMissing = part.allowsMissing && value.allowsMissing
    part.texts = store.intersection([
      part.texts, context.preimages.fragment(value.language(store)),
    ])
    return part
  }

  // MARK: The rest of a URL

  /// The whole texts of URLs that satisfy the cube. The constraint on the whole text itself is ignored.
  ///
  /// - Parameter host: a fixed host, without user info, and with a port only if the port is constrained; nil for
  ///   every host.
  func whole(host: [UInt8]?) -> Language {
    let scheme = form.scheme.map { store.literal($0) } ?? asked(.scheme).texts
    return store.concatenation([
      scheme, store.literal(":"), front(host: host), marked("?", query()), marked("#", fragment()),
    ])
  }

  /// The texts that may follow the colon, up to the query or fragment.
  func front(host: [UInt8]? = nil) -> Language {
    guard !form.isSpecial, context.atomTable.number(of: .part(.afterScheme, of: root)) != nil else {
      return parts(host)
    }
    return store.intersection([asked(.afterScheme).texts, parts(host)])
  }

  /// The texts that `front` returns, if the constraint on the text after the colon is ignored.
  private func parts(_ host: [UInt8]?) -> Language {
    let slashes = store.literal("//")
    switch form {
    case .opaque: return context.domains.opaquePath
    case .https, .http, .ftp, .ws, .wss, .fileHost, .customHost:
      let port = form.canHavePort ? port(isPlain: host != nil) : .epsilon
      let user = form == .fileHost ? .epsilon : store.optional(context.domains.userInfo)
      let authority =
        host.map { store.concatenation(store.literal($0), port) }
        ?? store.concatenation([user, asked(.host).texts, port])
      return store.concatenation([slashes, authority, path()])
    case .file: return store.concatenation(slashes, path())
    case .customPath:
      let path = path()
      let twoSlashes = store.concatenation(slashes, .everything)
      return store.alternation([
        store.difference(path, store.alternation([.epsilon, twoSlashes])),
        // The dot prevents the two slashes from starting a host.
        store.concatenation(store.literal("/."), store.intersection([path, twoSlashes])),
        // An empty host precedes the path.
        store.concatenation(slashes, path),
      ])
    }
  }

  /// The encoded paths, which may contain empty components. After a host, the empty text is the path `/`.
  private func path() -> Language {
    store.intersection([
      form.isSpecial
        ? context.domains.writtenSpecialPath : store.optional(context.domains.writtenPath),
      context.preimages.path(asked(.path(.whole)).texts),
    ])
  }

  /// The port with its colon, or the empty text if it may be missing.
  ///
  /// - Parameter isPlain: whether an unconstrained port is missing.
  private func port(isPlain: Bool) -> Language {
    guard let number = context.atomTable.number(of: .part(.port, of: root)),
      let ports = cube.constraint(number)?.ports
    else {
      return isPlain
        ? .epsilon : marked(":", Part(allowsMissing: true, texts: languages.decimals(form.ports)))
    }
    return marked(
      ":", Part(allowsMissing: ports.allowsMissing, texts: languages.decimals(ports.numbers)))
  }

  // MARK: Parts

  /// The part after its delimiter (`?`, `#` or `:`), and the empty text if the part may be missing.
  private func marked(_ mark: String, _ part: Part) -> Language {
    let texts = store.concatenation(store.literal(mark), part.texts)
    return part.allowsMissing ? store.optional(texts) : texts
  }

  /// The texts that the literals of the part itself allow; other views are ignored.
  private func asked(_ part: URLPart) -> Part {
    let component = Component.part(part, of: root)
    var texts = context.domains.text(of: component, form)
    if let number = context.atomTable.number(of: component),
      let constraint = cube.constraint(number)
    {
      texts = constraint.remaining(context)
    }
    return Part(allowsMissing: texts.allowsMissing, texts: texts.language(store))
  }
}

extension TextLanguages {
  /// The decimal texts of the numbers, without leading zeros.
  fileprivate func decimals(_ numbers: IntegerSet) -> Language {
    if let known = decimals[numbers] { return known }
    let texts = store.alternation(numbers.ranges.map { decimals($0.lowerBound, $0.upperBound) })
    decimals[numbers] = texts
    return texts
  }

  private func decimals(_ low: Int64, _ high: Int64) -> Language {
    func literals(_ numbers: ClosedRange<Int64>) -> [Language] {
      numbers.map { store.literal(String($0)) }
    }
    // For each of these numbers, all ten numbers with one more digit are in the range.
    let first = max(1, (low + 9) / 10)
    let last = (high + 1) / 10 - 1
    if first > last { return store.alternation(literals(low...high)) }
    var parts = [store.concatenation(decimals(first, last), store.bytes(0x30...0x39))]
    if low < first * 10 { parts += literals(low...(first * 10 - 1)) }
    if high > last * 10 + 9 { parts += literals((last * 10 + 10)...high) }
    return store.alternation(parts)
  }
}
