import Automata
import PatternMatching
import Requests
import Semantics
import Text

/// The languages of patterns and conversions.
final class TextLanguages {
  let store: LanguageStore
  let expressions: ExpressionLanguages
  private let rules: RuleSet
  /// The decimal texts of sets of numbers, cached on their first use.
  @exclusivity(unchecked) var decimals: [IntegerSet: Language] = [:]

  init(store: LanguageStore, rules: RuleSet) {
    self.store = store
    self.rules = rules
    expressions = ExpressionLanguages(store)
  }

  /// The texts that do not contain the byte.
  func without(_ byte: UInt8) -> Language { store.repetition(anyBut(byte)) }

  func anyBut(_ byte: UInt8) -> Language {
    if let known = others[Int(byte)] { return known }
    let language = store.alternation([store.bytes(0...(byte - 1)), store.bytes((byte + 1)...255)])
    others[Int(byte)] = language
    return language
  }

  /// The results of `anyBut` by byte.
  private var others = [Language?](repeating: nil, count: 256)

  /// The texts of `/` and a component.
  private(set) lazy var component = store.concatenation(
    store.literal("/"), store.repetition(anyBut(0x2F), lower: 1))
  /// The texts of any number of components.
  private(set) lazy var components = store.repetition(component)

  /// The hosts that do not match themselves when used as a pattern. Either they are no valid pattern, or they
  /// have a wildcard and an empty label.
  private(set) lazy var hostsUnlikeThemselves: Language = {
    func containing(_ text: String) -> Language {
      store.concatenation([.everything, store.literal(text), .everything])
    }
    let emptyLabels = store.alternation([
      containing(".."), store.concatenation(store.literal("."), .everything),
    ])
    return store.alternation(
      ["{", "}", "\\", "***"].map(containing)
        + [store.intersection([containing("*"), emptyLabels])])
  }()

  /// The members of the language that can be components of a path: not empty, and without `/`.
  func pathComponents(in texts: Language) -> Language {
    store.intersection([texts, store.repetition(anyBut(0x2F), lower: 1)])
  }

  /// The paths whose component at the index, counted from 1, is in the language.
  func paths(withComponent index: Int, in one: Language) -> Language {
    store.concatenation([
      store.repetition(component, lower: index - 1, upper: index - 1), store.literal("/"), one,
      components,
    ])
  }

  /// The paths whose last component is in the language.
  func paths(withLast one: Language) -> Language {
    // Every path starts with `/`, and none of its components is empty.
    store.concatenation([.everything, store.literal("/"), one])
  }

  /// The texts of one byte: one of the characters, or a byte of the ranges.
  func oneOf(_ characters: String, _ ranges: [ClosedRange<UInt8>] = []) -> Language {
    store.alternation(
      characters.utf8.map { store.bytes($0...$0) } + ranges.map { store.bytes($0) })
  }

  // MARK: Globs

  /// The texts of a capture: those with which the glob matches, and the subset of wanted ones.
  struct CaptureTexts {
    var matching: Language
    var wanted: Language
  }

  /// The texts that match the glob and whose captures are wanted.
  ///
  /// Every wildcard takes the shortest text that lets the rest match (`GlobMatcher`), even if the captures are
  /// not wanted then. So two languages describe the rest after a wildcard: the matching texts, which determine
  /// the end of the wildcard, and the wanted texts.
  func language(of glob: Glob, capture: (Int) -> CaptureTexts) -> Language {
    let separator = glob.separator.asciiValue ?? 0x2F
    let cut = store.bytes(separator...separator)
    let component = store.repetition(anyBut(separator), lower: 1)
    let labels = store.concatenation(
      component, store.repetition(store.concatenation(cut, component)))
    let hasWholeLabels = glob.refusesEmptyLabels && glob.wildcardsAreWholeLabels
    var rest = CaptureTexts(matching: .epsilon, wanted: .epsilon)
    func prepend(_ matching: Language, _ wanted: Language) {
      let isOne = matching == wanted && rest.matching == rest.wanted
      rest.wanted = store.concatenation(wanted, rest.wanted)
      rest.matching = isOne ? rest.wanted : store.concatenation(matching, rest.matching)
    }
    /// Prepends a wildcard.
    ///
    /// - Parameter taken: the texts that the wildcard can take, including the empty text.
    func skip(_ taken: Language) {
      if rest.matching == rest.wanted { return prepend(taken, taken) }
      rest.wanted = store.first(rest.wanted, among: rest.matching, taken: taken)
      rest.matching = store.concatenation(taken, rest.matching)
    }
    for (index, element) in glob.elements.enumerated().reversed() {
      switch element {
      case .literal(let text):
        let literal = store.literal(text)
        prepend(literal, literal)
      case .run where hasWholeLabels: prepend(component, component)
      case .anything where hasWholeLabels: prepend(labels, labels)
      case .run: skip(without(separator))
      case .anything: skip(.everything)
      case .components where rest.matching == rest.wanted:
        let taken = store.optional(store.concatenation(cut, .everything))
        prepend(taken, taken)
      case .components:
        let none = rest
        skip(.everything)
        prepend(cut, cut)
        rest = CaptureTexts(
          matching: store.alternation([none.matching, rest.matching]),
          wanted: store.alternation([
            none.wanted, store.difference(rest.wanted, none.matching),
          ]))
      case .capture(let number):
        let texts = capture(number)
        let wanted = store.intersection([component, texts.wanted])
        prepend(
          glob.isFixed(at: index) ? wanted : store.intersection([component, texts.matching]),
          wanted)
      case .captureText(let number):
        let wanted = store.intersection([component, capture(number).wanted])
        if rest.matching == rest.wanted, wanted == component {
          prepend(component, component)
          continue
        }
        rest.wanted = store.first(rest.wanted, among: rest.matching, taken: wanted, canEnd: false)
        rest.matching = store.concatenation(component, rest.matching)
      case .captureRest(let number):
        func captured(_ texts: Language) -> Language {
          store.alternation([
            store.intersection([.epsilon, texts]), store.concatenation(cut, texts),
          ])
        }
        let texts = capture(number)
        prepend(
          captured(glob.isFixed(at: index) ? texts.wanted : texts.matching), captured(texts.wanted))
      }
    }
    guard glob.refusesEmptyLabels, !hasWholeLabels else { return rest.wanted }
    return store.intersection([
      rest.wanted, glob.endsInLiteral ? store.concatenation(labels, store.optional(cut)) : labels,
    ])
  }

  // MARK: Conversions

  /// The texts that convert; `everything` if all of them do.
  func language(of conversion: Conversion) -> Language {
    switch conversion {
    case .none, .intToDouble, .urlToString, .nameToString: .everything
    case .stringToInt: integer
    case .stringToDouble: double
    case .stringToBool: language(of: .bool)
    case .stringToURL: uri
    case .stringToEnumeration(let id): language(of: .enumeration(id))
    }
  }

  func language(of type: ValueType) -> Language {
    switch type {
    case .int: integer
    case .double: double
    case .bool: store.alternation([store.literal("true"), store.literal("false")])
    case .url: uri
    case .enumeration(let id): store.alternation(rules[id].cases.map { store.literal($0.rawValue) })
    case .optional(let wrapped): language(of: wrapped)
    case .string, .date, .data, .json, .array, .dictionary, .model, .union, .request, .invalid:
      .everything
    }
  }

  var digit: Language { store.bytes(0x30...0x39) }
  private var sign: Language { store.optional(oneOf("+-")) }

  /// The integers of 64 bits, composed so that each text has one derivation.
  private lazy var integer = store.alternation([
    store.concatenation(store.optional(store.literal("+")), integers(upTo: Int64.max.magnitude)),
    store.concatenation(store.literal("-"), integers(upTo: Int64.min.magnitude)),
  ])

  /// The decimal texts of numbers up to the largest one, with any number of leading zeros.
  func integers(upTo largest: UInt64) -> Language {
    let zeros = store.repetition(store.literal("0"))
    return store.alternation([
      store.concatenation(store.literal("0"), zeros),
      store.concatenation(zeros, digits(of: Array(String(largest).utf8), from: 0x31)),
    ])
  }

  /// The digits that may follow a common prefix with the largest number, so that the whole is not greater than
  /// it.
  ///
  /// - Parameters:
  ///   - largest: the remaining digits of the largest number.
  ///   - least: the least first digit; if it is not 0, the text is not empty.
  private func digits(of largest: [UInt8], from least: UInt8 = 0x30) -> Language {
    guard let first = largest.first else { return .epsilon }
    func numbers(_ bytes: ClosedRange<UInt8>, _ count: Int) -> Language {
      store.concatenation(store.bytes(bytes), store.repetition(digit, lower: 0, upper: count))
    }
    var parts: [Language] = least == 0x30 ? [.epsilon] : []
    if first > least { parts.append(numbers(least...(first - 1), largest.count - 1)) }
    if first >= least {
      parts.append(
        store.concatenation(store.bytes(first...first), digits(of: Array(largest.dropFirst()))))
    }
    let next = max(first + 1, least)
    if next <= 0x39, largest.count > 1 { parts.append(numbers(next...0x39, largest.count - 2)) }
    return store.alternation(parts)
  }

  /// Decimal numbers whose value is finite (`TextConversion.double`).
  private lazy var double: Language = {
    func digits(_ counts: ClosedRange<Int>) -> Language {
      store.repetition(digit, lower: counts.lowerBound, upper: counts.upperBound)
    }
    let point = store.literal(".")
    let fraction = store.optional(store.concatenation(point, store.repetition(digit)))
    let large = store.alternation([
      store.concatenation(store.bytes(0x30...0x32), digits(2...2)),
      store.concatenation(store.literal("30"), store.bytes(0x30...0x37)),
    ])
    func exponent(_ positive: Language, _ negative: Language) -> Language {
      store.optional(
        store.concatenation(
          oneOf("eE"),
          store.alternation([
            store.concatenation(store.optional(store.literal("+")), positive),
            store.concatenation(store.literal("-"), negative),
          ])))
    }
    let short = exponent(digits(1...2), digits(1...2))
    let long = exponent(store.alternation([digits(1...2), large]), digits(1...3))
    return store.concatenation(
      sign,
      store.alternation([
        store.concatenation([digits(1...1), fraction, long]),
        store.concatenation([digits(2...208), fraction, short]),
        store.concatenation([digits(209...308), fraction]),
        store.concatenation([point, store.repetition(digit, lower: 1), long]),
      ]))
  }()

  /// The texts that convert to a URL.
  private lazy var uri = urlTexts
}

extension Glob {
  /// True if the pattern consists of whole labels, none of them empty or captured.
  fileprivate var wildcardsAreWholeLabels: Bool {
    elements.indices.allSatisfy { index in
      switch elements[index] {
      case .literal(let text):
        !text.contains("..") && (index > 0 || !text.hasPrefix("."))
      case .run, .anything:
        (index == 0 || isLiteral(index - 1) { $0.hasSuffix(".") })
          && (index + 1 == elements.count || isLiteral(index + 1) { $0.hasPrefix(".") })
      case .components, .capture, .captureText, .captureRest: false
      }
    }
  }

  private func isLiteral(_ index: Int, _ holds: (String) -> Bool) -> Bool {
    if case .literal(let text) = elements[index] { holds(text) } else { false }
  }

  /// Returns whether the element always matches the same component of a text, or the rest from the same component
  /// on.
  func isFixed(at index: Int) -> Bool {
    func staysInPlace(_ element: Element) -> Bool {
      switch element {
      case .literal, .run, .capture, .captureText: true
      case .anything, .components, .captureRest: false
      }
    }
    if elements[..<index].allSatisfy(staysInPlace) { return true }
    // The start of the captured rest varies, although it is the last element.
    if case .captureRest = elements[index] { return false }
    return elements[(index + 1)...].allSatisfy(staysInPlace)
  }
}
