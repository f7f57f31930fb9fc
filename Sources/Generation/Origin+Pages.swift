package import Semantics
import Requests

extension Origin {
  /// The pages of the origin, for people: the patterns as written, or the value that gives the origin.
  package func pages(in rules: RuleSet) -> [String] {
    value.map { ["the origin of `\(rules[$0].name)`"] } ?? patterns.map { "`\($0.text)`" }
  }
}
