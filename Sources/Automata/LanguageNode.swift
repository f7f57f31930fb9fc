/// One expression; its operands are nodes of the same store.
enum LanguageNode: Hashable {
  case empty
  case epsilon
  indirect case bytes(ByteSet)
  /// These bytes, then a text of the language. Two or more bytes before `epsilon`, one or more before any other
  /// language. A language that begins with bytes as well has `Word.capacity` of them: only the first word of several
  /// is short.
  case word(Word, then: Language)
  /// The first part is no single byte, word or concatenation, and neither is `empty` or `epsilon`.
  case concatenation(Language, Language)
  /// Two or more, sorted, without nested alternations.
  case alternation([Language])
  /// Two or more, sorted, without nested intersections.
  case intersection([Language])
  case complement(Language)
  /// - upper: `Int.max` for no bound.
  indirect case repetition(Language, lower: Int, upper: Int)
  /// Of a language that is neither `empty`, `everything` nor a complement.
  indirect case preimage(Language, TextFunction)
  /// The language is a subset of `among`, and neither it nor `taken` is `empty`.
  indirect case first(Language, among: Language, taken: Language, canEnd: Bool)
}

extension LanguageNode {
  /// A hash of few instructions for the nodes that are created most.
  var quickHash: UInt32 {
    switch self {
    case .word(let word, let rest):
      return Self.mixed(word.bits.low, word.bits.high ^ UInt64(rest.index) << 32)
    case .concatenation(let first, let second):
      return Self.mixed(UInt64(first.index), UInt64(second.index))
    case .empty, .epsilon, .bytes, .alternation, .intersection, .complement, .repetition, .preimage,
      .first:
      return UInt32(truncatingIfNeeded: hashValue)
    }
  }

  private static func mixed(_ one: UInt64, _ other: UInt64) -> UInt32 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let product = one &* factor
    return UInt32(truncatingIfNeeded: ((product ^ product >> 32 ^ other) &* factor) >> 32)
  }
}

/// The derivative by each byte of a range.
struct Edge {
  var low: UInt8
  var high: UInt8
  /// Never `empty`.
  var target: Language
}

/// The facts known about a language's shortest member.
enum Knowledge: Hashable {
  case nothing
  /// A bound of the length of the shortest member, if there is one.
  case atLeast(Int)
  /// The length of the shortest member.
  case distance(Int)
  case isEmpty
}
