import Automata
import Semantics
import Text
import WebURL

/// What is fixed of a request before its components are chosen.
struct RequestKind: Hashable {
  enum URL: Hashable {
    /// None of the URLs that `url ==` names.
    case shape(Shape)
    /// A URL of `Vocabulary.points`.
    case point(Int)
  }

  var url: URL
  /// nil: no page is shown yet.
  var page: Shape?
}

/// One value of a component.
enum ComponentValue: Hashable {
  case missing
  case text([UInt8])
  case port(Int)
  /// Bit of a finite component.
  case choice(Int)
}

/// What all questions about one or two rule sets share: languages, atoms, lowered rules, scanners.
final class AnalysisContext {
  let store = LanguageStore()
  let vocabulary = Vocabulary()
  let universe: Universe
  /// For languages that have nothing to do with a rule set.
  let languages: TextLanguages
  let escapes: EscapedTexts
  /// By component.
  @exclusivity(unchecked) private var scanners: [Scanner?] = []
  @exclusivity(unchecked) private var atomCount = 0
  private var pointTruths: [[Int: ComponentValue]] = []
  private var pointComponents = 0
  /// By component and shape.
  @exclusivity(unchecked) private var starts: [[TextConstraint?]] = []
  @exclusivity(unchecked) private var plainTruths: [RequestKind: [PlainTruth]] = [:]
  @exclusivity(unchecked) private var plainCount = 0

  init() {
    languages = TextLanguages(store: store, rules: RuleSet())
    universe = Universe(languages)
    escapes = EscapedTexts(store)
  }

  /// The rules that there are, where atoms may be left over from others; nil: every atom counts.
  var live: LoweredRuleSet? {
    didSet { longestLiterals = [:] }
  }
  private var longestLiterals: [Int: Int] = [:]

  /// Whether the URL is one that some rule's `url ==` names, and so of a kind of its own.
  func point(of normalized: String) -> Int? {
    guard let point = vocabulary.point(of: normalized), live?.points.contains(point) ?? true
    else { return nil }
    return point
  }

  /// Length of the longest text that a question about the component names.
  func longestLiteral(_ component: Int) -> Int? {
    guard let scanner = scanner(component) else { return nil }
    guard let live else { return scanner.longestLiteral }
    if let longest = longestLiterals[component] { return longest }
    var longest = 0
    live.eachAtom { atom in
      if vocabulary.atoms[atom].component == component {
        longest = max(longest, scanner.literalLength(atom))
      }
    }
    longestLiterals[component] = longest
    return longest
  }

  func lowering(_ rules: RuleSet) -> Lowering {
    Lowering(TextLanguages(store: store, rules: rules), rules, vocabulary)
  }

  /// Brings the scanners up to the atoms that there are now.
  private func catchUp() {
    while atomCount < vocabulary.atoms.count {
      let atom = vocabulary.atoms[atomCount]
      while scanners.count <= atom.component { scanners.append(nil) }
      if vocabulary.components[atom.component].isText {
        let scanner = scanners[atom.component] ?? Scanner(store)
        scanner.add(atomCount, atom.test)
        scanners[atom.component] = scanner
      }
      atomCount += 1
    }
  }

  func scanner(_ component: Int) -> Scanner? {
    if atomCount < vocabulary.atoms.count { catchUp() }
    return component < scanners.count ? scanners[component] : nil
  }

  // MARK: Values

  /// Atoms of the component that are true of the value.
  func insert(
    _ value: ComponentValue, of component: Int, into truth: Truth
  ) throws(OutOfSteps) {
    switch value {
    case .missing: break
    case .text(let bytes):
      if let scanner = scanner(component) { truth.insert(try scanner.trueAtoms(bytes)) }
    case .port(let number):
      for atom in vocabulary.atomsOfComponent[component] {
        switch vocabulary.atoms[atom].test {
        case .isPresent: truth.insert(atom)
        case .numbers(let set): if set.contains(number) { truth.insert(atom) }
        default: break
        }
      }
    case .choice(let bit):
      for atom in vocabulary.atomsOfComponent[component] {
        if case .choice(let mask) = vocabulary.atoms[atom].test, mask >> UInt32(bit) & 1 == 1 {
          truth.insert(atom)
        }
      }
    }
  }

  /// Whether the value answers the question so.
  func holds(
    _ literal: AtomLiteral, _ value: ComponentValue
  ) throws(OutOfSteps) -> Bool {
    let atom = vocabulary.atoms[literal.atom]
    let isTrue: Bool
    switch (atom.test, value) {
    case (_, .missing): isTrue = false
    case (.isPresent, _): isTrue = true
    case (.literal(let wanted), .text(let bytes)): isTrue = wanted == bytes
    case (.language, .text(let bytes)):
      isTrue = try scanner(atom.component)!.isTrue(literal.atom, of: bytes)
    case (.numbers(let set), .port(let number)): isTrue = set.contains(number)
    case (.choice(let mask), .choice(let bit)): isTrue = mask >> UInt32(bit) & 1 == 1
    default: isTrue = false
    }
    return isTrue != literal.isNegated
  }

  /// The texts that the component can have, before any question.
  func start(_ component: Int, _ shape: Shape) -> TextConstraint {
    while starts.count <= component {
      starts.append(Array(repeating: nil, count: Shape.allCases.count))
    }
    if let start = starts[component][shape.rawValue] { return start }
    let start = universe.text(of: vocabulary.components[component], shape)
    starts[component][shape.rawValue] = start
    return start
  }

  /// Atoms that are true of a component of which nothing is asked.
  struct PlainTruth {
    var component: Int
    var atoms: [Int]
  }

  /// Of the components that have any such atoms.
  func plainTruths(_ kind: RequestKind) throws(OutOfSteps) -> [PlainTruth] {
    if plainCount != vocabulary.atoms.count {
      plainCount = vocabulary.atoms.count
      plainTruths = [:]
    }
    if let truths = plainTruths[kind] { return truths }
    var truths: [PlainTruth] = []
    let truth = Truth()
    for component in vocabulary.fewComponents {
      truth.clear(vocabulary.atoms.count)
      if case .url = vocabulary.components[component] {
        if case .point(let point) = kind.url, let atom = vocabulary.atom(ofPoint: point) {
          truth.insert(atom)
        }
      } else {
        try insert(preferred(component, kind), of: component, into: truth)
      }
      if !truth.trueAtoms.isEmpty {
        truths.append(PlainTruth(component: component, atoms: truth.trueAtoms))
      }
    }
    if plainTruths.count < 4_096 { plainTruths[kind] = truths }
    return truths
  }

  /// What the components of a URL that `url ==` names are.
  func values(ofPoint point: Int) -> [Int: ComponentValue] {
    if pointComponents != vocabulary.components.count {
      pointComponents = vocabulary.components.count
      pointTruths = []
    }
    while pointTruths.count <= point {
      pointTruths.append([:])
    }
    if pointTruths[point].count != 0 { return pointTruths[point] }
    let url = vocabulary.points[point]
    var values: [Int: ComponentValue] = [:]
    for (number, component) in vocabulary.components.enumerated()
    where component.isOfURL && component != .url {
      values[number] = Self.value(of: component, url)
    }
    pointTruths[point] = values
    return values
  }

  /// The query keys of that URL that questions are asked about.
  func queries(ofPoint point: Int) -> [(component: Int, value: ComponentValue)] {
    let url = vocabulary.points[point]
    guard url.rawQuery != nil else { return [] }
    var result: [(component: Int, value: ComponentValue)] = []
    for item in url.queryItems {
      guard let number = vocabulary.number(of: .query(Array(item.name.utf8))),
        !result.contains(where: { $0.component == number })
      else { continue }
      result.append((number, .text(Array(item.value.utf8))))
    }
    return result
  }

  static func value(of component: Component, _ url: WebURL) -> ComponentValue {
    func text(_ text: String?) -> ComponentValue { text.map { .text(Array($0.utf8)) } ?? .missing }
    switch component {
    case .scheme, .pageScheme: return text(url.scheme)
    case .host, .pageHost: return text(url.host)
    case .port: return url.port.map { .port($0) } ?? .missing
    case .path, .pagePath: return text(url.path)
    case .query(let name):
      return text(url.queryItems.first { $0.name.utf8.elementsEqual(name) }?.value)
    case .fragment: return text(url.fragment)
    case .writtenQuery: return text(url.rawQuery)
    case .writtenFragment: return text(url.rawFragment)
    case .rest:
      if url.isSpecial { return .missing }
      return text(String(url.normalized.dropFirst(url.scheme.utf8.count + 1)))
    case .url, .method, .header, .navigation, .frame, .download, .flag:
      preconditionFailure("no part of a URL")
    }
  }

  /// Makes exactly those atoms true that are true of the request.
  func read(_ witness: Witness, into truth: Truth) throws(OutOfSteps) {
    _ = scanner(0)
    truth.clear(vocabulary.atoms.count)
    for number in vocabulary.fewComponents {
      let component = vocabulary.components[number]
      switch component {
      case .url:
        if let atom = vocabulary.atom(ofPoint: witness.url.normalized) { truth.insert(atom) }
      case .query, .header, .flag: break
      default: try insert(Self.value(of: component, witness), of: number, into: truth)
      }
    }
    if vocabulary.hasQueries, witness.url.rawQuery != nil {
      var seen: Set<[UInt8]> = []
      for (name, value) in witness.url.queryItems {
        let key = Array(name.utf8)
        if seen.insert(key).inserted, let number = vocabulary.number(of: .query(key)) {
          try insert(.text(Array(value.utf8)), of: number, into: truth)
        }
      }
    }
    for (name, value) in witness.headers {
      if let number = vocabulary.number(of: .header(Array(name.utf8))) {
        try insert(.text(Array(value.utf8)), of: number, into: truth)
      }
    }
    for flag in witness.flags {
      if let number = vocabulary.number(of: .flag(flag)) {
        try insert(.choice(1), of: number, into: truth)
      }
    }
  }

  // MARK: Kinds

  /// Shapes to look at, plain ones first: one of each group that no question tells apart.
  func shapes(ofPage: Bool) throws(OutOfSteps) -> [Shape] {
    struct Key: Hashable {
      var scheme: [Int]
      var traits: [Bool]
      var port: Int?
    }
    _ = scanner(0)
    let schemes = vocabulary.number(of: ofPage ? .pageScheme : .scheme).flatMap { scanner($0) }
    let hasPort = !ofPage && vocabulary.number(of: .port) != nil
    var seen: Set<Key> = []
    var result: [Shape] = []
    for shape in Shape.allCases.sorted(by: { ($0.cost, $0.rawValue) < ($1.cost, $1.rawValue) }) {
      var key = Key(
        scheme: [],
        traits: [shape.isSpecial, shape.hasHost, shape.hasPath, shape.canHavePort], port: nil)
      if let scheme = shape.scheme {
        if let schemes { key.scheme = try schemes.trueAtoms(Array(scheme.utf8)) }
        if hasPort { key.port = WebURL.defaultPort(scheme) }
      }
      if seen.insert(key).inserted { result.append(shape) }
    }
    return result
  }
}

extension Component {
  var isText: Bool {
    switch self {
    case .url, .port, .navigation, .frame, .download, .flag: false
    default: true
    }
  }

  /// The values that a finite component has, a bit each.
  var choices: UInt32 {
    switch self {
    case .navigation: UInt32(1) << UInt32(NavigationKind.allCases.count) - 1
    case .frame: 0b111
    default: 0b11
    }
  }

  /// As a condition names it.
  var described: String {
    switch self {
    case .url: "url"
    case .scheme: "scheme"
    case .host: "host"
    case .port: "port"
    case .path: "path"
    case .query(let name): "query.\(String(decoding: name, as: UTF8.self))"
    case .fragment: "fragment"
    case .writtenQuery: "url like … ?"
    case .writtenFragment: "url like … #"
    case .rest: "url like"
    case .method: "method"
    case .header(let name): "header[\"\(String(decoding: name, as: UTF8.self))\"]"
    case .pageScheme: "page.scheme"
    case .pageHost: "page.host"
    case .pagePath: "page.path"
    case .navigation: "navigation"
    case .frame: "frame"
    case .download: "download"
    case .flag(let name): name
    }
  }
}
