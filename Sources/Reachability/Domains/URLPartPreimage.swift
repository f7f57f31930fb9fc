import Automata
import Requests
import WebURL

/// How the parts of a URL may be written so that they hold what a cube asks for.
///
/// A query as it is written and the values of its keys are one text, seen in two ways, and so are a
/// fragment and its escapes, and what follows the colon of a custom scheme and the parts of that. The texts
/// that decode to members of a language are a language too (`PercentDecodingPreimage`): so what is asked of all views
/// together is an intersection, and where that has no member, the cube holds no request.
struct URLPartPreimage {
  /// Texts of a part that may be missing.
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

  /// What may stand behind the `?`.
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

  /// What may stand behind the `#`.
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

  /// What may stand behind the colon of a scheme that is not special.
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
        // What would read as a host, were it not for the dot.
        store.concatenation(store.literal("/."), store.intersection([path, twoSlashes])),
        // An empty host.
        store.concatenation(slashes, path),
      ])
      return store.concatenation(forms, tail)
    case .https, .http, .ftp, .ws, .wss, .file, .fileHost:
      return .empty
    }
  }

  /// The path with its escapes and empty components; nothing for `/` where a host can stand before.
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

  /// What the component may be by itself.
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

/// How a query may be written, by what it holds for one key.
private struct QueryForms {
  private let store: LanguageStore
  private let preimages: PercentDecodingPreimage
  /// The key as it may be written.
  private let name: Language
  /// Any number of bytes but `&`, none too.
  private let item: Language
  /// An item that is not the key's, or nothing.
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
  /// The numbers as they are written, without leading zeros.
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
