import Interpreter
import ParsedRules
import RandomRules
import Requests
import Semantics
import Testing
import WebURL

/// A small world of requests. The conditions of the pool divide requests into classes, and the world contains a request
/// of each class that has any.
struct ChainUniverse {
  /// The conditions that test one part each.
  static let urlConditions = [
    #"path == "/a""#, #"path == "/a/b""#, #"path[1] == "a""#, #"path[1] != "a""#,
    #"path[2] == "b""#, #"path[1] in ["a", "b"]"#, #"path[1] !in ["a", "c"]"#,
    #"path like "/a/*""#, #"path like "/a/**""#, #"path like "/*b""#, #"path like "/**/b""#,
    #"path hasPrefix "/a""#, #"path hasSuffix "b""#, #"path contains "b""#, "path.count == 2",
    "path.count >= 3", "path.count < 2", "exists path[2]", "exists path",
    #"path.last == "b""#, #"path.last != "a""#, "exists path.last",
    #"path matches /\/[ab]+/"#,
    #"path[2] matches /\d/"#, #"scheme == "https""#, #"scheme != "https""#,
    #"scheme in ["http", "tel"]"#,
    #"host == "a.com""#, #"host like "*.a.com""#, #"host hasSuffix "a.com""#, "exists host",
    #"host != "a.com""#, "exists query.a", #"query.a == "1""#, #"query.a != "1""#,
    #"query.a == """#, "exists query", #"query == "a=1""#, #"url == "https://a.com/a""#,
    #"url != "https://a.com/b?a=1""#,
    #"url like "https://a.com/a/*""#, #"url like "*://**.a.com/**""#, "url in Store",
    "url !in Store", #"url == "tel:1""#, #"opaque == "1""#, "exists opaque",
    #"rawQuery.a == "1""#, #"url hasPrefix "https://a.com/""#,
  ]
  static let otherConditions = [
    "f", "g", "f == false", "frame == main", "frame != sub", "frame in [new, sub]", "true", "false",
  ]
  /// For responses, in place of those about the frame `new`.
  static let responseConditions = [
    "displayable", "displayable == false", "frame == main", "frame != sub", "frame in [sub]",
    "exists status", "status == 200", "status != 200", "status >= 400", "status < 400",
    "status in [200, 404]", "true", "false",
  ]
  static let declarations = """
    origin Store = "https://a.com", "https://*.a.com"
    flag f
    flag g
    screen Number(value: Int)
    action note(text: String)
    action take(text: String) -> Bool

    """ + urlConditions.map { "condition \(name($0)) = \($0)\n" }.joined()

  /// The name of the condition.
  static func name(_ condition: String) -> String {
    "named\(urlConditions.firstIndex(of: condition) ?? -1)"
  }

  struct Bits: Equatable {
    var words: [UInt64]
    let count: Int

    init(_ count: Int) {
      self.count = count
      words = [UInt64](repeating: 0, count: (count + 63) / 64)
    }

    static func all(_ count: Int) -> Bits { ~Bits(count) }

    subscript(index: Int) -> Bool {
      get { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }
      set {
        let bit: UInt64 = 1 << UInt64(index & 63)
        if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
      }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    private static func combined(_ a: Bits, _ b: Bits, _ body: (UInt64, UInt64) -> UInt64) -> Bits {
      var result = a
      b.words.withUnsafeBufferPointer { other in
        result.words.withUnsafeMutableBufferPointer { mine in
          var index = 0
          while index < mine.count {
            mine[index] = body(mine[index], other[index])
            index += 1
          }
        }
      }
      return result
    }

    static func & (a: Bits, b: Bits) -> Bits { combined(a, b) { $0 & $1 } }
    static func | (a: Bits, b: Bits) -> Bits { combined(a, b) { $0 | $1 } }
    static func - (a: Bits, b: Bits) -> Bits { combined(a, b) { $0 & ~$1 } }

    static prefix func ~ (bits: Bits) -> Bits {
      var result = bits
      for index in result.words.indices { result.words[index] = ~result.words[index] }
      if bits.count & 63 != 0 {
        result.words[result.words.count - 1] &= 1 << UInt64(bits.count & 63) - 1
      }
      return result
    }
  }

  let kind: ChainKind
  let urls: [WebURL]
  /// The requests that satisfy each condition: `urls` × 4 sets of flags × 3 frames, or for responses `urls` ×
  /// `displayable` × 2 frames × 5 statuses.
  private(set) var truths: [String: Bits] = [:]
  /// The requests for which `Number(value: path[2])` can be presented.
  private(set) var guardTruth = Bits(0)
  /// The requests with the scheme `x`, in place of `blob`, `data`, `file` and `javascript`: no condition of the
  /// pool tells these from one another.
  private(set) var unsafe = Bits(0)

  var count: Int { urls.count * others }
  /// The number of requests with the same URL.
  private let others: Int
  private static let statuses = [nil, 200, 299, 404, 500]

  /// One path of each class that the chains distinguish, among all paths of up to three components and some of four:
  /// the chains test only the first, the second and the last component, the number of components, and whether there is
  /// a `b` anywhere, which can be in a component between these.
  private static func paths(toldApartBy chains: [Interpreter]) throws -> [String] {
    let components = [
      "a", "b", "c", "aa", "ab", "ba", "bb", "cb", "aba", "abc", "aca", "acb", "cbc", "1", "11",
    ]
    var candidates = ["/"]
    var longer = [""]
    for _ in 0..<3 {
      longer = longer.flatMap { path in components.map { path + "/" + $0 } }
      candidates += longer
    }
    for start in candidates where start.split(separator: "/").count == 2 {
      for between in ["a", "b", "c"] {
        candidates += components.map { "\(start)/\(between)/\($0)" }
      }
    }
    var seen: Set<[Bool]> = []
    return try candidates.filter { path in
      let url = try #require(WebURL.parse("https://a.com" + path))
      return seen.insert(chains.map { $0.matches(0, Request(url: url)) }).inserted
    }
  }

  init(_ kind: ChainKind = .requests) throws {
    self.kind = kind
    others = kind == .requests ? 12 : 20
    var source = Self.declarations
    for (index, condition) in Self.urlConditions.enumerated() {
      source += "chain C\(index) { when \(condition) cancel }\n"
    }
    source += "chain Guard { otherwise present Number(value: path[2]) cancel }\n"
    let text = try RuleText(source)
    let chains = try Self.urlConditions.indices.map { try text.chain("C\($0)") }
    let guardChain = try text.chain("Guard")

    let pathChains =
      zip(Self.urlConditions, chains).filter { $0.0.contains("path") }.map(\.1) + [guardChain]
    let paths = try Self.paths(toldApartBy: pathChains)
    var texts: [String] = []
    for path in paths {
      for scheme in ["https", "http", "tel", "x"] {
        for host in [
          "a.com", "b.a.com", "z", "za.com", "c.b.a.com", ".a.com", "a.com:8080", "b.a.com:8080",
          "c.b.a.com:8080",
        ] { texts.append("\(scheme)://\(host)\(path)") }
      }
      texts += ["tel:\(path)", "x:\(path)", "https://u@a.com\(path)"]
    }
    texts += ["tel:1", "tel:2", "x:1", "x:2"]
    let queries = ["", "?a=", "?a=1", "?a=2", "?b", "?b&a=1"]
    texts = texts.flatMap { text in queries.map { text + $0 } }
    // Where the conditions determine all other parts, only the fragment tells a URL from the one that `==` names.
    texts += texts.filter { $0.hasPrefix("https://a.com/") || $0.hasPrefix("tel:1") }
      .map { $0 + "#x" }
    urls = try texts.map { try #require(WebURL.parse($0)) }
    for (index, condition) in (Self.urlConditions + ["guard"]).enumerated() {
      let chain = condition == "guard" ? guardChain : chains[index]
      var bits = Bits(count)
      for (number, url) in urls.enumerated() where chain.matches(0, Request(url: url)) {
        for other in 0..<others { bits[number * others + other] = true }
      }
      if condition == "guard" { guardTruth = bits } else { truths[condition] = bits }
    }
    unsafe = Bits(count)
    for (number, url) in urls.enumerated() where url.scheme == "x" {
      for other in 0..<others { unsafe[number * others + other] = true }
    }
    if kind == .responses {
      addResponseConditions()
      return
    }
    for condition in Self.otherConditions {
      var bits = Bits(count)
      for other in 0..<12 {
        let (f, g) = (other & 1 == 1, other & 2 == 2)
        let frame = [FrameKind.main, .sub, .new][other / 4]
        let isTrue =
          switch condition {
          case "f": f
          case "g": g
          case "f == false": !f
          case "frame == main": frame == .main
          case "frame != sub": frame != .sub
          case "frame in [new, sub]": frame != .main
          default: condition == "true"
          }
        if isTrue { for number in urls.indices { bits[number * 12 + other] = true } }
      }
      truths[condition] = bits
    }
  }

  private mutating func addResponseConditions() {
    for condition in Self.responseConditions {
      var bits = Bits(count)
      for other in 0..<others {
        let (displayable, isMain) = (other & 1 == 1, other & 2 == 0)
        let status = Self.statuses[other / 4]
        let isTrue =
          switch condition {
          case "displayable": displayable
          case "displayable == false": !displayable
          case "frame == main", "frame != sub": isMain
          case "frame in [sub]": !isMain
          case "exists status": status != nil
          case "status == 200": status == 200
          case "status != 200": status.map { $0 != 200 } ?? false
          case "status >= 400": status.map { $0 >= 400 } ?? false
          case "status < 400": status.map { $0 < 400 } ?? false
          case "status in [200, 404]": status == 200 || status == 404
          default: condition == "true"
          }
        if isTrue { for number in urls.indices { bits[number * others + other] = true } }
      }
      truths[condition] = bits
    }
  }

  func request(_ index: Int) -> Request {
    let other = index % 12
    var flags: Set<String> = []
    if other & 1 == 1 { flags.insert("f") }
    if other & 2 == 2 { flags.insert("g") }
    return Request(
      url: urls[index / 12], frame: [FrameKind.main, .sub, .new][other / 4], flags: flags)
  }
}

/// Random numbers (xorshift), the same for the same seed.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func roll(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % count
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[roll(list.count)] }
}

/// A random chain as text, with its semantics over the universe.
struct RandomChain {
  indirect enum Condition {
    case atom(String)
    /// The named condition with that meaning.
    case named(String)
    case not(Condition)
    case all([Condition])
    case any([Condition])

    var text: String {
      switch self {
      case .atom(let text): text
      case .named(let text): ChainUniverse.name(text)
      case .not(let inner): "!(\(inner.text))"
      case .all(let parts): parts.map { "(\($0.text))" }.joined(separator: " && ")
      case .any(let parts): parts.map { "(\($0.text))" }.joined(separator: " || ")
      }
    }

    func bits(_ universe: ChainUniverse) -> ChainUniverse.Bits {
      switch self {
      case .atom(let text), .named(let text): universe.truths[text]!
      case .not(let inner): ~inner.bits(universe)
      case .all(let parts):
        parts.map { $0.bits(universe) }.reduce(.all(universe.count)) { $0 & $1 }
      case .any(let parts):
        parts.map { $0.bits(universe) }.reduce(ChainUniverse.Bits(universe.count)) { $0 | $1 }
      }
    }
  }

  struct Rule {
    /// The condition of the rule itself; nil for `otherwise`.
    var own: Condition?
    var step: String
    var decision: String
    /// The condition of the block around it, and the number of the block.
    var block: (condition: Condition, number: Int)?

    /// The conditions of the rule and its block; nil for the `otherwise` of the chain.
    var condition: Condition? {
      guard let block else { return own }
      return own.map { .all([block.condition, $0]) } ?? block.condition
    }

    var text: String { "\(own.map { "when \($0.text)" } ?? "otherwise") \(step) \(decision)" }
    var hasGuard: Bool { step.contains("path[2]") }
    var isAttempt: Bool { step.hasPrefix("attempt") }
    var covers: Bool { decision != "continue" && decision != "leave" && !isAttempt }
    var effect: String { step + decision }
    var isInert: Bool { effect == "continue" || effect == "leave" }

    func bits(_ universe: ChainUniverse) -> ChainUniverse.Bits {
      let bits = condition?.bits(universe) ?? .all(universe.count)
      return hasGuard ? bits & universe.guardTruth : bits
    }
  }

  var frames: String
  var rules: [Rule]

  let kind: ChainKind

  init(_ dice: inout Dice, _ kind: ChainKind = .requests) {
    self.kind = kind
    frames = dice.pick(
      kind == .requests
        ? ["", "", "frames all\n", "frames new\n"] : ["", "", "frames all\n", "frames sub\n"])
    let others =
      kind == .requests ? ChainUniverse.otherConditions : ChainUniverse.responseConditions
    // Few conditions in each chain, so that rules meet.
    let pool = (0..<5).map { _ in
      dice.roll(kind == .requests ? 4 : 2) == 0
        ? dice.pick(others) : dice.pick(ChainUniverse.urlConditions)
    }
    func condition(_ depth: Int) -> Condition {
      switch dice.roll(depth == 0 ? 1 : 6) {
      case 0, 1:
        dice.roll(6) == 0 ? .named(dice.pick(ChainUniverse.urlConditions)) : .atom(dice.pick(pool))
      case 2: .not(condition(depth - 1))
      case 3, 4: .all((0..<(2 + dice.roll(2))).map { _ in condition(depth - 1) })
      default: .any((0..<2).map { _ in condition(depth - 1) })
      }
    }
    rules = (0..<(2 + dice.roll(6))).map { _ in
      var step = dice.pick([
        "", "", "", "open url", #"perform note(text: "x")"#, "present Number(value: path[2])",
      ])
      let decision = dice.pick([
        "cancel", "cancel", "allow", "allow", "download", "continue",
        kind == .requests ? "allow with javaScript disabled" : "allow",
      ])
      if dice.roll(8) == 0, decision != "continue" { step = #"attempt take(text: "x")"# }
      return Rule(own: condition(2), step: step, decision: decision)
    }
    var start = 0
    while start < rules.count {
      defer { start += 1 }
      guard dice.roll(6) == 0 else { continue }
      let count = 1 + dice.roll(min(3, rules.count - start))
      let shared = condition(1)
      let number = dice.roll(1 << 30)
      for index in start..<start + count { rules[index].block = (shared, number) }
      start += count - 1
      for index in start - count + 1...start where !rules[index].isAttempt && dice.roll(3) == 0 {
        rules[index].decision = "leave"
      }
      if dice.roll(3) == 0, !rules[start].isAttempt { rules[start].own = nil }
    }
    if dice.roll(2) == 0 {
      rules.append(Rule(own: nil, step: "", decision: dice.pick(["allow", "cancel"])))
    }
  }

  /// The rules with `leave` that lead requests past a rule.
  func leaves(skipping entry: Int) -> [Int] {
    guard let number = rules[entry].block?.number else { return [] }
    // After its `otherwise` a block ends.
    let before = rules[..<entry].reversed().prefix { $0.block?.number == number && $0.own != nil }
    return (entry - before.count..<entry).filter { rules[$0].decision == "leave" }
  }

  /// True for a rule without any effect on the rules after it.
  func isInert(_ entry: Int) -> Bool {
    rules[entry].isInert
      && !rules.indices.contains { leaves(skipping: $0).contains(entry) }
  }

  /// Returns the requests that each rule matches and that no rule with `leave` has led past it.
  func meanings(_ universe: ChainUniverse) -> [ChainUniverse.Bits] {
    let all = rules.map { $0.bits(universe) }
    return all.indices.map { entry in
      leaves(skipping: entry).reduce(all[entry]) { $0 - all[$1] }
    }
  }

  func text(_ name: String) -> String {
    var lines: [String] = []
    var open: Int?
    for rule in rules {
      if open != nil, open != rule.block?.number {
        lines.append("}")
        open = nil
      }
      if let block = rule.block, open == nil {
        lines.append("when \(block.condition.text) {")
        open = block.number
      }
      lines.append(rule.text)
      if open != nil, rule.own == nil {
        lines.append("}")
        open = nil
      }
    }
    if open != nil { lines.append("}") }
    return "\(kind.rawValue) \(name) {\n\(frames)\(lines.joined(separator: "\n"))\n}\n"
  }

  func frameBits(_ universe: ChainUniverse) -> ChainUniverse.Bits {
    if kind == .responses {
      return frames == "frames sub\n" ? universe.truths["frame in [sub]"]! : .all(universe.count)
    }
    switch frames {
    case "": return universe.truths["frame != sub"]!
    case "frames all\n": return .all(universe.count)
    default: return universe.truths["frame in [new, sub]"]! & universe.truths["frame != sub"]!
    }
  }
}
