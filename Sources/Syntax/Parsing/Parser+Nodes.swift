extension Parser {
  /// Begins a node.
  ///
  /// - Parameters:
  ///   - start: the start of the node's first token; nil for the current token.
  ///   - index: the number of nodes before the node; nil for all recorded nodes.
  /// - Returns: the index of the node in the list of nodes.
  mutating func beginNode(
    _ kind: SyntaxNode.Kind, from start: UInt32? = nil, at index: Int? = nil
  ) -> Int {
    let index = index ?? tree.nodes.count
    let node = SyntaxNode(kind: kind, start: start ?? current.start, end: SyntaxNode.open)
    tree.nodes.insert(node, at: index)
    return index
  }

  /// Ends a node after the last consumed token. At the end of the file, a node that contains an open node stays open
  /// too.
  mutating func endNode(_ index: Int) {
    if current.kind == .end,
      tree.nodes[(index + 1)...].contains(where: { $0.end == SyntaxNode.open })
    {
      return
    }
    tree.nodes[index].end = max(tree.nodes[index].start, lastEnd)
  }

  /// Ends the nodes from the index on that a syntax error has left open.
  mutating func endNodes(from index: Int) {
    for index in index..<tree.nodes.count where tree.nodes[index].end == SyntaxNode.open {
      endNode(index)
    }
  }
}
