import Requests
import Syntax
import Text

/// The position of completion: the word that an item replaces, and the constructs that the parser accepts in its place.
struct CompletionCursor {
  /// The word at the position; an empty span if there is none.
  let word: Span
  /// True in a string. Then `word` is the text of the string.
  let isInString: Bool
  /// True among the codes of a comment that suppresses findings.
  let isAmongCodes: Bool
  /// True if no other rule follows in the body.
  let isLastInBody: Bool
  /// The kind of the token after the word; nil at the end of the file.
  let next: TokenKind?
  let expectations: [ExpectedSyntax]
  let rule: Rule
  /// The declaration that the position is in.
  let declaration: CursorRecorder.Declaration?
  /// The call whose parentheses enclose the position.
  let call: CursorRecorder.OpenCall?
  /// The tokens before the word.
  let before: ArraySlice<Token>

  /// Facts about the rule at a position, on which its possible steps depend.
  struct Rule {
    /// True if a condition of the rule or of a block around it names the frame `new`, as `popup` requires.
    var namesNewFrame = false
    /// True if the rule attempts an action, so that neither `continue` nor `leave` can end it.
    var attempts = false
    /// True if the rule is in a block.
    var isInBlock = false
  }

  init(_ list: TokenList, _ file: SourceFile, at offset: Int) {
    var count = list.index(endingAfter: offset)
    let isBetweenTokens = count == list.tokens.count || list.tokens[count].start >= offset
    if isBetweenTokens, count > 0, list.tokens[count - 1].end == offset,
      [.identifier, .unterminatedString].contains(list.tokens[count - 1].kind)
    {
      count -= 1
    }
    let token = count < list.tokens.count ? list.tokens[count] : nil
    let isInToken = token.map { $0.start < offset } ?? false
    let isName = token?.kind == .identifier
    isInString = isInToken && (token?.kind == .string || token?.kind == .unterminatedString)
    var word = Span(offset, offset)
    if let token, isInString {
      let end = token.kind == .string ? Int(token.end) - 1 : offset
      word = Span(Int(token.start) + 1, max(end, offset))
    } else if let token, isName, token.start <= offset {
      word = token.span
    }
    self.word = word
    let comment = list.comment(at: offset)
    isAmongCodes =
      comment.map { Self.isAmongCodes(file.text(Span(Int($0.span.start), offset))) } ?? false
    isLastInBody = Self.isLastInBody(list.tokens[count...], after: word.end)
    next = list.tokens[count...].first { $0.start >= word.end }?.kind
    let end = Int(isInString ? word.start - 1 : word.start)
    let (tree, cursor) = SyntaxTree.parse(file, before: end)
    before = list.tokens[..<count]
    // Letters directly after a number would belong to it.
    let endsNumber =
      before.last.map { Int($0.end) == offset && [.integer, .number, .regex].contains($0.kind) }
      ?? false
    if comment != nil || endsNumber || isInToken && !isName && !isInString {
      expectations = []
    } else if isInString {
      expectations = cursor.expectations.filter { $0.isString }
    } else {
      expectations = Self.written(cursor.expectations, after: before.last, in: file, before: end)
    }
    rule = Rule(tree, before)
    declaration = cursor.declaration
    call = comment == nil ? cursor.call : nil
  }

  /// Returns whether the text is the start of a comment with `bascule:ignore` and possibly other codes.
  private static func isAmongCodes(_ comment: String) -> Bool {
    let marker = [DirectiveSyntax.next, DirectiveSyntax.file].map { "// \($0) " }
      .first { comment.hasPrefix($0) }
    guard let marker else { return false }
    // Only a comma can be between two codes.
    return !String(comment.dropFirst(marker.count)).replacing(", ", with: ",").contains(" ")
  }

  /// Returns whether no rule starts before the brace that closes the body.
  private static func isLastInBody(_ tokens: ArraySlice<Token>, after offset: UInt32) -> Bool {
    var depth = 0
    for token in tokens where token.start >= offset {
      switch token.kind {
      case .leftBrace: depth += 1
      case .rightBrace:
        depth -= 1
        if depth < 0 { return true }
      default:
        switch token.keyword {
        case .when, .always, .otherwise, .use: if token.startsLine || depth == 0 { return false }
        default:
          if token.startsLine, depth == 0, Keyword.declarations.contains(token.keyword) {
            return true
          }
        }
      }
    }
    return true
  }

  /// Returns those expectations that formatted files have at the position. In these, items start lines.
  ///
  /// - Parameter end: the position, which is not in a word.
  private static func written(
    _ all: [ExpectedSyntax], after last: Token?, in file: SourceFile, before end: Int
  ) -> [ExpectedSyntax] {
    let start = last.map { Int($0.end) } ?? 0
    let startsLine =
      last == nil || file.bytes[start..<max(start, end)].contains { $0 == 0x0A || $0 == 0x0D }
    let isAtMargin = startsLine && (end == 0 || [0x0A, 0x0D].contains(file.bytes[end - 1]))
    let declaration = ExpectedSyntax.declaration(isAttributed: false)
    if isAtMargin, all.contains(declaration) { return [declaration] }
    // Required clauses and values come before constructs that can also follow without them.
    let isOptional = all.contains { expectation in
      if case .token = expectation { false } else { !expectation.isItem }
    }
    let isAmongSettings = all.contains { expectation in
      if case .setting = expectation { true } else { false }
    }
    return all.filter { expectation in
      switch expectation {
      case .keyword where startsLine && isAmongSettings: return false
      case .declaration(isAttributed: true): return true
      case .setting where !startsLine, .keyword(.strategy) where !startsLine:
        return !isOptional || last?.kind == .leftBrace
      default: if !expectation.isItem { return true }
      }
      if startsLine { return expectation != declaration || !isOptional }
      switch last?.kind {
      case .leftBrace?: return true
      case .rightBrace?: return !isOptional
      case .comma?: return !isOptional && expectation != declaration
      default: return false
      }
    }
  }
}

extension CompletionCursor {
  /// The kind of the chain or test that contains the position; nil in a handler and elsewhere.
  var chainKind: ChainKind? {
    switch declaration?.keyword {
    case .chain: .requests
    case .responses: .responses
    case .test, .invariant: declaration?.testsResponses == true ? .responses : .requests
    default: nil
    }
  }

  /// Returns false for a clause that other clauses of the strategy or channel exclude, and for a second `async`.
  func allows(_ clause: Keyword) -> Bool {
    if clause == .async { return before.dropLast().last?.keyword != .async }
    guard let keyword = declaration?.keyword, keyword == .strategy || keyword == .channel,
      let start = before.lastIndex(where: { $0.keyword == .strategy || $0.keyword == .channel })
    else { return true }
    let words = before[start...].map { $0.keyword }
    return switch clause {
    // A channel has no replies of its own, since its strategies reply.
    case .via: words[0] == .channel || words.contains(.replies)
    // The function or event of a dispatch is always in the world of the page.
    case .world: !words.contains(.via)
    default: true
    }
  }
}

extension CompletionCursor.Rule {
  /// Reads the facts about the last rule of a tree.
  fileprivate init(_ tree: SyntaxTree, _ tokens: ArraySlice<Token>) {
    var items = tree.declarations.last?.items ?? []
    var conditions: [Span] = []
    while let item = items.last {
      items = []
      switch item {
      case .use: break
      case .block(let block):
        conditions.append(block.condition.span)
        items = block.items
        isInBlock = true
      case .rule(let rule):
        if let condition = rule.condition { conditions.append(condition.span) }
        attempts = rule.steps.contains { step in
          switch step.kind {
          case .attempt, .attemptOpen: true
          case .present, .push, .perform, .open, .load, .dismiss: false
          }
        }
      }
    }
    namesNewFrame = tokens.contains { token in
      token.keyword == .new
        && conditions.contains { $0.start <= token.start && token.end <= $0.end }
    }
  }
}

extension ExpectedSyntax {
  /// True for a string whose possible texts are known.
  fileprivate var isString: Bool {
    switch self {
    case .key, .testURL: true
    default: false
    }
  }
}
