import Semantics
import Text

/// A rule as a formula over atoms, with its effect.
final class LoweredRule: Sendable {
  /// One operand of the condition's outermost `&&`, or the requirement of one argument.
  struct Part {
    /// The formula, including the conversions that steps require of captures.
    var formula: Formula
    /// The formula without these conversions.
    var plain: Formula
    /// The place of the part in the source.
    var place: Place
    var binds: Bool
    var isGuard: Bool
    /// True if the part is the literal `true` or `false`.
    var isConstant: Bool
    /// The part without conversions, if it contains `||`.
    var tree: ConditionTree?

    func location(in rule: Rule) -> Location { place.location(in: rule) }

    /// Returns whether both parts have the same meaning and the same alternatives; their places may differ.
    fileprivate func isSame(as other: Part) -> Bool {
      guard formula == other.formula, plain == other.plain, binds == other.binds,
        isGuard == other.isGuard, isConstant == other.isConstant
      else { return false }
      switch (tree, other.tree) {
      case (nil, nil): return true
      case (let one?, let two?): return one.isSame(as: two)
      case (nil, _?), (_?, nil): return false
      }
    }
  }

  /// A place in a rule or in a block around it.
  struct Place {
    /// The index of the block; nil for a place in the rule itself.
    var block: Int?
    /// The span relative to the start of the rule or block.
    var span: Span

    init(_ location: Location, in rule: Rule) {
      let start = location.span.start
      block =
        start < rule.location.span.start
        ? rule.blocks.lastIndex { $0.location.span.start <= start } : nil
      let origin = (block.map { rule.blocks[$0].location } ?? rule.location).span.start
      span = Span(start - origin, location.span.end - origin)
    }

    func location(in rule: Rule) -> Location {
      let origin = block.map { rule.blocks[$0].location } ?? rule.location
      let start = origin.span.start
      return Location(origin.file, Span(span.start + start, span.end + start))
    }
  }

  /// Holds for the requests that the rule matches and for which no rule with `leave` skips it.
  let formula: Formula
  /// The condition and the implicit guard. Holds exactly for the requests that the rule matches.
  let own: Formula
  var negated: Formula { formula.negated }
  let parts: [Part]
  /// True if no later rule is evaluated for requests that this rule matches.
  let covers: Bool
  let effect: NormalizedEffect
  let key: WatchedLiterals
  /// The URLs of `AtomTable.namedURLs` that the rule names.
  let namedURLs: Set<Int>
  /// Holds for the URLs that `load url` and `open url` must not use in this rule; nil if the rule has no such
  /// step.
  let unsafeURL: Formula?
  /// Holds for the URLs that `load url` loads in this rule; nil if the rule has no such step.
  let loads: Formula?
  /// Holds if each part that `load url` sets to another value of the request has that value already; nil if it
  /// sets no such part.
  let unchanged: Formula?
  /// The conditions under which a request has a body, in a rule with `load url`. First that a form is sent, then
  /// the others.
  let bodies: [Formula]
  /// Holds for requests that satisfy the rule's condition but lack an argument that the page chooses; nil if the
  /// rule does not cancel, or needs no such argument.
  let lacksArgument: Formula?

  init(
    parts: [Part], covers: Bool, effect: NormalizedEffect, namedURLs: Set<Int>,
    unsafeURL: Formula?, loads: Formula?, unchanged: Formula?, bodies: [Formula],
    lacksArgument: Formula?, _ atomTable: AtomTable
  ) {
    own = Formula.conjunction(parts.map { $0.formula })
    formula = own
    key = WatchedLiterals(formula, atomTable)
    self.parts = parts
    self.covers = covers
    self.effect = effect
    self.namedURLs = namedURLs
    self.unsafeURL = unsafeURL
    self.loads = loads
    self.unchanged = unchanged
    self.bodies = bodies
    self.lacksArgument = lacksArgument
  }

  /// Creates a copy of the rule that some requests skip.
  ///
  /// - Parameter stays: holds for the requests that do not skip the rule.
  init(_ rule: LoweredRule, where stays: Formula, _ atomTable: AtomTable) {
    own = rule.own
    formula = Formula.conjunction([own, stays])
    key = WatchedLiterals(formula, atomTable)
    (parts, covers, effect, namedURLs) = (rule.parts, rule.covers, rule.effect, rule.namedURLs)
    (unsafeURL, loads, unchanged) = (rule.unsafeURL, rule.loads, rule.unchanged)
    bodies = rule.bodies
    lacksArgument = rule.lacksArgument.map { .conjunction([$0, stays]) }
  }

  /// Returns whether both rules have the same conditions and effects; their places may differ.
  func isSame(as other: LoweredRule) -> Bool {
    self === other
      || covers == other.covers && formula == other.formula && unsafeURL == other.unsafeURL
        && loads == other.loads && unchanged == other.unchanged && bodies == other.bodies
        && lacksArgument == other.lacksArgument
        && effect == other.effect && parts.count == other.parts.count
        && zip(parts, other.parts).allSatisfy { $0.isSame(as: $1) }
  }
}
