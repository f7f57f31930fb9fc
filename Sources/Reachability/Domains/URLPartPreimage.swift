import Automata
import Requests
import WebURL

/// The written forms of a URL's parts that satisfy a cube.
///
/// The query as written and the values of its keys are two views of one text; so are a fragment and its
/// decoded text, and the text after the colon of a custom scheme and its parts. The texts that decode to
/// members of a language are a language too (`PercentDecodingPreimage`). So the constraints of all views are
/// one intersection, and if that has no member, the cube is empty.
struct URLPartPreimage {
  /// The texts of a part that may be missing.
  struct Part {
    var allowsMissing: Bool
    var texts: Language
  }

  let context: AnalysisContext
  let cube: Cube
  let form: URLForm

  private var store: LanguageStore { context.store }
  private var languages: TextLanguages { context.languages }

  // MARK: Query and fragment

  /// The texts that may follow the `?`.
  func query() -> Part {
    var part = asked(.ofURL(.writtenQuery))
    for component in cube.components {
      guard
        case .part(.queryItem(let name), of: .request) = context.atomTable.components[component],
        let value = cube.constraint(component)?.remaining(context)
      else { continue }
      let items = QueryForms(name, context)
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
    var part = asked(.ofURL(.writtenFragment))
    guard let number = context.atomTable.number(of: .ofURL(.fragment)),
      let value = cube.constraint(number)?.remaining(context)
    else { return part }
    part.allowsMissing = part.allowsMissing && value.allowsMissing
    part.texts = store.intersection([
      part.texts, context.preimages.fragment(value.language(store)),
    ])
    return part
  }

  // MARK: The rest of a URL

  /// The texts that may follow the colon of a scheme that is not special.
  func rest() -> Language {
    let tail = store.concatenation(
      marked("?", query()), marked("#", fragment()))
    let slashes = store.literal("//")
    switch form {
    case .opaque:
      return store.concatenation(context.domains.opaquePath, tail)
    case .customHost:
      return store.concatenation([
        slashes, store.optional(context.domains.userInfo), asked(.host).texts, port(), path(),
        tail,
      ])
    case .customPath:
      let path = path()
      let twoSlashes = store.concatenation(slashes, .everything)
      let forms = store.alternation([
        store.difference(path, store.alternation([.epsilon, twoSlashes])),
        // The dot keeps the two slashes from starting a host.
        store.concatenation(store.literal("/."), store.intersection([path, twoSlashes])),
        // An empty host.
        store.concatenation(slashes, path),
      ])
      return store.concatenation(forms, tail)
    case .https, .http, .ftp, .ws, .wss, .file, .fileHost:
      return .empty
    }
  }

  /// The path with its escapes and empty components; the empty text, after a host, is the path `/`.
  private func path() -> Language {
    store.intersection([
      store.optional(context.domains.writtenPath),
      context.preimages.path(asked(.path).texts),
    ])
  }

  /// The port with its colon.
  private func port() -> Language {
    guard let number = context.atomTable.number(of: .port),
      let ports = cube.constraint(number)?.ports
    else { return marked(":", Part(allowsMissing: true, texts: languages.decimals(.all))) }
    return marked(
      ":", Part(allowsMissing: ports.allowsMissing, texts: languages.decimals(ports.numbers)))
  }

  // MARK: Parts

  /// The part with its mark, or nothing.
  private func marked(_ mark: String, _ part: Part) -> Language {
    let texts = store.concatenation(store.literal(mark), part.texts)
    return part.allowsMissing ? store.optional(texts) : texts
  }

  /// The texts of the component, regardless of other views.
  private func asked(_ component: Component) -> Part {
    var texts = context.domains.text(of: component, form)
    if let number = context.atomTable.number(of: component),
      let constraint = cube.constraint(number)
    {
      texts = constraint.remaining(context)
    }
    return Part(allowsMissing: texts.allowsMissing, texts: texts.language(store))
  }
}

/// The written forms of a query, by its value for one key.
private struct QueryForms {
  private let store: LanguageStore
  private let preimages: PercentDecodingPreimage
  /// The key as it may be written.
  private let name: Language
  /// Any bytes but `&`, or none.
  private let item: Language
  /// An item with another key, or an empty one.
  private let other: Language

  init(_ key: ExactString, _ context: AnalysisContext) {
    let languages = context.languages
    store = context.store
    preimages = context.preimages
    item = languages.without(0x26)
    name = store.intersection([
      preimages.query(store.literal(key.string)), item,
      languages.without(0x3D),
    ])
    let own = store.concatenation(
      name, store.optional(store.concatenation(store.literal("="), item)))
    other = store.difference(item, store.difference(own, .epsilon))
  }

  /// The key is absent.
  var queriesWithout: Language {
    store.concatenation(store.repetition(store.concatenation(other, store.literal("&"))), other)
  }

  /// The first item of the key has a value of the language.
  func queries(having value: Language) -> Language {
    let and = store.literal("&")
    let written = store.concatenation(
      store.literal("="),
      store.intersection([preimages.query(value), item]))
    let own = store.concatenation(
      name, store.holdsEpsilon(value) ? store.optional(written) : written)
    return store.concatenation([
      store.repetition(store.concatenation(other, and)), store.difference(own, .epsilon),
      store.optional(store.concatenation(and, .everything)),
    ])
  }
}

extension TextLanguages {
  /// The numbers in decimal, without leading zeros.
  fileprivate func decimals(_ numbers: NumberSet) -> Language {
    store.alternation(numbers.ranges.map { decimals($0.lowerBound, $0.upperBound) })
  }

  private func decimals(_ low: Int, _ high: Int) -> Language {
    func literals(_ numbers: ClosedRange<Int>) -> [Language] {
      numbers.map { store.literal(String($0)) }
    }
    // The numbers that begin with any of these have every last digit.
    let first = max(1, (low + 9) / 10)
    let last = (high + 1) / 10 - 1
    if first > last { return store.alternation(literals(low...high)) }
    var parts = [store.concatenation(decimals(first, last), store.bytes(0x30...0x39))]
    if low < first * 10 { parts += literals(low...(first * 10 - 1)) }
    if high > last * 10 + 9 { parts += literals((last * 10 + 10)...high) }
    return store.alternation(parts)
  }
}
