import Text

extension Parser {
  /// Parses the items between braces. An error loses only the item that contains it.
  ///
  /// - Parameters:
  ///   - kind: the kind of the node that the braces and the items form.
  ///   - isStart: returns true if an item can start at the current token. That token is then not taken for the start
  ///     of the next declaration.
  ///   - isNearStart: returns true if the current line may be meant as an item, after an error in the previous one.
  ///   - item: parses one item. It is called until the closing brace.
  mutating func body(
    _ kind: SyntaxNode.Kind, startsItem isStart: @Sendable (Parser) -> Bool,
    nearly isNearStart: @Sendable (Parser) -> Bool,
    _ item: (inout Parser) throws(Abort) -> Void
  ) throws(Abort) {
    if current.kind == .colon || current.kind == .assign, ahead.kind == .leftBrace {
      foreign(current, nil, "the braces follow directly")
      advance()
    }
    var opened = span(current)
    if current.startsLine, !isAtLeftMargin, isStart(self) {
      opened = Span(lastEnd, lastEnd)
      fault(.missing(" {"), opened)
    } else {
      try expect(.leftBrace)
    }
    let node = beginNode(kind, from: opened.start)
    // The index of the first node that can still be open. The nodes of an item with an error end where the next item
    // begins.
    var lastItem = node + 1
    while true {
      switch current.kind {
      case .rightBrace:
        endNodes(from: lastItem)
        advance()
        endNode(node)
        return
      case .end:
        if recorder != nil { expectItem(item) }
        fault(.unclosed(bracket: "{", opened: opened), opened)
        return
      case .unterminatedComment:
        throw unexpected("")
      default:
        break
      }
      if takeSeparator() { continue }
      if current.startsLine, looksLikeDeclaration, !isStart(self),
        isAtLeftMargin || !startsAtLeftMargin(opened)
      {
        fault(.unclosed(bracket: "{", opened: opened), opened)
        endNodes(from: node)
        return
      }
      if isStart(self) {
        endNodes(from: lastItem)
        lastItem = tree.nodes.count
      }
      let (first, second) = (current, ahead)
      let before = current.start
      recorder?.leaveCall()
      do throws(Abort) {
        try item(&self)
      } catch {
        loseItem(first, second)
        skip(from: before, toItem: isNearStart)
      }
    }
  }

  /// True if the line of the brace is not indented. The next declarations are not indented either.
  private func startsAtLeftMargin(_ brace: Span) -> Bool {
    let line = lexer.bytes[..<Int(brace.start)].lastIndex { $0 == 0x0A || $0 == 0x0D }
    return lexer.bytes[line.map { $0 + 1 } ?? 0] > 0x20
  }

  /// Records the start of an item at the cursor. A missing item is no fault there.
  private mutating func expectItem(_ item: (inout Parser) throws(Abort) -> Void) {
    let count = tree.faults.count
    do throws(Abort) { try item(&self) } catch { tree.faults.removeSubrange(count...) }
  }

  /// Skips to the next item or to the closing brace of the current body.
  private mutating func skip(from start: UInt32, toItem isStart: @Sendable (Parser) -> Bool) {
    var nesting = 0
    while current.kind != .end {
      switch current.kind {
      case .leftBrace:
        nesting += 1
      case .rightBrace:
        if nesting == 0 { return }
        nesting -= 1
      default:
        if current.start > start, current.startsLine {
          if nesting == 0, isStart(self) { return }
          if looksLikeDeclaration, isAtLeftMargin { return }
        }
      }
      advance()
    }
    if nesting > 0 || !current.startsLine { recorder?.close() }
  }

  /// Records the name of a field, case or strategy with an error, so that uses of the name are not reported.
  private mutating func loseItem(_ first: Token, _ second: Token) {
    guard first.kind == .identifier, !first.keyword.startsRule else { return }
    let name = first.keyword == .strategy && second.kind == .identifier ? second : first
    tree.lost.insert(text(span(name)))
  }
}
