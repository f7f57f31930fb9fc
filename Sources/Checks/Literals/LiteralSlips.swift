import Diagnostics
import Syntax
import Tasks
import Text

/// The literals of one file that look like mistakes.
struct LiteralSlips: Sendable {
  private(set) var literals: [(slip: LiteralSlip, literal: ComparedLiteral)] = []
  private(set) var expressions: [(slip: ExpressionSlip, comparison: ComparisonSyntax)] = []
  private(set) var openHosts: [(host: OpenHost, comparison: ComparisonSyntax)] = []
  private(set) var keys: [KeySlip] = []
  private(set) var quotedValues: [Finding] = []

  /// The comparisons for which `SuspiciousLiteral` uses the analysis.
  var comparisons: [ComparisonSyntax] {
    literals.map { $0.literal.comparison } + expressions.map { $0.comparison }
      + openHosts.map { $0.comparison }
  }

  /// - Parameter declarations: the indices of the declarations to read.
  init(_ tree: SyntaxTree, _ declarations: Range<Int>, _ file: FileID) {
    let conditions = ComparedConditions(tree, declarations)
    conditions.eachComparison { comparison, isNegated in
      for literal in comparison.strings(in: file, isNegated: isNegated) {
        if let slip = LiteralSlip(literal) { literals.append((slip, literal)) }
      }
      let slips = ExpressionSlip.all(comparison)
      for slip in slips { expressions.append((slip, comparison)) }
      // Another slip of the expression may be the reason why it is open.
      if slips.isEmpty, let host = OpenHost(comparison) {
        openHosts.append((host, comparison))
      }
    }
    keys = conditions.keySlips
    quotedValues = QuotedValue.findings(tree.declarations[declarations], in: file)
  }

  /// Adds the slips of later declarations.
  fileprivate mutating func append(_ other: LiteralSlips) {
    literals += other.literals
    expressions += other.expressions
    openHosts += other.openHosts
    keys += other.keys
    quotedValues += other.quotedValues
  }
}

/// The slips in the files of the last check. An edit changes only those in its file.
struct LiteralSlipCache {
  private var known: [(bytes: [UInt8], slips: LiteralSlips)] = []

  /// The slips of each file.
  ///
  /// - Parameter threads: searches the files concurrently if the cache is empty; nil to use this thread.
  mutating func slips(
    _ trees: [SyntaxTree], _ files: [SourceFile], _ threads: TaskRunner?
  ) -> [LiteralSlips] {
    if known.isEmpty, let threads { return slips(trees, threads) }
    known = trees.indices.map { index in
      if index < known.count, known[index].bytes == files[index].bytes { return known[index] }
      let tree = trees[index]
      return (files[index].bytes, LiteralSlips(tree, tree.declarations.indices, FileID(index)))
    }
    return known.map { $0.slips }
  }

  private func slips(_ trees: [SyntaxTree], _ threads: TaskRunner) -> [LiteralSlips] {
    let parts = TreePart.parts(of: trees)
    let found = threads.map(parts) { part in
      LiteralSlips(trees[part.tree], part.declarations, FileID(part.tree))
    }
    var all: [LiteralSlips] = []
    for (part, slips) in zip(parts, found) {
      if part.tree < all.count { all[part.tree].append(slips) } else { all.append(slips) }
    }
    return all
  }
}
