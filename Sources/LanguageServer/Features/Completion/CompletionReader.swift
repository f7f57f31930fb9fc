import Requests
import Syntax
import Text

/// Derives a `CompletionPlace` from the tokens before an offset.
struct CompletionReader {
  let file: SourceFile
  let tokens: ArraySlice<Token>
  /// True if a line ends between the last token and the word being typed.
  let startsLine: Bool
  /// The word being typed; empty at the offset if there is none.
  let word: Span
  let isInside: Bool
  /// True in a string; then the word is its text.
  let isInString: Bool
  /// True if no other rule follows in the body: the next token is a closing brace or starts a declaration.
  let isLastInBody: Bool
  /// True if a comma follows the word.
  let isBeforeComma: Bool
  let comment: TokenList.Comment?
  let offset: Int
  /// The declaration that the place is in; nil between declarations.
  let declaration: Declaration?

  init(_ list: TokenList, _ file: SourceFile, at offset: Int) {
    self.file = file
    self.offset = offset
    comment = list.comment(at: offset)
    var count = list.index(endingAfter: offset)
    var word = Span(offset, offset)
    var isInside = false
    var isInString = false
    if count < list.tokens.count, Int(list.tokens[count].start) < offset {
      let token = list.tokens[count]
      isInside = token.kind != .identifier
      isInString = token.kind == .string || token.kind == .unterminatedString
      word = Span(Int(token.start), offset)
      if isInString {
        let end = token.kind == .string ? Int(token.end) - 1 : offset
        word = Span(Int(token.start) + 1, max(end, offset))
      }
    } else if count > 0, list.tokens[count - 1].kind == .unterminatedString,
      Int(list.tokens[count - 1].end) == offset
    {
      count -= 1
      isInside = true
      isInString = true
      word = Span(Int(list.tokens[count].start) + 1, offset)
    } else if count > 0, list.tokens[count - 1].kind == .identifier,
      Int(list.tokens[count - 1].end) == offset
    {
      count -= 1
      word = Span(Int(list.tokens[count].start), offset)
    }
    if !isInside, count < list.tokens.count, list.tokens[count].kind == .identifier,
      list.tokens[count].start == word.start
    {
      word = Span(word.start, list.tokens[count].end)
    }
    self.word = word
    self.isInside = isInside
    self.isInString = isInString
    isLastInBody = Self.isLastInBody(list.tokens[count...], after: word.end)
    isBeforeComma = list.tokens[count...].first { $0.start >= word.end }?.kind == .comma
    tokens = list.tokens[..<count]
    let end = tokens.last.map { Int($0.end) } ?? 0
    startsLine =
      tokens.isEmpty
      || file.bytes[end..<max(end, Int(word.start))].contains { $0 == 0x0A || $0 == 0x0D }
    let before = list.tokens[..<count]
    if let start = Self.declarationStart(before, file), let last = before.last {
      declaration = Declaration(
        keyword: before[start].keyword, tokens: before[start...], last: last)
    } else {
      declaration = nil
    }
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
        case .when, .otherwise, .use: if token.startsLine || depth == 0 { return false }
        default:
          if token.startsLine, depth == 0, Keyword.declarations.contains(token.keyword) {
            return true
          }
        }
      }
    }
    return true
  }

  /// True at the start of a line, where only declarations begin in formatted files.
  var isAtMargin: Bool {
    startsLine
      && (word.start == 0 || [0x0A, 0x0D].contains(file.bytes[Int(word.start) - 1]))
  }

  var place: CompletionPlace {
    if let comment { return place(inComment: comment) }
    if isInString { return placeInString }
    if isInside { return .nothing }
    guard let last = tokens.last else { return .declaration }
    if last.kind == .at { return .attribute }
    if isInAttribute { return .nothing }
    guard let declaration else { return .declaration }
    if let head = beforeAttribute(declaration.tokens) {
      if openBrackets(head).isEmpty { return .declaration }
      return declaration.keyword == .channel ? .words([.strategy]) : .nothing
    }
    return place(in: declaration)
  }

  /// The kind of the chain or test that the place is in; nil in a handler and elsewhere.
  var chainKind: ChainKind? {
    guard comment == nil, let declaration else { return nil }
    switch declaration.keyword {
    case .chain: return .requests
    case .responses: return .responses
    case .test: return declaration.testsResponses ? .responses : .requests
    default: return nil
    }
  }

  func place(inComment comment: TokenList.Comment) -> CompletionPlace {
    let text = file.text(Span(Int(comment.span.start), offset))
    let marker = [DirectiveSyntax.next, DirectiveSyntax.file].map { "// \($0) " }
      .first { text.hasPrefix($0) }
    guard let marker else { return .nothing }
    // Another code follows a comma.
    let codes = text.dropFirst(marker.count).replacing(", ", with: ",")
    return codes.contains(" ") ? .nothing : .code
  }

  func text(_ token: Token) -> String { file.text(Span(token.start, token.end)) }

  // MARK: - Declarations

  /// The tokens of a declaration up to the place: its keyword, and all tokens with the keyword first.
  struct Declaration {
    var keyword: Keyword
    var tokens: ArraySlice<Token>
    var last: Token

    /// True after `test responses`.
    var testsResponses: Bool {
      guard keyword == .test, let second = tokens.dropFirst().first,
        second.keyword == .responses
      else { return false }
      return tokens.dropFirst(2).first?.kind != .leftBrace
    }
  }

  /// The index of the first token of the declaration that the place after the tokens is in.
  private static func declarationStart(_ tokens: ArraySlice<Token>, _ file: SourceFile) -> Int? {
    func isAtMargin(_ token: Token) -> Bool {
      token.startsLine
        && (token.start == 0 || file.bytes[Int(token.start) - 1] == 0x0A
          || file.bytes[Int(token.start) - 1] == 0x0D)
    }
    // A declaration at the margin ends the one before, so that nothing before the last one matters.
    let first = tokens.indices.dropLast().last { index in
      let token = tokens[index]
      return token.keyword.startsDeclaration && isAtMargin(token)
        && (tokens[index + 1].kind == .identifier || token.keyword == .dispatch)
    }
    var start: Int?
    var depth = 0
    var wasBraced = false
    for index in (first ?? tokens.startIndex)..<tokens.endIndex {
      let token = tokens[index]
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      let isKeyword = token.keyword.startsDeclaration
      let isNamed =
        next.map { $0.kind == .identifier || token.keyword == .dispatch }
        ?? ((token.startsLine || start == nil) && depth == 0)
      if isKeyword && isNamed,
        depth == 0 && (token.startsLine || start == nil) || isAtMargin(token)
      {
        (start, depth, wasBraced) = (index, 0, false)
        continue
      }
      switch token.kind {
      case .leftBrace:
        depth += 1
        wasBraced = true
      case .rightBrace:
        depth = max(0, depth - 1)
        if depth == 0, let first = start, wasBraced, Self.hasBody(tokens[first].keyword) {
          start = nil
        }
      default: break
      }
    }
    return start
  }

  /// Returns true for declarations that end with a brace; the braces of others are those of types and values.
  private static func hasBody(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .handler, .chain, .responses, .model, .enum, .union, .channel, .render, .configuration,
      .test:
      true
    default: false
    }
  }

  /// True after `@deprecated`, until its parenthesis is closed.
  private var isInAttribute: Bool {
    guard let at = tokens.lastIndex(where: { $0.kind == .at }) else { return false }
    let rest = tokens[(at + 1)...]
    return rest.count <= 3 && !rest.contains { $0.kind == .rightParenthesis }
  }

  /// The tokens before a whole attribute at the end; nil if there is none.
  private func beforeAttribute(_ tokens: ArraySlice<Token>) -> ArraySlice<Token>? {
    guard tokens.last?.kind == .rightParenthesis,
      let at = tokens.lastIndex(where: { $0.kind == .at }), tokens.endIndex - at == 5
    else { return nil }
    return tokens[..<at]
  }

  /// The keys of `header["…"]` and the like, and the URLs of test cases.
  var placeInString: CompletionPlace {
    guard let declaration, let last = tokens.last else { return .nothing }
    switch last.kind {
    case .leftBracket:
      let before = tokens.dropLast()
      guard let name = before.last, name.kind == .identifier, name.keyword != .in else {
        return .nothing
      }
      return .key(of: subject(before))
    case .leftBrace: break
    default:
      guard startsLine || Self.isDecision(last.keyword) else { return .nothing }
    }
    let isCase = declaration.keyword == .test && body(declaration.tokens) != nil
    return isCase ? .testURL(isInString: true) : .nothing
  }

  /// The name of the declaration that the place is in.
  var declarationName: String? {
    guard let declaration else { return nil }
    let rest = declaration.tokens.dropFirst(declaration.testsResponses ? 2 : 1)
    return rest.first.map { text($0) }
  }

  func place(in declaration: Declaration) -> CompletionPlace {
    let (keyword, tokens, last) = (declaration.keyword, declaration.tokens, declaration.last)
    if tokens.count == 1 { return keyword == .test ? .tested : afterKeyword(keyword) }
    if tokens.count == 2, declaration.testsResponses { return .names(.responses) }
    switch keyword {
    case .handler, .chain, .responses:
      guard let body = body(tokens) else { return .nothing }
      return place(inRules: body, isChain: keyword != .handler)
    case .test:
      guard let body = body(tokens) else { return .nothing }
      return place(inTest: body)
    case .configuration:
      guard let body = body(tokens) else {
        if last.keyword == .extends {
          return .names(.configuration, except: [text(tokens[tokens.startIndex + 1])])
        }
        return tokens.count == 2 ? .words([.extends]) : .nothing
      }
      return place(inConfiguration: body)
    case .render:
      guard let body = body(tokens) else { return .nothing }
      if let call = place(inCall: body, kind: { _ in "call" }) { return call }
      if last.kind == .identifier || last.kind == .rightParenthesis, !startsLine { return .nothing }
      return last.kind == .rightBrace ? .declaration : .names(.call)
    case .script:
      if isOpen(tokens) { return place(inFields: declaration) }
      switch last.keyword {
      case .at: return .words([.documentStart, .documentEnd])
      case .frames: return .words([.main, .all])
      case .on: return .names(.origin)
      case .world: return .words([.app])
      case .from: return .nothing
      default:
        if last.kind == .comma { return .names(.origin, except: list(tokens)) }
        if last.kind == .string || last.kind == .rawString {
          return startsLine ? .declaration : .nothing
        }
        let clauses = self.clauses(
          [.at, .frames, .on, .world, .from], after: outer(tokens.dropFirst(2)))
        return isAtMargin || startsLine && clauses.isEmpty ? .declaration : .words(clauses)
      }
    case .dispatch: return place(inDispatch: tokens)
    case .strategy, .event, .call: return place(inMessage: declaration)
    case .channel:
      guard let body = body(tokens) else { return place(inHeadOfChannel: declaration) }
      if let strategy = body.lastIndex(where: { $0.keyword == .strategy }) {
        let inner = place(
          inMessage: Declaration(keyword: .strategy, tokens: body[strategy...], last: last))
        if inner == .declaration { return .words([.strategy]) }
        guard startsLine, case .words(let clauses) = inner else { return inner }
        return .words([.strategy] + clauses)
      }
      return .words([.strategy])
    case .union where !tokens.contains(where: { $0.keyword == .by }):
      if tokens.count == 2 { return .words([.by]) }
      return last.kind == .leftParenthesis ? .kindType : place(inFields: declaration)
    case .union where last.keyword == .by: return .nothing
    case .action where !isOpen(tokens): return place(inResult: tokens)
    case .model, .union, .screen, .action: return place(inFields: declaration)
    case .condition:
      guard let assign = tokens.firstIndex(where: { $0.kind == .assign }) else { return .nothing }
      switch place(inCondition: tokens[(assign + 1)...]) {
      case .connective: return startsLine ? .declaration : .connectiveOnly
      case .comparison(let subject): return .comparisonOnly(subject: subject)
      case let inner: return inner
      }
    case .origin where last.kind == .assign: return .originValue
    case .origin where last.kind == .comma || !tokens.contains { $0.kind == .assign }:
      return .nothing
    case .enum: return .nothing
    case .flag, .origin: return startsLine ? .declaration : .nothing
    case .value:
      switch (last.kind, openBrackets(tokens).count) {
      case (.colon, 0): return .valueType
      case (.leftBracket, 1): return .elementType
      case (_, 0): return startsLine && tokens.count > 3 ? .declaration : .nothing
      default: return .nothing
      }
    default: return .declaration
    }
  }

  /// The kinds of the brackets that are open, from the outermost.
  func openBrackets(_ tokens: ArraySlice<Token>) -> [TokenKind] {
    var open: [TokenKind] = []
    for token in tokens {
      switch token.kind {
      case .leftBrace, .leftParenthesis, .leftBracket: open.append(token.kind)
      case .rightBrace, .rightParenthesis, .rightBracket: _ = open.popLast()
      default: break
      }
    }
    return open
  }

  /// The tokens that are not in brackets.
  func outer(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
    var depth = 0
    var outer: ArraySlice<Token> = []
    for token in tokens {
      switch token.kind {
      case .leftBrace, .leftParenthesis, .leftBracket: depth += 1
      case .rightBrace, .rightParenthesis, .rightBracket: depth = max(0, depth - 1)
      default: if depth == 0 { outer.append(token) }
      }
    }
    return outer
  }

  /// The place after the parameters of an action.
  func place(inResult tokens: ArraySlice<Token>) -> CompletionPlace {
    guard let last = tokens.last, tokens.count > 1 else { return .nothing }
    let hasArrow = tokens.contains { $0.kind == .arrow }
    let isAsync = tokens.dropFirst(2).contains { $0.keyword == .async }
    if last.kind == .arrow { return .result(isAsync ? ["Bool"] : ["Bool", "async"]) }
    if last.keyword == .async, tokens.count > 2 { return .result([hasArrow ? "Bool" : "->"]) }
    if startsLine { return .declaration }
    return hasArrow ? .nothing : .result(["->", "async"])
  }

  /// The clauses that can follow, of those in their order.
  func clauses(_ all: [Keyword], after tokens: ArraySlice<Token>) -> [Keyword] {
    let next = all.lastIndex { clause in tokens.contains { $0.keyword == clause } }
    return Array(all[((next ?? -1) + 1)...])
  }

  /// True within a parenthesis or brace that is not closed.
  func isOpen(_ tokens: ArraySlice<Token>) -> Bool {
    tokens.count { $0.kind == .leftBrace || $0.kind == .leftParenthesis }
      > tokens.count { $0.kind == .rightBrace || $0.kind == .rightParenthesis }
  }

  /// The names of the list that ends in the last comma.
  func list(_ tokens: ArraySlice<Token>) -> [String] {
    var names: [String] = []
    var rest = tokens
    while rest.last?.kind == .comma, rest.count > 1 {
      rest = rest.dropLast()
      if let name = rest.popLast(), name.kind == .identifier || name.kind == .string {
        names.append(text(name))
      }
    }
    return names
  }

  func afterKeyword(_ keyword: Keyword) -> CompletionPlace {
    keyword == .dispatch ? .words([.customEvent, .function]) : .nothing
  }

  /// The tokens after the first brace.
  func body(_ tokens: ArraySlice<Token>) -> ArraySlice<Token>? {
    tokens.firstIndex { $0.kind == .leftBrace }.map { tokens[($0 + 1)...] }
  }

  func place(inFields declaration: Declaration) -> CompletionPlace {
    let tokens = declaration.tokens
    switch declaration.last.kind {
    case .colon where tokens.dropLast().last?.kind == .leftBracket: return .nothing
    case .colon where declaration.keyword == .screen || declaration.keyword == .action:
      return .parameterType
    case .colon: return .type
    case .leftBracket: return startsType(tokens) ? .type : .nothing
    case .assign:
      // The name of the type; a list or an inline type has no values by name.
      var type = tokens.dropLast()
      if type.last?.kind == .question { type = type.dropLast() }
      guard let name = type.last, name.kind == .identifier else { return .nothing }
      return .defaultValue(type: text(name))
    default:
      return startsLine && openBrackets(tokens).isEmpty ? .declaration : .nothing
    }
  }

  /// Returns true if the last bracket begins the type of a list, and not a list of values.
  private func startsType(_ tokens: ArraySlice<Token>) -> Bool {
    guard let before = tokens.last(where: { $0.kind != .leftBracket }) else { return false }
    switch before.kind {
    case .colon, .leftParenthesis: return true
    case .identifier: return [.receives, .replies, .sends].contains(before.keyword)
    default: return false
    }
  }
}

extension ArraySlice<Token> {
  /// The first brace that is not closed.
  var openBrace: Int? {
    var open: [Int] = []
    for index in indices {
      switch self[index].kind {
      case .leftBrace: open.append(index)
      case .rightBrace: _ = open.popLast()
      default: break
      }
    }
    return open.first
  }
}
