/// The analyses of a chain in addition to the reachability of its rules.
package struct AnalysisOptions: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Fills `redundant`, `alwaysTrue` and `deadAlternatives`.
  package static let redundancy = AnalysisOptions(rawValue: 1)
  /// Confirms all witnesses by the interpreter, within the budget. Otherwise only witnesses of covers are
  /// confirmed.
  package static let interpreted = AnalysisOptions(rawValue: 2)
}
