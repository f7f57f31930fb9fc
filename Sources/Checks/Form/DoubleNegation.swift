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
          guard case .not(let negated, _) = inner else { return visit(inner) }
          findings.append(finding(Location(FileID(index), span), negated, input))
          visit(negated)
        case .parenthesized(let inner, _): visit(inner)
        case .all(let parts, _), .any(let parts, _): parts.forEach(visit)
        case .constant, .reference, .comparison, .exists: break
        }
      }
      for declaration in tree.declarations { declaration.eachCondition(visit) }
      return findings
    }
  }

  /// - Parameter negated: the condition that is negated twice.
  private static func finding(
    _ location: Location, _ negated: ConditionSyntax, _ input: CheckInput
  ) -> Finding {
    let text = input.text(Location(location.file, negated.span))
    let isShort = text.utf8.count <= 60 && !text.contains("\n")
    return page.finding(
      "a second `!` takes the first one back", at: location,
      label: isShort ? "the same as `\(text)`" : "the same as without both",
      help: isShort
        ? "write `\(text)`, or `!\(text)` for its opposite"
        : "write it without `!`, or with one for its opposite")
  }

  static let page = Page(
    "double-negation", .warning, "a condition that is negated twice")
}
