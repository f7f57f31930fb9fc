/// A run of consecutive declarations of a file, as the work of one task.
package struct TreePart: Sendable {
  /// The index of the file's tree.
  package let tree: Int
  package let declarations: Range<Int>

  /// The maximum number of declarations of a part.
  private static let size = 64

  /// The parts of all trees, in the order of their declarations. Each tree has at least one part.
  package static func parts(of trees: [SyntaxTree]) -> [TreePart] {
    var parts: [TreePart] = []
    for (index, tree) in trees.enumerated() {
      let count = tree.declarations.count
      for start in stride(from: 0, to: max(1, count), by: size) {
        parts.append(TreePart(tree: index, declarations: start..<min(start + size, count)))
      }
    }
    return parts
  }
}
