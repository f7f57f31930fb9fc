/// A lexical unit of a rule file.
package struct Token: Sendable {
  package var kind: TokenKind
  /// The keyword with the spelling of the identifier; `none` for other identifiers and tokens.
  package var keyword: Keyword
  /// True if there is a line end between the previous token and this one.
  package var startsLine: Bool
  /// True for a string with escapes. Its text differs from its value.
  package var hasEscapes: Bool
  package var start: UInt32
  package var end: UInt32
  /// The index of the documentation above the token in the lexer's groups; -1 if there is none.
  package var documentation: Int32
}

package enum TokenKind: UInt8, CaseIterable, Sendable {
  case end, invalid, unterminatedString, unterminatedComment, unterminatedRegex
  case identifier, string, rawString, integer, number, regex
  case leftBrace, rightBrace, leftParenthesis, rightParenthesis, leftBracket, rightBracket
  case comma, colon, dot, at, question, arrow, assign
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, and, or, not

  /// The text of an operator or bracket; nil for other kinds of tokens.
  package var spelling: String? {
    switch self {
    case .end, .invalid, .unterminatedString, .unterminatedComment, .unterminatedRegex,
      .identifier, .string, .rawString, .integer, .number, .regex:
      nil
    case .leftBrace: "{"
    case .rightBrace: "}"
    case .leftParenthesis: "("
    case .rightParenthesis: ")"
    case .leftBracket: "["
    case .rightBracket: "]"
    case .comma: ","
    case .colon: ":"
    case .dot: "."
    case .at: "@"
    case .question: "?"
    case .arrow: "->"
    case .assign: "="
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .and: "&&"
    case .or: "||"
    case .not: "!"
    }
  }
}
