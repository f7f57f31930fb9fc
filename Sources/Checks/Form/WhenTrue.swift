import Diagnostics
import Syntax
import Text

/// The check `when-true`.
enum WhenTrue {
  static func findings(_ input: CheckInput) -> [Finding] {
    input.trees.enumerated().flatMap { index, tree in
      var findings: [Finding] = []
      func visit(_ rule: RuleSyntax) {
        guard case .constant(true, let value)? = rule.condition, value.start > rule.keyword.start
        else { return }
        findings.append(finding(Location(FileID(index), rule.keyword.union(value)), input))
      }
      for declaration in tree.declarations { declaration.items?.eachRule(visit) }
      return findings
    }
  }

  private static func finding(_ location: Location, _ input: CheckInput) -> Finding {
    page.finding(
      "`when true` can be written as `always`", at: location, label: "holds for every request",
      help: "write `always`",
      fix: input.mayHaveComment(location) ? nil : .replace(location, with: "always", isSafe: true))
  }

  static let page = Page(
    "when-true", .info, "`when true` in place of `always`", fixes: .safe)
}
