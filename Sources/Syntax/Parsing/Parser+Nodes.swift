extension Parser {
  /// Begins a node.
  ///
  /// - Parameters:
  ///   - start: the start of its first token; nil: the current one.
  ///   - index: the number of nodes before it; nil: all that have been recorded.
  /// - Returns: its index in the list of nodes.
  mutating func beginNode(
    _ kind: SyntaxNode.Kind, from start: UInt32? = nil, at index: Int? = nil
  ) -> Int {
    let index = index ?? tree.nodes.count
    let node = SyntaxNode(kind: kind, start: start ?? current.start, end: SyntaxNode.open)
    tree.nodes.insert(node, at: index)
    return index
  }

  /// Ends a node after the last consumed token; at the end of the file it stays open if a node in it is.
  mutating func endNode(_ index: Int) {
    if current.kind == .end,
      tree.nodes[(index + 1)...].contains(where: { $0.end == SyntaxNode.open })
    {
      return
    }
    tree.nodes[index].end = max(tree.nodes[index].start, lastEnd)
  }

  /// Ends the nodes that a syntax error has left open, except those before the index.
  mutating func endNodes(from index: Int) {
    for index in index..<tree.nodes.count where tree.nodes[index].end == SyntaxNode.open {
      endNode(index)
    }
  }
}
