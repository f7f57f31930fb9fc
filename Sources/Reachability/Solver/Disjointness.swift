import Automata
import Requests
import Text

extension AnalysisContext {
  /// Returns true if obviously, without a search, no request satisfies both formulas.
  ///
  /// Compares only pairs of operands of the outermost `&&`. Most pairs of rules differ in the literal prefix of
  /// their paths.
  func areDisjoint(_ one: Formula, _ other: Formula) -> Bool {
    for a in literals(one) {
      for b in literals(other) where areDisjoint(a, b) { return true }
    }
    return false
  }

  fileprivate func literals(_ formula: Formula) -> [AtomLiteral] {
    switch formula {
    case .literal(let literal): return [literal]
    case .all(let parts):
      return parts.compactMap { if case .literal(let literal) = $0 { literal } else { nil } }
    case .constant, .any: return []
    }
  }

  private func areDisjoint(_ a: AtomLiteral, _ b: AtomLiteral) -> Bool {
    if a == b.negated { return true }
    if excludes(a, b) || excludes(b, a) { return true }
    let (one, other) = (atomTable.atoms[a.atom], atomTable.atoms[b.atom])
    guard one.component == other.component, !(a.isNegated && b.isNegated) else { return false }
    if one.test.isComparison || other.test.isComparison { return false }
    switch (one.test, other.test) {
    case (.literal(let text), _) where !a.isNegated: return !holds(b, .text(text))
    case (_, .literal(let text)) where !b.isNegated: return !holds(a, .text(text))
    case (.namedURL, .namedURL): return !a.isNegated && !b.isNegated && a.atom != b.atom
    case (.choice(let mask), .choice(let otherMask)):
      return (a.isNegated ? ~mask : mask) & (b.isNegated ? ~otherMask : otherMask) == 0
    case (.language(let first), .language(let second)) where !a.isNegated && !b.isNegated:
      let (start, otherStart) = (
        store.literalPrefix(first).bytes, store.literalPrefix(second).bytes
      )
      return !start.starts(with: otherStart) && !otherStart.starts(with: start)
    default: return false
    }
  }
}

extension AnalysisContext {
  /// Returns whether the first literal names the request's URL, and the second one is false for a part of it.
  fileprivate func excludes(_ one: AtomLiteral, _ other: AtomLiteral) -> Bool {
    guard !one.isNegated, case .namedURL(let url) = atomTable.atoms[one.atom].test else {
      return false
    }
    let atom = atomTable.atoms[other.atom]
    if case .namedURL = atom.test { return false }
    guard !atom.test.isComparison, atomTable.kinds[atom.component].root == .request else {
      return false
    }
    return !holds(other, values(ofNamedURL: url)[atom.component] ?? .missing)
  }
}

/// Finds the rules that may match the same requests as a formula, by the start of the text that most rules test.
///
/// Only rules that are obviously disjoint from the formula are omitted. So if rules differ in the start of their
/// paths, comparing each rule with all others takes little more than linear time.
struct RuleStarts {
  private struct Entry {
    var start: [UInt8]
    var place: Int
  }

  private let context: AnalysisContext
  private let component: Int?
  /// The rules with a start, sorted by it.
  private var entries: [Entry] = []
  /// The different lengths of the starts.
  private var lengths: Set<Int> = []
  /// The places of rules without a start, in ascending order.
  private var free: [Int] = []
  private let count: Int

  init(_ formulas: [Formula], _ context: AnalysisContext) {
    self.context = context
    count = formulas.count
    let literals = formulas.map { context.starts($0) }
    var counts: [Int: Int] = [:]
    for starts in literals {
      for (place, start) in starts.enumerated()
      where !starts[..<place].contains(where: { $0.component == start.component }) {
        counts[start.component, default: 0] += 1
      }
    }
    let component = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    self.component = component
    for (place, starts) in literals.enumerated() {
      if let start = Self.longest(starts, component) {
        entries.append(Entry(start: start, place: place))
        lengths.insert(start.count)
      } else {
        free.append(place)
      }
    }
    entries.sort { $0.start.lexicographicallyPrecedes($1.start) }
  }

  /// The places of the rules that may match a request of the formula, in ascending order.
  func mayMeet(_ formula: Formula) -> [Int] {
    guard let start = Self.longest(context.starts(formula), component) else {
      return Array(0..<count)
    }
    var found = free
    // The rules whose start is a prefix of this one, and the rules whose start begins with it.
    for length in lengths where length < start.count { add(start[..<length], &found) { $0 == $1 } }
    add(start[...], &found) { $0.starts(with: $1) }
    return found.sorted()
  }

  /// Adds the places of consecutive entries that fit, beginning with the first entry that does not precede the
  /// start.
  private func add(
    _ start: ArraySlice<UInt8>, _ found: inout [Int],
    while fits: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
  ) {
    var low = entries.partitionPoint { !$0.start.lexicographicallyPrecedes(start) }
    while low < entries.count, fits(entries[low].start[...], start) {
      found.append(entries[low].place)
      low += 1
    }
  }

  private static func longest(
    _ starts: [(component: Int, bytes: [UInt8])], _ component: Int?
  ) -> [UInt8]? {
    starts.filter { $0.component == component && !$0.bytes.isEmpty }
      .max { $0.bytes.count < $1.bytes.count }?.bytes
  }
}

extension AnalysisContext {
  /// The prefixes of components that all requests of the formula have.
  fileprivate func starts(_ formula: Formula) -> [(component: Int, bytes: [UInt8])] {
    literals(formula).compactMap { literal in
      if literal.isNegated { return nil }
      let atom = atomTable.atoms[literal.atom]
      switch atom.test {
      case .literal(let bytes): return (atom.component, bytes)
      case .language(let language): return (atom.component, store.literalPrefix(language).bytes)
      case .isPresent, .numbers, .choice, .namedURL, .equal, .related: return nil
      }
    }
  }
}
