package import Requests
package import Text

extension RuleSet {
  /// A set with one chain, with one rule that has the condition, for questions about that condition.
  ///
  /// - Parameter captures: those that the condition binds.
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
    // Requests that are shown have their hosts.
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
}
