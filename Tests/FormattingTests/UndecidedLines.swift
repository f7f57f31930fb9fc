import Syntax
import Text

/// The parts of a formatted file in which the lines above do not determine the indentation of a line:
///
/// - A condition, also in parentheses, before its first `||`, since this operator indents all lines before it further.
/// - The list of a rule's first comparison, which is indented like a body only if no operator follows and the steps
///   contain no literal of several lines.
/// - The changes of a URL among arguments, since another change or another argument can follow a comma.
/// - The line after a comma in a list of values without brackets among arguments, for the same reason.
enum UndecidedLines {
  /// A condition, or the content of an open bracket.
  private struct Level {
    var bracket = TokenKind.end
    var start = 0
    var isRule = false
    var hasOr = false
    /// The start of the changes of a URL among arguments.
    var changes: Int?
    var hasOperators = false
    /// True after `in` among arguments, up to the next label or operator.
    var isInList = false
    /// The list of the comparison, if it is the only one.
    var list: Range<Int>?
  }

  static func ranges(in file: SourceFile) -> [Range<Int>] {
    file.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes)
      var levels = [Level()]
      var found: [Range<Int>] = []
      var last = TokenKind.end
      /// The end of the last token if it is a comma in a list without brackets.
      var comma: Int?
      var token = lexer.next()
      while token.kind != .end {
        let start = Int(token.start)
        let end = Int(token.end)
        let top = levels.count - 1
        if let end = comma { found.append(end..<start + 1) }
        comma = nil
        switch token.kind {
        case .leftBrace, .leftBracket, .leftParenthesis:
          if token.kind == .leftBrace { levels[top] = Level(bracket: levels[top].bracket) }
          // Parentheses in steps follow a name.
          if token.kind == .leftParenthesis, last != .identifier {
            levels[top].hasOperators = true
          }
          levels.append(Level(bracket: token.kind, start: end))
        case .rightBrace, .rightBracket, .rightParenthesis:
          let closed = levels.removeLast()
          if let changes = closed.changes { found.append(changes..<start) }
          let isFirst = levels[top - 1].isRule && !levels[top - 1].hasOperators
          if token.kind == .rightBracket, isFirst { levels[top - 1].list = closed.start..<end }
        // The next argument can be another condition.
        case .comma where levels[top].bracket == .leftParenthesis:
          levels[top].hasOr = false
          if levels[top].isInList { comma = end }
        case .colon: levels[top].isInList = false
        case .identifier
        where levels[top].bracket == .leftParenthesis && token.keyword == .in && last != .dot:
          levels[top].isInList = true
        case .identifier
        where levels[top].bracket == .leftParenthesis
          && (token.keyword == .setting || token.keyword == .removing):
          levels[top].changes = levels[top].changes ?? start
        case .or, .and:
          if token.kind == .or, !levels[top].hasOr {
            found.append(levels[top].start..<start)
            levels[top].hasOr = true
          }
          levels[top].hasOperators = true
          levels[top].isInList = false
          if let list = levels[top].list { found.append(list) }
        case .not
        where last != .identifier && last != .rightBracket || beginsCondition(token, levels[top]):
          levels[top].hasOperators = true
        case .identifier where token.keyword == .when && last != .dot:
          levels[top] = Level(bracket: levels[top].bracket, start: end, isRule: true)
        case .rawString where bytes[start..<end].contains(0x0A):
          if levels[top].bracket != .leftBracket { found += levels.compactMap(\.list) }
        default: break
        }
        last = token.kind
        token = lexer.next()
      }
      return found
    }
  }

  /// Returns whether the operator begins the condition of a rule.
  private static func beginsCondition(_ token: Token, _ level: Level) -> Bool {
    level.isRule && Int(token.start) <= level.start + 1
  }
}
