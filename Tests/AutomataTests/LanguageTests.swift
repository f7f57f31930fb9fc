import Automata
import Testing

@Suite struct LanguageTests {
  let store = LanguageStore()

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func exampleOfTheEssay() throws {
    let afterA = store.complement(store.concatenation(store.literal("x"), .everything))
    let three = store.repetition(store.bytes(0...255), lower: 3)
    let language = store.intersection([store.concatenation(store.literal("/a"), afterA), three])
    #expect(text(try store.shortest(language, .none)) == "/aa")
  }

  @Test func equalExpressionsAreOneNode() {
    let one = store.alternation([store.literal("ab"), store.literal("c"), .empty])
    let other = store.alternation([
      store.literal("c"), store.alternation([store.literal("ab"), store.literal("c")]),
    ])
    #expect(one == other)
    #expect(store.complement(store.complement(one)) == one)
    #expect(store.intersection([one, store.complement(one)]) == .empty)
    let letter = store.literal("a")
    #expect(store.alternation([letter, one, store.complement(letter)]) == .everything)
  }

  @Test func equivalence() throws {
    let a = store.literal("a")
    let b = store.literal("b")
    let star = store.repetition
    let one = star(store.alternation([a, b]), 0, nil)
    let other = store.concatenation(
      star(a, 0, nil), star(store.concatenation(b, star(a, 0, nil)), 0, nil))
    #expect(try store.isEquivalent(one, other, .none))
    #expect(try !store.isEquivalent(one, star(a, 0, nil), .none))
    #expect(try store.isSubset(star(a, 0, nil), of: one, .none))
  }

  @Test func boundedRepetitionIsNotWrittenOut() throws {
    let many = store.repetition(store.literal("a"), lower: 3, upper: 1 << 50)
    #expect(try store.shortestLength(many, .none) == 3)
    #expect(store.contains(many, String(repeating: "a", count: 500)))
    #expect(!store.contains(many, "aa"))
  }

  @Test func stepsAreLimited() {
    let limit = store.limit(after: 200)
    #expect(throws: OutOfSteps.self) {
      try store.shortest(store.repetition(store.literal("a"), lower: 1 << 40), limit)
    }
  }

  @Test func everyScalarIsInItsClassAlone() throws {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x10FFFF, 0x41...0x5A, 0x7F...0x80, 0x7FF...0x800, 0xD000...0xE123, 0xFFFF...0x10000,
      0x20AC...0x20AC, 0xFFF...0x1001, 0x3FFFF...0x100001,
    ]
    let probes: [UInt32] =
      ranges.flatMap { [$0.lowerBound &- 1, $0.lowerBound, $0.upperBound, $0.upperBound + 1] }
      + Array(stride(from: 0, through: 0x10FFFF, by: 211))
    for range in ranges {
      let language = store.scalars([range])
      for probe in probes {
        guard let scalar = Unicode.Scalar(probe) else { continue }
        if store.contains(language, String(scalar)) != range.contains(probe) {
          Issue.record("U+\(String(probe, radix: 16)) and \(range)")
        }
      }
    }
  }

  /// Tests that a sequence of bytes is a text exactly if Swift's library accepts it as UTF-8.
  @Test func textsAreWellFormed() {
    var random = Random(state: 45)
    let bounds: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for first in bounds {
      for second in bounds {
        for _ in 0..<12 {
          let last = [bounds[random.below(bounds.count)], bounds[random.below(bounds.count)]]
          for count in 1...4 {
            let bytes = Array(([first, second] + last).prefix(count))
            let isText = String(validating: bytes, as: UTF8.self) != nil
            #expect(store.contains(store.text, bytes) == isText, "\(bytes)")
          }
        }
      }
    }
  }

  /// Compares random expressions with their definition, over every text of up to four letters.
  @Test func randomExpressionsAgainstTheirMeaning() throws {
    var random = Random(state: 7)
    let texts = Self.texts(letters: [0x61, 0x62], upTo: 4)
    for _ in 0..<1_000 {
      let store = LanguageStore()
      let expression = Expression.random(depth: 4, using: &random)
      let language = expression.language(in: store)
      // The first of the shortest members, ordered by their letters.
      var shortest: [UInt8]?
      let required = store.requiredTexts(language)
      let hull = store.hull(language)
      for text in texts {
        let isMember = expression.holds(text[...])
        if isMember, shortest == nil { shortest = text }
        if isMember, !required.allSatisfy({ Self.contains(text, $0) }) {
          Issue.record("\(expression) and \(text) without \(required)")
        }
        if store.contains(language, text) != isMember {
          Issue.record("\(expression) and \(text)")
        }
        if isMember, !store.contains(hull, text) {
          Issue.record("\(expression) and \(text) outside of the hull")
        }
      }
      let within = store.intersection([
        language, store.repetition(store.bytes(0x61...0x62), lower: 0, upper: 4),
      ])
      let found = try store.shortest(within, .none)
      if found != shortest {
        Issue.record("\(expression): shortest is \(String(describing: found))")
      }
      let directed = try store.directed(within, .none)
      if directed != shortest {
        Issue.record("\(expression): directed search finds \(String(describing: directed))")
      }
    }
  }

  /// Tests that texts and a tail, joined in any order, are the same node as the whole text before the tail.
  @Test func longTextsAreOneNode() throws {
    var random = Random(state: 11)
    for _ in 0..<2_000 {
      let texts = (0...random.below(5)).map { _ in
        (0..<random.below(20)).map { _ in UInt8(0x61 + random.below(3)) }
      }
      let tail = [
        .epsilon, .everything, store.optional(store.literal("ab")), store.bytes(0x61...0x63),
      ][random.below(4)]
      let whole = texts.flatMap { $0 }
      // The parts are joined in a random order.
      var parts = texts.map { store.literal($0) } + [tail]
      while parts.count > 1 {
        let place = random.below(parts.count - 1)
        parts[place] = store.concatenation(parts[place], parts.remove(at: place + 1))
      }
      let language = parts[0]
      #expect(language == store.concatenation(store.literal(whole), tail))
      #expect(language == store.concatenation(whole.map { store.bytes($0...$0) } + [tail]))
      #expect(store.contains(language, whole) == store.holdsEpsilon(tail))
      let shortest = try store.shortest(tail, .none) ?? []
      #expect(try store.shortest(language, .none) == whole + shortest)
      #expect(store.cheapMember(language) == whole + shortest)
      let (bytes, rest) = store.literalPrefix(language)
      #expect(bytes == whole && rest == tail)
      #expect(store.hull(language) == language)
      let required = store.requiredTexts(language).first ?? []
      #expect(required == whole)
      for place in whole.indices {
        var other = whole
        other[place] = 0x64
        #expect(!store.contains(language, other))
        #expect(!store.contains(language, Array(whole[..<place])))
      }
      var state = language
      for byte in whole { state = store.derivative(state, by: byte) }
      #expect(state == tail)
    }
  }

  @Test func requiredTexts() {
    func required(_ language: Language) -> [String] {
      store.requiredTexts(language).map { String(decoding: $0, as: UTF8.self) }
    }
    func concatenation(_ parts: Language...) -> Language { store.concatenation(parts) }
    let word = store.repetition(store.bytes(0x61...0x7A), lower: 1)
    let bothCases = store.alternation([store.literal("k"), store.literal("K")])
    #expect(required(store.literal("/Shop")) == ["/shop"])
    #expect(required(concatenation(word, store.literal("/a"), bothCases)) == ["/ak"])
    #expect(
      required(store.repetition(concatenation(word, store.literal("-x")), lower: 2)) == ["-x"])
    #expect(required(store.optional(store.literal("x"))) == [])
    let ends = store.alternation([
      store.literal("end"), concatenation(word, store.literal("/the-end")),
    ])
    #expect(required(concatenation(store.literal("ab"), ends)) == ["ab", "end"])
    #expect(required(store.complement(store.literal("x"))) == [])
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0...].starts(with: part) }
  }

  static func texts(letters: [UInt8], upTo length: Int) -> [[UInt8]] {
    var all: [[UInt8]] = [[]]
    var layer = all
    for _ in 0..<length {
      layer = layer.flatMap { text in letters.map { text + [$0] } }
      all += layer
    }
    return all
  }
}

struct Random {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}

/// An expression that is evaluated by definition.
indirect enum Expression {
  case letter(UInt8)
  case epsilon
  case everything
  case concatenation(Expression, Expression)
  case alternation(Expression, Expression)
  case intersection(Expression, Expression)
  case complement(Expression)
  case repetition(Expression, Int, Int?)
  /// The longest suffix that is in the second language and follows only letters up to the byte is also in the first
  /// language.
  case first(Expression, Expression, UInt8)

  static func random(depth: Int, using random: inout Random) -> Expression {
    if depth == 0 || random.below(6) == 0 {
      switch random.below(5) {
      case 0: return .epsilon
      case 1: return .everything
      default: return .letter(random.below(2) == 0 ? 0x61 : 0x62)
      }
    }
    func part() -> Expression { .random(depth: depth - 1, using: &random) }
    switch random.below(7) {
    case 6: return .first(part(), part(), random.below(2) == 0 ? 0x61 : 0x62)
    case 0, 1: return .concatenation(part(), part())
    case 2: return .alternation(part(), part())
    case 3: return .intersection(part(), part())
    case 4: return .complement(part())
    default:
      let lower = random.below(3)
      return .repetition(part(), lower, random.below(2) == 0 ? nil : lower + random.below(3))
    }
  }

  func language(in store: LanguageStore) -> Language {
    switch self {
    case .letter(let byte): store.bytes(byte...byte)
    case .epsilon: .epsilon
    case .everything: .everything
    case .concatenation(let a, let b):
      store.concatenation(a.language(in: store), b.language(in: store))
    case .alternation(let a, let b):
      store.alternation([a.language(in: store), b.language(in: store)])
    case .intersection(let a, let b):
      store.intersection([a.language(in: store), b.language(in: store)])
    case .complement(let a): store.complement(a.language(in: store))
    case .repetition(let a, let lower, let upper):
      store.repetition(a.language(in: store), lower: lower, upper: upper)
    case .first(let a, let b, let last):
      store.first(
        store.intersection([a.language(in: store), b.language(in: store)]),
        among: b.language(in: store), taken: store.repetition(store.bytes(0x61...last)))
    }
  }

  func holds(_ text: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .letter(let byte): return text.elementsEqual([byte])
    case .epsilon: return text.isEmpty
    case .everything: return true
    case .concatenation(let a, let b):
      return (text.startIndex...text.endIndex).contains {
        a.holds(text[..<$0]) && b.holds(text[$0...])
      }
    case .alternation(let a, let b): return a.holds(text) || b.holds(text)
    case .intersection(let a, let b): return a.holds(text) && b.holds(text)
    case .complement(let a): return !a.holds(text)
    case .first(let a, let b, let last):
      for start in text.startIndex...text.endIndex {
        if b.holds(text[start...]) { return a.holds(text[start...]) }
        if start < text.endIndex, text[start] > last { return false }
      }
      return false
    case .repetition(let a, let lower, let upper):
      // Empty repetitions only increase the count.
      let bound = upper ?? max(lower, text.count)
      var ends: Set<Int> = [text.startIndex]
      var result = lower == 0 && text.isEmpty
      for count in 0..<bound {
        ends = Set(
          ends.flatMap { start in
            (start...text.endIndex).filter { a.holds(text[start..<$0]) }
          })
        if count + 1 >= lower, ends.contains(text.endIndex) { result = true }
      }
      return result
    }
  }
}
