import Syntax
import Text

/// The literals of one file that look like mistakes.
struct LiteralSlips {
  private(set) var literals: [(slip: LiteralSlip, literal: ComparedLiteral)] = []
  private(set) var expressions: [(slip: ExpressionSlip, comparison: ComparisonSyntax)] = []
  private(set) var headers: [StringSyntax] = []

  init(_ tree: SyntaxTree, _ file: FileID) {
    let conditions = ComparedConditions(tree)
    conditions.eachComparison { comparison, isNegated in
      for literal in comparison.strings(in: file, isNegated: isNegated) {
        if let slip = LiteralSlip(literal) { literals.append((slip, literal)) }
      }
      if let slip = ExpressionSlip(comparison) { expressions.append((slip, comparison)) }
    }
    headers = conditions.invalidHeaders
  }
}

/// The slips of the files of the last check; an edit changes those of its file.
struct LiteralSlipCache {
  private var known: [(bytes: [UInt8], slips: LiteralSlips)] = []

  /// The slips of each file.
  mutating func slips(_ trees: [SyntaxTree], _ files: [SourceFile]) -> [LiteralSlips] {
    known = trees.indices.map { index in
      if index < known.count, known[index].bytes == files[index].bytes { return known[index] }
      return (files[index].bytes, LiteralSlips(trees[index], FileID(index)))
    }
    return known.map(\.slips)
  }
}
