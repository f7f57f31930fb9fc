/// A condition with a name: `condition web = scheme in ["http", "https"]`.
package struct NamedCondition: Entity {
  package var declared: Declared
  /// The condition; nil if it has an error.
  package var condition: Condition? {
    didSet { parts = condition.flatMap { ConditionPart($0) } }
  }
  /// The structure of the condition; nil for a condition without `||`, and for a very large one.
  private(set) var parts: ConditionPart?
  /// The values that only chains of one kind have.
  package var limits = HandlerLimits()
}
