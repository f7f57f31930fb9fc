package import Text

extension SyntaxTree {
  /// Parses a file. Never fails: syntax errors are recorded in `faults`, and parsing continues.
  ///
  /// An error inside a declaration's braces loses the item that contains it. An error outside of braces loses the
  /// declaration. Time and memory are linear in the size of the file, and the depth of recursion is bounded by
  /// `Parser.depthLimit`.
  package static func parse(_ file: SourceFile) -> SyntaxTree {
    file.bytes.withUnsafeBufferPointer { bytes in
      var parser = Parser(bytes)
      return parser.file()
    }
  }
}

extension Parser {
  mutating func file() -> SyntaxTree {
    tree.isPlain = PlainBytes.arePrintable(UnsafeRawBufferPointer(lexer.bytes))
    if !tree.isPlain, let offset = Self.firstMalformedUTF8(lexer.bytes) {
      fault(.invalidUTF8, Span(offset, offset + 1))
    }
    while current.kind != .end {
      declaring = nil
      recorder?.leaveDeclaration()
      let nodeCount = tree.nodes.count
      do throws(Abort) {
        try declaration()
      } catch {
        loseDeclaration()
        recoverToDeclaration()
        if current.kind != .end { endNodes(from: nodeCount) }
      }
    }
    expects(.declaration(isAttributed: false))
    tree.faults += lexer.faults
    tree.directives = lexer.directives
    tree.units.sort { ($0.start, $1.end) < ($1.start, $0.end) }
    return tree
  }

  /// Records the name of a declaration with an error. If the name was not read, it is one of the next words.
  private mutating func loseDeclaration() {
    if let declaring {
      tree.lost.insert(declaring)
      return
    }
    var token = current
    var rest = lexer
    for next in [ahead, rest.next()] {
      if token.kind == .identifier, !token.keyword.startsDeclaration {
        tree.lost.insert(text(span(token)))
      }
      if next.startsLine || next.kind == .end { return }
      token = next
    }
    if token.kind == .identifier { tree.lost.insert(text(span(token))) }
  }
}
