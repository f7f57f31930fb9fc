/// One expression; its operands are nodes of the same store.
enum LanguageNode: Hashable {
  case empty
  case epsilon
  indirect case bytes(ByteSet)
  /// The texts that begin with the word and go on with a text of the language. The word has two or more bytes
  /// before `epsilon`, one or more before any other language. If the language itself begins with a word, that
  /// word has `Word.capacity` bytes, so only the first of several words is short.
  case word(Word, then: Language)
  /// A concatenation without `empty` and `epsilon`, whose first part is no single byte, word or concatenation.
  case concatenation(Language, Language)
  /// A union of two or more languages, sorted, without nested unions.
  case alternation([Language])
  /// An intersection of two or more languages, sorted, without nested intersections.
  case intersection([Language])
  case complement(Language)
  /// - upper: the most repetitions; `Int.max` for no bound.
  indirect case repetition(Language, lower: Int, upper: Int)
  /// The preimage of a language that is neither `empty`, `everything` nor a complement.
  indirect case preimage(Language, TextFunction)
  /// The texts of `LanguageStore.first(_:among:taken:canEnd:)`. Neither the language nor `taken` is `empty`.
  indirect case first(Language, among: Language, taken: Language, canEnd: Bool)
}

extension LanguageNode {
  /// A hash that takes few instructions for the most frequent kinds of nodes.
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

/// A derivative that is the same for each byte of a range.
struct Edge {
  var low: UInt8
  var high: UInt8
  /// The derivative, never `empty`.
  var target: Language
}

/// The facts known about a language's shortest member.
enum Knowledge: Hashable {
  case nothing
  /// A lower bound of the length of the shortest member, if there is a member.
  case atLeast(Int)
  /// The length of the shortest member.
  case distance(Int)
  case isEmpty
}
