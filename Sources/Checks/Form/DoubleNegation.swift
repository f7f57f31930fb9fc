import Diagnostics
import Syntax
import Text

/// The check `double-negation`.
enum DoubleNegation {
  static func findings(_ input: CheckInput) -> [Finding] {
    input.trees.enumerated().flatMap { index, tree in
      var findings: [Finding] = []
      func visit(_ condition: ConditionSyntax) {
        switch condition {
        case .not(let inner, let span):
          // Beside parentheses, a negation is no slip of the finger.
          guard case .not = inner else { return visit(inner) }
          var (core, count) = (inner, 1)
          while case .not(let next, _) = core { (core, count) = (next, count + 1) }
          let place = Location(FileID(index), span)
          findings.append(finding(place, core, isNegated: !count.isMultiple(of: 2), input))
          visit(core)
        case .parenthesized(let inner, _): visit(inner)
        case .all(let parts, _), .any(let parts, _): parts.forEach(visit)
        case .constant, .reference, .comparison, .exists: break
        }
      }
      for declaration in tree.declarations { declaration.eachCondition(visit) }
      return findings
    }
  }

  /// - Parameters:
  ///   - core: the condition without its negations.
  ///   - isNegated: true if the number of negations is odd.
  private static func finding(
    _ location: Location, _ core: ConditionSyntax, isNegated: Bool, _ input: CheckInput
  ) -> Finding {
    let written = input.text(Location(location.file, core.span))
    let (text, opposite) = isNegated ? ("!" + written, written) : (written, "!" + written)
    let isShort = text.utf8.count <= 60 && !text.contains("\n")
    return page.finding(
      "a second `!` takes the first one back", at: location,
      label: isShort ? "the same as `\(text)`" : "the same as with two `!` fewer",
      help: isShort
        ? "write `\(text)`, or `\(opposite)` for its opposite"
        : "write it without `!`, or with one for its opposite")
  }

  static let page = Page(
    "double-negation", .warning, "a condition that is negated twice")
}
