import Text

/// The tokens of a text with a syntax error.
///
/// An index past the last token gives the end of the text. So a change that looks ahead cannot read beyond the text.
struct RepairTokens: RandomAccessCollection {
  private let tokens: [Token]

  init(of bytes: [UInt8]) { tokens = Lexer.tokens(of: bytes) }

  var startIndex: Int { 0 }
  var endIndex: Int { tokens.count }

  subscript(index: Int) -> Token { tokens[Swift.min(index, tokens.count - 1)] }
}
