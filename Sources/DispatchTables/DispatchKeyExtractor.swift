import Semantics
import WebURL

/// Extracts the keys that every request satisfying a condition has.
struct DispatchKeyExtractor {
  /// Of the path; nil where nothing is known of it.
  private(set) var shape: PathShape?
  /// One of each list.
  private(set) var choices: [[DispatchKey]] = []
  /// The condition holds for no request.
  private(set) var isNever = false

  private let rules: RuleSet

  /// The keys required by the rule's condition and its implicit guard.
  init(_ rule: Rule, in rules: RuleSet) {
    self.rules = rules
    if let condition = rule.condition { ask(condition) }
    for step in rule.steps {
      switch step.kind {
      case .present(_, let arguments), .push(_, let arguments), .perform(_, let arguments),
        .attempt(_, let arguments):
        for argument in arguments where argument.isRequired {
          if case .request(let value) = argument.value { ask(value, .exists) }
        }
      case .openURL, .loadURL, .dismiss: break
      }
    }
  }

  private init(_ condition: Condition, in rules: RuleSet) {
    self.rules = rules
    ask(condition)
  }

  /// Lists of keys; a request must have at least one key of each list.
  var lists: [[DispatchKey]] {
    if let shape, shape.isTelling { choices + [[.path(shape)]] } else { choices }
  }

  // MARK: Conditions

  private mutating func ask(_ condition: Condition) {
    switch condition {
    case .constant(let value, _): if !value { isNever = true }
    case .test(let test): ask(test.subject, test.predicate)
    case .not(.not(let inner, _), _): ask(inner)
    case .not: break
    case .all(let parts, _): for part in parts { ask(part) }
    case .any(let parts, _): askOne(of: parts.map { DispatchKeyExtractor($0, in: rules) })
    }
  }

  /// - Parameter ways: what each alternative needs.
  private mutating func askOne(of ways: [DispatchKeyExtractor]) {
    let ways = ways.filter { !$0.isNever }
    if ways.isEmpty { isNever = true }
    if ways.count == 1 {
      for list in ways[0].lists { need(list) }
      return
    }
    var keys: [DispatchKey] = []
    for way in ways {
      guard let best = way.lists.min(by: { Self.cost($0) < Self.cost($1) }) else { return }
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

  /// The requirements of a text test on the text.
  private enum TextNeed {
    case oneOf([String])
    case prefix(String)
    case something

    init(_ predicate: Predicate) {
      switch predicate {
      case .equal(.string(let text)): self = .oneOf([text])
      case .oneOf(let constants):
        self = .oneOf(
          constants.compactMap { if case .string(let text) = $0 { text } else { nil } })
      case .hasPrefix(let text): self = .prefix(text)
      case .like(let glob):
        switch glob.elements.first {
        case nil: self = .oneOf([""])
        case .literal(let text)?: self = glob.elements.count == 1 ? .oneOf([text]) : .prefix(text)
        default: self = .something
        }
      default: self = .something
      }
    }
  }

  private mutating func ask(_ subject: RequestValue, _ predicate: Predicate) {
    switch subject {
    case .scheme:
      if case .oneOf(let texts) = TextNeed(predicate) {
        need(texts.map { .scheme(Array($0.utf8)) })
      }
    case .host:
      if case .oneOf(let texts) = TextNeed(predicate) {
        need(texts.map { .host(Array($0.utf8)) })
      } else if case .like(let glob) = predicate, let key = Self.host(glob) {
        need([key])
      } else if case .hasSuffix(let suffix) = predicate, !suffix.isEmpty {
        need([.hostSuffix(Array(suffix.utf8))])
      }
    case .query(let name): ask(query: Array(name.utf8), TextNeed(predicate))
    case .path:
      if case .like(let glob) = predicate {
        need(PathShape(glob))
        return
      }
      switch TextNeed(predicate) {
      case .oneOf(let texts): need(anyOf: texts.compactMap { PathShape(path: $0) })
      case .prefix(let text): need(PathShape(prefix: text))
      case .something: need(PathShape([], isWhole: false))
      }
    case .pathComponent(let index): ask(component: index, TextNeed(predicate))
    case .pathCount: askCount(predicate)
    case .url: askURL(predicate)
    default: break
    }
  }

  private mutating func ask(query name: [UInt8], _ text: TextNeed) {
    if case .oneOf(let values) = text {
      need(values.map { .queryValue(name, value: Array($0.utf8)) })
    } else {
      need([.queryName(name)])
    }
  }

  private mutating func ask(component index: Int, _ text: TextNeed) {
    guard index > 0 else { return need(PathShape([], isWhole: false)) }
    let before = Array(repeating: PathShape.Step.any, count: min(index, PathShape.longest + 1) - 1)
    func shape(_ step: PathShape.Step) -> PathShape { PathShape(before + [step], isWhole: false) }
    switch text {
    case .oneOf(let texts):
      need(anyOf: texts.filter { !$0.isEmpty }.map { shape(.component(Array($0.utf8))) })
    case .prefix(let text): need(shape(text.isEmpty ? .any : .prefix(Array(text.utf8))))
    case .something: need(shape(.any))
    }
  }

  private mutating func askCount(_ predicate: Predicate) {
    func shape(_ count: Int, isWhole: Bool) -> PathShape? {
      if count < 1 { return nil }
      let steps = Array(
        repeating: PathShape.Step.any, count: min(count - 1, PathShape.longest + 1))
      return PathShape(steps, isWhole: isWhole)
    }
    var counts: [Int] = []
    switch predicate {
    case .equal(.int(let count)): counts = [count]
    case .oneOf(let constants):
      counts = constants.compactMap { if case .int(let count) = $0 { count } else { nil } }
    case .ordered(.greater, let count):
      if count < Int.max, let shape = shape(count + 1, isWhole: false) { need(shape) }
    case .ordered(.greaterOrEqual, let count):
      if let shape = shape(count, isWhole: false) { need(shape) }
    default: break
    }
    let shapes = counts.map { shape($0, isWhole: true) }
    if !shapes.isEmpty, !shapes.contains(nil) { need(anyOf: shapes.compactMap(\.self)) }
  }

  private mutating func askURL(_ predicate: Predicate) {
    switch predicate {
    case .equal(.url(let text)): askOne(of: [DispatchKeyExtractor(url: text, in: rules)])
    case .oneOf(let constants):
      askOne(
        of: constants.compactMap {
          if case .url(let text) = $0 { DispatchKeyExtractor(url: text, in: rules) } else { nil }
        })
    case .likeURL(.opaque(let scheme, _)): need([.scheme(Array(scheme.utf8))])
    case .likeURL(.hierarchical(let scheme, let host, _, let path, _, _)):
      need(PathShape(path))
      if let scheme { need([.scheme(Array(scheme.utf8))]) }
      if let key = Self.host(host) { need([key]) }
    case .inOrigins(let origins):
      let patterns = origins.flatMap { rules[$0].patterns }
      need(patterns.map { .scheme(Array($0.scheme.utf8)) })
      let hosts = patterns.map { Self.host($0.host) }
      if !hosts.contains(nil) { need(hosts.compactMap(\.self)) }
    default: break
    }
  }

  /// The keys of a request for exactly that URL.
  private init(url text: String, in rules: RuleSet) {
    self.rules = rules
    guard let url = WebURL.parse(text) else { return }
    need([.scheme(Array(url.scheme.utf8))])
    if let host = url.host { need([.host(Array(host.utf8))]) }
    if !url.hasOpaquePath {
      let steps = url.components.dropFirst().map { PathShape.Step.component(Array($0.utf8)) }
      need(PathShape(steps, isWhole: true))
    }
  }

  /// The keys of hosts that match the pattern; nil if their end is unknown.
  private static func host(_ glob: Glob) -> DispatchKey? {
    guard case .literal(let text)? = glob.elements.last else { return nil }
    let bytes = Array(text.utf8)
    return glob.elements.count == 1 ? .host(bytes) : .hostSuffix(bytes)
  }

  // MARK: Cost

  /// A relative estimate of the number of requests that have one of the keys.
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
