/// A condition with a name: `condition web = scheme in ["http", "https"]`.
package struct NamedCondition: Entity {
  package var declared: Declared
  /// The condition; nil if it has an error.
  package var condition: Condition?
  /// The values that only chains of one kind have.
  package var limits = HandlerLimits()
}
