import Syntax

/// The separator between two tokens.
enum Separator {
  case nothing, space
  /// A blank if the text up to the next break point fits, otherwise a line end.
  case fill
  /// A line end if the group is broken, otherwise a number of blanks.
  case line(blanks: Int8)
  /// A `line` that keeps a blank line of the source.
  case item(blanks: Int8)
  /// A blank, or a `line` if a comment ends the line before.
  case spaceOrLine
}

/// The layout of one kind of node.
struct NodeStyle {
  /// The separator before the node, unless the node is an item of a list; nil if its first token decides.
  var before: Separator?
  /// True if the node is a group: its break points are line ends unless all of it fits on one line.
  var isGroup = false
  /// The indentation of the node's lines, including the comments before the node.
  var indentation: Int8 = 0
  /// The additional indentation of the lines after the first token, except the line of a closing bracket.
  var innerIndentation: Int8 = 0
  /// True if the node's last token is a bracket that closes its first token.
  var isBracketed = false
  /// True if the list or record directly in the node can be broken instead of the enclosing group, which then does
  /// not indent its lines.
  var hugs = false
  /// True for a list or record that a group can hug.
  var isHuggable = false
  /// True if the children of the node count as children of the parent node, so that the parent can hug them.
  var isInHug = false
  /// True if the group of the node ends before the braces in the node.
  var isHead = false
  /// True if comments right before the node move before the token that precedes them.
  var movesComments = false
  /// True if the token after the node begins a line.
  var endsLine = false
  var afterComma = Separator.fill
  /// The layout of the parts of a list; nil for other nodes.
  var items: Items?

  /// The layout of the parts of a list: of its nodes and tokens, except brackets and commas.
  struct Items {
    /// The separator before the first item, if it follows a bracket.
    var first = Separator.line(blanks: 1)
    /// The separator between two items.
    var next: Separator
    /// The comma between two items; nil if they need none.
    var comma: Layout.Piece.Kind?
    /// The number of blanks before the closing bracket on one line.
    var padding: Int8 = 0
    /// True if the list is broken whenever its first item begins a line in the source.
    var keepsBreak = false
    /// True if each item has a line of its own, as soon as there are several.
    var haveLines = false
    /// True if short items share lines.
    var canFill = false
  }

  /// The layout of a file.
  static let file = NodeStyle(items: Items(first: .item(blanks: 0), next: .item(blanks: 0)))

  private static func bracketed(
    _ items: Items, before: Separator? = nil, isHuggable: Bool = false
  ) -> NodeStyle {
    NodeStyle(
      before: before, isGroup: true, innerIndentation: 2, isBracketed: true,
      isHuggable: isHuggable, items: items)
  }

  static func of(_ kind: SyntaxNode.Kind) -> NodeStyle {
    switch kind {
    case .member, .use, .negation: NodeStyle()
    case .attribute: NodeStyle(endsLine: true)
    case .declaration, .rule, .testCase, .claim, .all: NodeStyle(isGroup: true)
    case .block: NodeStyle(isGroup: true, isHead: true)
    case .clause: NodeStyle(before: .line(blanks: 1), indentation: 2, hugs: true)
    case .patterns:
      NodeStyle(
        before: .line(blanks: 1), indentation: 2,
        items: Items(next: .line(blanks: 1), comma: .comma, keepsBreak: true))
    case .pages, .definition: NodeStyle(before: .space, indentation: 2)
    case .members: bracketed(members)
    case .record: bracketed(members, isHuggable: true)
    case .entries:
      bracketed(Items(next: .item(blanks: 1), padding: 1, keepsBreak: true, haveLines: true))
    case .settings: bracketed(Items(next: .item(blanks: 2), padding: 1, keepsBreak: true))
    case .parentheses: bracketed(arguments, before: .nothing)
    case .pageArguments: bracketed(arguments, before: .space)
    case .arrayType: NodeStyle(before: .space, isInHug: true)
    case .emptyDictionary: NodeStyle(before: .space)
    case .list:
      bracketed(
        Items(
          first: .line(blanks: 0), next: .item(blanks: 1), comma: .comma, keepsBreak: true,
          canFill: true),
        before: .space, isHuggable: true)
    case .setting: NodeStyle(innerIndentation: 2)
    case .names: NodeStyle(items: Items(next: .fill, comma: .comma))
    case .frames: NodeStyle(afterComma: .space)
    case .setup, .changes: NodeStyle(before: .fill, indentation: 4)
    case .condition:
      NodeStyle(before: .space, indentation: 4, hugs: true, movesComments: true)
    case .any: NodeStyle(isGroup: true, innerIndentation: 2)
    case .parenthesized: NodeStyle(before: .space, innerIndentation: 2, isBracketed: true)
    case .steps: NodeStyle(before: .line(blanks: 1), isGroup: true, indentation: 2)
    case .step: NodeStyle(before: .line(blanks: 1))
    case .decision: NodeStyle(before: .spaceOrLine)
    }
  }

  private static let members = Items(
    next: .item(blanks: 1), comma: .flatComma, padding: 1, keepsBreak: true)

  private static let arguments = Items(
    first: .line(blanks: 0), next: .line(blanks: 1), comma: .comma)

  /// The separator before a token if only the token's kind decides.
  static func separator(before token: TokenKind) -> Separator {
    switch token {
    case .comma, .colon, .dot, .question, .leftParenthesis, .leftBracket, .rightParenthesis,
      .rightBracket:
      .nothing
    case .and, .or: .line(blanks: 1)
    default: .space
    }
  }

  /// True for tokens that no separator follows.
  static func isTight(after token: TokenKind) -> Bool {
    switch token {
    case .leftParenthesis, .leftBracket, .dot, .at, .not: true
    default: false
    }
  }
}
