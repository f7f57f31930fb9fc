extension SyntaxTree {
  /// The tree with some of its declarations, without tests and without the rules of handlers and chains.
  ///
  /// - Parameter isKept: returns whether to keep the declaration with the header. A channel is kept for any of its
  ///   strategies.
  package func withoutRules(keeping isKept: (HeaderSyntax) -> Bool) -> SyntaxTree {
    var tree = SyntaxTree()
    tree.incomplete = incomplete
    for declaration in declarations {
      switch declaration {
      case .test: continue
      case .handler(let header, _):
        if isKept(header) { tree.declarations.append(.handler(header, [])) }
      case .chain(var chain):
        chain.items = []
        if isKept(chain.header) { tree.declarations.append(.chain(chain)) }
      case .channel(let channel):
        if ([channel.header] + channel.strategies.map { $0.header }).contains(where: isKept) {
          tree.declarations.append(declaration)
        }
      default:
        if isKept(declaration.header) { tree.declarations.append(declaration) }
      }
    }
    return tree
  }
}
