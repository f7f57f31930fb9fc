/// The analyses of a chain in addition to the reachability of its rules.
package struct AnalysisOptions: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Fills `redundant`, `alwaysTrue` and `deadAlternatives`.
  package static let redundancy = AnalysisOptions(rawValue: 1)
  /// Confirms every witness by the interpreter, not only those of covers, within the budget.
  package static let interpreted = AnalysisOptions(rawValue: 2)
}
