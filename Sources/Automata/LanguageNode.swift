/// One expression; its operands are nodes of the same store.
enum LanguageNode: Hashable {
  case empty
  case epsilon
  indirect case bytes(ByteSet)
  /// The first part is no concatenation, and neither is `empty` or `epsilon`.
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
