import Syntax
package import Text

/// Inserts comments and white space between tokens, if the grammar allows them.
package enum RandomTrivia {
  /// Returns the tokens of a file, with a "\n" at each line end.
  package static func tokens(of file: SourceFile) -> [String] {
    var tokens: [String] = []
    file.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes)
      while true {
        let token = lexer.next()
        if token.kind == .end { return }
        if token.startsLine, !tokens.isEmpty { tokens.append("\n") }
        tokens.append(file.text(Span(token.start, token.end)))
      }
    }
    return tokens
  }

  /// Returns the starts of declarations, which are words at the start of a line and outside of brackets.
  package static func declarations(in tokens: [String]) -> [Int] {
    var depth = 0
    var starts = [0]
    for (index, token) in tokens.enumerated() {
      if ["{", "(", "["].contains(token) { depth += 1 }
      if ["}", ")", "]"].contains(token) { depth -= 1 }
      if depth == 0, index > 0, tokens[index - 1] == "\n",
        Keyword.declarations.contains(where: { $0.rawValue == token }) || token == "@",
        tokens[..<(index - 1)].last != ")" || !tokens[..<index].suffix(6).contains("deprecated")
      {
        starts.append(index)
      }
    }
    return starts
  }

  /// Returns whether some kinds of comments are not allowed before a token: before the `[` of a reference, after
  /// `matches` and within `-> async Bool`.
  package static func isTight(_ tokens: [String], _ index: Int) -> Bool {
    tokens[index] == "[" || tokens[index - 1] == "matches" || tokens[index - 1] == "async"
  }

  /// - Parameter density: the number of gaps in ten that get comments or white space.
  package static func text(
    of tokens: [String], density: Int, using generator: inout SentenceGenerator
  ) -> String {
    var text = ""
    for (index, token) in tokens.enumerated() {
      if index == 0 || !isTight(tokens, index) {
        while Int.random(in: 0..<10, using: &generator.random) < density {
          switch Int.random(in: 0..<9, using: &generator.random) {
          case 0: text += "\t"
          case 1: text += " " + generator.token("BLOCK_COMMENT")
          case 2: text += "\n"
          case 3: text += "\n\n   "
          case 4: text += generator.token("LINE_COMMENT") + "\n"
          case 5: text += "\n" + generator.token("LINE_COMMENT") + "\r\n"
          case 6: text += "\n  " + generator.token("DOCUMENTATION") + "\n"
          case 7: text += generator.token("DOCUMENTATION") + "  \n"
          default: text += "\n " + generator.token("BLOCK_COMMENT") + (density > 4 ? "\r" : " ")
          }
        }
      }
      text += " " + token
    }
    return text
  }
}
