/// Some declarations of a file that follow each other: work for one task.
package struct TreePart: Sendable {
  /// The index of the file's tree.
  package let tree: Int
  package let declarations: Range<Int>

  /// The most declarations of a part.
  private static let size = 64

  /// All declarations of the trees, in their order; each tree has at least one part.
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
