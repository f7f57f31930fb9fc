/// Finds the rules of a chain that hold: by an index, once it is worth making one.
final class RuleFinder {
  private let rules: [LoweredRule]
  private let isMeant: (LoweredRule) -> Bool
  private let vocabulary: Vocabulary
  private var index: RuleIndex?
  /// Questions that are still answered by looking at every rule.
  private var walksLeft: Int
  /// By rule, an atom without which it does not hold; made for walks only.
  private var keys: [Int32] = []
  private static let always = Int32(-1)
  private static let never = Int32(-2)

  /// - Parameters:
  ///   - walks: for how many questions no index is made.
  ///   - isMeant: whether the rule is to be found.
  init(
    _ rules: [LoweredRule], _ vocabulary: Vocabulary, walks: Int,
    where isMeant: @escaping (LoweredRule) -> Bool
  ) {
    self.rules = rules
    self.vocabulary = vocabulary
    self.isMeant = isMeant
    walksLeft = walks
    if walks > 0 {
      keys = rules.map { isMeant($0) ? $0.key.map { Int32($0) } ?? Self.always : Self.never }
    }
  }

  /// The first place in the range whose rule holds and is meant.
  func first(in range: Range<Int>, _ truth: Truth) -> Int? {
    if walksLeft == 0 { return made().first(in: range, truth) }
    walksLeft -= 1
    return range.first { place in
      let key = keys[place]
      if key == Self.never || key >= 0 && !truth.holds(Int(key)) { return false }
      return truth.holds(rules[place].formula)
    }
  }

  /// The same, for rules that something more is asked of.
  func first(in range: Range<Int>, _ truth: Truth, where isRight: (Int) -> Bool) -> Int? {
    made().first(in: range, truth, where: isRight)
  }

  private func made() -> RuleIndex {
    if let index { return index }
    let index = RuleIndex(rules.map(\.formula), vocabulary) { isMeant(rules[$0]) }
    self.index = index
    return index
  }
}
