package import Requests
package import Text

extension RuleSet {
  /// Creates a rule set with a single rule that has the condition, to ask whether and when the condition holds.
  ///
  /// - Parameter captures: the captures that the condition binds.
  package func chain(
    asking core: CoreCondition, of subject: RequestValue, at location: Location,
    captures: [Capture] = []
  ) -> RuleSet {
    let kind = ChainKind.allCases.first { subject.exists(in: $0) } ?? .requests
    let condition = Condition.test(Test(subject: subject, core: core, location: location))
    var set = RuleSet()
    set.flags = flags
    set.values = values
    set.enumerations = enumerations
    // The hosts of origins make the requests that are shown realistic.
    set.origins = origins
    let rule = Rule(
      condition: condition, captures: captures, steps: [], decision: .allow,
      location: condition.location, documentation: nil)
    set.chains = [
      Chain(
        declared: Declared(name: "question", location: condition.location), kind: kind,
        frames: .all(kind), items: [.rule(rule)])
    ]
    return set
  }

  /// Creates a rule set in which a rule has a further condition, to ask about the requests that meet it and reach the
  /// rule.
  package func narrowing(_ rule: Rule, to core: CoreCondition) -> RuleSet {
    let test = Condition.test(Test(subject: .url, core: core, location: rule.head))
    let own = rule.ownCondition.map { Condition.all([$0, test], rule.head) } ?? test
    let narrowed = Rule(
      condition: own, in: rule.blocks, captures: rule.captures, steps: rule.steps,
      decision: rule.decision, location: rule.location, documentation: rule.documentation)
    func replaced(_ item: ChainItem) -> ChainItem {
      if case .rule(let other) = item, other.location == rule.location { return .rule(narrowed) }
      return item
    }
    var set = self
    for index in set.handlers.indices {
      set.handlers[index].items = set.handlers[index].items.map(replaced)
    }
    for index in set.chains.indices {
      set.chains[index].items = set.chains[index].items.map(replaced)
    }
    return set
  }
}
