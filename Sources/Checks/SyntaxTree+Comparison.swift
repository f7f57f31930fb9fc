import Syntax
import Text

extension [SyntaxTree] {
  /// The comparison at a location; nil if there is none.
  func comparison(at location: Location) -> ComparisonSyntax? {
    comparison(around: location) { $0.span == location.span }
  }

  /// The comparison whose second operand is at a location; nil if there is none.
  func comparison(withOperandAt location: Location) -> ComparisonSyntax? {
    comparison(around: location) { $0.operandSpan == location.span }
  }

  private func comparison(
    around location: Location, where isMeant: (ComparisonSyntax) -> Bool
  ) -> ComparisonSyntax? {
    var found: ComparisonSyntax?
    func visit(_ condition: ConditionSyntax) {
      guard condition.span.start <= location.span.start, location.span.end <= condition.span.end
      else { return }
      switch condition {
      case .comparison(let comparison): if isMeant(comparison) { found = comparison }
      case .not(let inner, _), .parenthesized(let inner, _): visit(inner)
      case .all(let parts, _), .any(let parts, _): parts.forEach(visit)
      case .constant, .reference, .exists: break
      }
    }
    for declaration in self[Int(location.file.index)].declarations
    where declaration.header.span.start <= location.span.start
      && location.span.end <= declaration.header.span.end
    {
      declaration.eachCondition(visit)
    }
    return found
  }
}
