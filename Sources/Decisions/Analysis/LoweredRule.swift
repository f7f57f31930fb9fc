import Automata
import Semantics
import Text

/// A rule as the search sees it.
final class LoweredRule: Sendable {
  /// One operand of the condition's outermost `&&`, or what one argument demands.
  struct Part {
    /// With what the steps demand of its captures.
    var formula: Formula
    /// Without it.
    var plain: Formula
    var location: Location
    var binds: Bool
    var isGuard: Bool
    /// Whether it is written out as `true` or `false`.
    var isConstant: Bool
  }

  /// The condition and the implicit guard.
  let formula: Formula
  let negated: Formula
  let parts: [Part]
  /// False where the formula also holds for some requests that the rule does not match: a guard on a
  /// capture that `**` lets take several places.
  let isExact: Bool
  /// Whether the next rule is not asked where this one matches.
  let covers: Bool
  let effect: Effect
  /// An atom that is true wherever the formula holds, if one is plain to see.
  let key: Int?

  init(parts: [Part], isExact: Bool, covers: Bool, effect: Effect) {
    formula = Formula.conjunction(parts.map(\.formula))
    negated = formula.negated
    key = formula.key
    self.parts = parts
    self.isExact = isExact
    self.covers = covers
    self.effect = effect
  }

  /// Whether both ask and do the same, wherever they are written.
  func isSame(as other: LoweredRule) -> Bool {
    self === other
      || covers == other.covers && isExact == other.isExact && formula == other.formula
        && effect == other.effect && parts.count == other.parts.count
        && zip(parts, other.parts).allSatisfy { one, two in
          one.formula == two.formula && one.plain == two.plain && one.binds == two.binds
            && one.isGuard == two.isGuard && one.isConstant == two.isConstant
        }
  }
}

extension Formula {
  fileprivate var key: Int? {
    switch self {
    case .literal(let literal): literal.isNegated ? nil : literal.atom
    case .all(let parts): parts.lazy.compactMap(\.key).first
    case .constant, .any: nil
    }
  }
}

/// The rules of a rule set as the search sees them, by what they are written in.
struct LoweredRuleSet {
  private var handlers: [[LoweredRule]] = []
  private var chains: [[LoweredRule]] = []

  /// - Parameter reusable: the rules of a handler or chain where they are known already.
  init(
    _ rules: RuleSet, _ context: AnalysisContext,
    reusing reusable: (RuleOwner) -> [LoweredRule]? = { _ in nil }
  ) throws(OutOfSteps) {
    var lowering = context.lowering(rules)
    func lower(_ items: [ChainItem]) throws(OutOfSteps) -> [LoweredRule] {
      var lowered: [LoweredRule] = []
      for case .rule(let rule) in items { lowered.append(try lowering.lower(rule)) }
      return lowered
    }
    for (index, handler) in rules.handlers.enumerated() {
      if let known = reusable(.handler(ID(index))) {
        handlers.append(known)
      } else {
        handlers.append(try lower(handler.items))
      }
    }
    for (index, chain) in rules.chains.enumerated() {
      if let known = reusable(.chain(ID(index))) {
        chains.append(known)
      } else {
        chains.append(try lower(chain.items))
      }
    }
  }

  subscript(owner: RuleOwner) -> [LoweredRule] {
    switch owner {
    case .handler(let id): handlers[Int(id.index)]
    case .chain(let id): chains[Int(id.index)]
    }
  }

  subscript(entry: FlatChain.Entry) -> LoweredRule { self[entry.owner][entry.number] }

  /// Calls the body for every atom that some rule speaks of, as often as one does.
  func eachAtom(_ body: (Int) -> Void) {
    for rules in handlers + chains {
      for rule in rules {
        rule.formula.eachAtom(body)
        for part in rule.parts { part.plain.eachAtom(body) }
      }
    }
  }
}
