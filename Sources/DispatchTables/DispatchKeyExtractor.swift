import Requests
import Semantics
import WebURL

/// Extracts lists of keys from a condition. Every request that satisfies the condition has a key of each list.
struct DispatchKeyExtractor {
  /// The shape of the path; nil if it is unknown.
  private(set) var shape: PathShape?
  /// Lists of keys; a request has at least one key of each list.
  private(set) var choices: [[DispatchKey]] = []
  /// True if no request satisfies the condition.
  private(set) var isNever = false

  /// Reads the rule's condition and its implicit guard.
  init(_ rule: Rule) {
    if let condition = rule.condition { add(condition.core) }
    for argument in rule.arguments where argument.isRequired {
      if case .request(let value) = argument.value { add(.test(value, .present)) }
    }
  }

  private init(_ condition: CoreCondition) { add(condition) }

  /// Lists of keys, including the path; a request must have at least one key of each list.
  var lists: [[DispatchKey]] {
    if let shape, shape.isTelling { choices + [[.path(shape)]] } else { choices }
  }

  // MARK: Conditions

  private mutating func add(_ condition: CoreCondition) {
    switch condition {
    case .constant(let value): if !value { isNever = true }
    case .test(let value, let test): add(value, test)
    case .not(.not(let inner)): add(inner)
    case .not: break
    case .all(let parts): for part in parts { add(part) }
    case .any(let parts): add(oneOf: parts.map { DispatchKeyExtractor($0) })
    }
  }

  /// Adds the keys of a disjunction.
  ///
  /// - Parameter alternatives: the keys that each alternative requires.
  private mutating func add(oneOf alternatives: [DispatchKeyExtractor]) {
    let alternatives = alternatives.filter { !$0.isNever }
    if alternatives.isEmpty { isNever = true }
    if alternatives.count == 1 {
      for list in alternatives[0].lists { need(list) }
      return
    }
    var keys: [DispatchKey] = []
    for alternative in alternatives {
      guard let best = alternative.lists.min(by: { Self.cost($0) < Self.cost($1) }) else { return }
      keys += best
    }
    need(keys)
  }

  private mutating func need(_ keys: [DispatchKey]) {
    if keys.count == 1, case .path(let shape) = keys[0] {
      need(shape)
    } else if !keys.isEmpty {
      choices.append(keys)
    }
  }

  private mutating func need(_ shape: PathShape) {
    guard let known = self.shape else {
      self.shape = shape
      return
    }
    if let both = known.and(shape) { self.shape = both } else { isNever = true }
  }

  private mutating func need(anyOf shapes: [PathShape]) {
    if shapes.isEmpty { isNever = true }
    need(shapes.map { .path($0) })
  }

  // MARK: Tests

  private mutating func add(_ value: RequestValue, _ test: RequestTest) {
    switch value {
    case .input, .part(_, of: .page), .part(_, of: .document), .part(_, of: .source),
      .part(_, of: .value):
      break
    case .part(let part, of: .request):
      switch part {
      case .whole: addURL(test)
      case .scheme: addScheme(TextNeed(test))
      case .host: addHost(TextNeed(test))
      case .path(.whole): addPath(TextNeed(test))
      case .path(.component(let index)): add(component: index, TextNeed(test))
      case .path(.last): need(PathShape([.any], isWhole: false))
      case .path(.count): addCount(test)
      case .queryItem(let key): add(query: Array(key.utf8), TextNeed(test))
      case .port, .rawQueryItem, .fragment, .opaque, .writtenQuery, .writtenFragment, .afterScheme,
        .writtenURL:
        break
      }
    }
  }

  private mutating func addScheme(_ need: TextNeed) {
    if case .oneOf(let texts) = need { self.need(texts.map { .scheme($0) }) }
  }

  private mutating func addHost(_ need: TextNeed) {
    switch need {
    case .oneOf(let texts): self.need(texts.map { .host($0) })
    case .suffix(let suffix): self.need([.hostSuffix(suffix)])
    case .glob(let glob): if let key = Self.host(glob) { self.need([key]) }
    case .prefix, .something: break
    }
  }

  private mutating func addPath(_ need: TextNeed) {
    switch need {
    case .glob(let glob): self.need(PathShape(glob))
    case .oneOf(let texts): self.need(anyOf: texts.compactMap { PathShape(path: $0) })
    case .prefix(let text): self.need(PathShape(prefix: text))
    case .suffix, .something: self.need(PathShape([], isWhole: false))
    }
  }

  private mutating func add(query name: [UInt8], _ need: TextNeed) {
    if case .oneOf(let values) = need {
      self.need(values.map { .queryValue(name, value: $0) })
    } else {
      self.need([.queryName(name)])
    }
  }

  private mutating func add(component index: Int, _ need: TextNeed) {
    guard index > 0 else { return self.need(PathShape([], isWhole: false)) }
    let before = Array(repeating: PathShape.Step.any, count: min(index, PathShape.longest + 1) - 1)
    func shape(_ step: PathShape.Step) -> PathShape { PathShape(before + [step], isWhole: false) }
    switch need.prefix {
    case .oneOf(let texts):
      self.need(anyOf: texts.filter { !$0.isEmpty }.map { shape(.component($0)) })
    case .prefix(let text): self.need(shape(text.isEmpty ? .any : .prefix(text)))
    case .suffix, .glob, .something: self.need(shape(.any))
    }
  }

  private mutating func addCount(_ test: RequestTest) {
    guard case .number(let set) = test, let least = set.ranges.first?.lowerBound, least > 0 else {
      return
    }
    func shape(_ count: Int64, isWhole: Bool) -> PathShape {
      PathShape(
        Array(repeating: .any, count: Int(min(count - 1, Int64(PathShape.longest + 1)))),
        isWhole: isWhole)
    }
    if let counts = set.numbers(upTo: 16) {
      need(anyOf: counts.map { shape($0, isWhole: true) })
    } else {
      need(shape(least, isWhole: false))
    }
  }

  private mutating func addURL(_ test: RequestTest) {
    switch test {
    case .member(.oneOf(let texts)):
      add(oneOf: texts.map { DispatchKeyExtractor(url: $0.string) })
    case .origin(let origin):
      need(origin.patterns.map { .scheme(Array($0.scheme.utf8)) })
      let hosts = origin.patterns.map { Self.host($0.host) }
      if !hosts.contains(nil) { need(hosts.compactMap { $0 }) }
    case .present, .member, .number, .choice, .equal, .different, .sameOrigin, .related, .listed,
      .originListed, .likeListed:
      break
    }
  }

  /// Collects the keys of requests with this URL.
  private init(url text: String) {
    guard let url = WebURL.parse(text) else { return }
    need([.scheme(Array(url.scheme.utf8))])
    if let host = url.host { need([.host(Array(host.utf8))]) }
    if !url.hasOpaquePath {
      let steps = url.components.dropFirst().map { PathShape.Step.component(Array($0.utf8)) }
      need(PathShape(steps, isWhole: true))
    }
  }

  /// The key of hosts that match the pattern; nil if the pattern does not end with a literal.
  private static func host(_ glob: Glob) -> DispatchKey? {
    guard case .literal(let text)? = glob.elements.last else { return nil }
    let bytes = Array(text.utf8)
    return glob.elements.count == 1 ? .host(bytes) : .hostSuffix(bytes)
  }

  // MARK: Cost

  /// A relative estimate of the number of requests that have at least one of the keys.
  static func cost(_ keys: [DispatchKey]) -> Int {
    keys.reduce(0) { max($0, cost($1)) }
  }

  private static func cost(_ key: DispatchKey) -> Int {
    switch key {
    case .path(let shape):
      let count = shape.literalCount
      if count == 0 { return shape.steps.isEmpty ? 3 : 30 }
      var cost = 6 - 2 * min(count, 3)
      if !shape.isWhole { cost += 1 }
      if case .prefix? = shape.steps.last { cost += 2 }
      return cost
    case .queryValue: return 5
    case .queryName: return 9
    case .host: return 12
    case .hostSuffix: return 14
    case .scheme(let scheme):
      return scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8) ? 40 : 6
    }
  }
}

/// The texts that a test accepts, as far as keys can express it.
private enum TextNeed {
  case oneOf([[UInt8]])
  case prefix([UInt8])
  /// A suffix that is not empty.
  case suffix([UInt8])
  case glob(Glob)
  /// Any text that is present.
  case something

  init(_ test: RequestTest) {
    switch test {
    case .member(let pattern):
      switch pattern {
      case .oneOf(let texts): self = .oneOf(texts.map { Array($0.utf8) })
      case .prefix(let text): self = .prefix(Array(text.utf8))
      case .suffix(let text): self = text.utf8.isEmpty ? .something : .suffix(Array(text.utf8))
      case .glob(let glob): self = .glob(glob)
      case .noneOf, .infix, .expression, .ignoringCase: self = .something
      }
    case .present, .number, .choice, .origin, .equal, .different, .sameOrigin, .related, .listed,
      .originListed, .likeListed:
      self = .something
    }
  }

  /// The condition on the start of the text; for a glob its literal prefix.
  var prefix: TextNeed {
    switch self {
    case .glob(let glob):
      if case .literal(let text)? = glob.elements.first {
        .prefix(Array(text.utf8))
      } else {
        .something
      }
    case .oneOf, .prefix, .suffix, .something: self
    }
  }
}
