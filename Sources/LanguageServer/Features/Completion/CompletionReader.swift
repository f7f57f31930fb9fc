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
  let comment: TokenList.Comment?
  let offset: Int

  init(_ list: TokenList, _ file: SourceFile, at offset: Int) {
    self.file = file
    self.offset = offset
    comment = list.comment(at: offset)
    var count = list.index(endingAfter: offset)
    var word = Span(offset, offset)
    var isInside = false
    if count < list.tokens.count, Int(list.tokens[count].start) < offset {
      let token = list.tokens[count]
      isInside = token.kind != .identifier
      word = Span(Int(token.start), offset)
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
    tokens = list.tokens[..<count]
    let end = tokens.last.map { Int($0.end) } ?? 0
    startsLine =
      tokens.isEmpty
      || file.bytes[end..<max(end, Int(word.start))].contains { $0 == 0x0A || $0 == 0x0D }
  }

  var place: CompletionPlace {
    if let comment { return place(inComment: comment) }
    if isInside { return .nothing }
    guard let last = tokens.last else { return .declaration }
    if last.kind == .at { return .attribute }
    guard let declaration else { return .declaration }
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

  /// The declaration that the place is in; nil between declarations.
  var declaration: Declaration? {
    guard let start = declarationStart(), let last = tokens.last else { return nil }
    return Declaration(keyword: tokens[start].keyword, tokens: tokens[start...], last: last)
  }

  /// The index of the first token of the declaration that the place is in.
  func declarationStart() -> Int? {
    var start: Int?
    var depth = 0
    var wasBraced = false
    for index in tokens.indices {
      let token = tokens[index]
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      let isKeyword = Keyword.declarations.contains(token.keyword)
      let isNamed =
        next.map { $0.kind == .identifier || token.keyword == .dispatch }
        ?? (token.startsLine && depth == 0)
      let isAtMargin =
        token.startsLine
        && (token.start == 0 || file.bytes[Int(token.start) - 1] == 0x0A
          || file.bytes[Int(token.start) - 1] == 0x0D)
      if isKeyword, isNamed,
        depth == 0 && (token.startsLine || start == nil) || isAtMargin && isKeyword
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
        if depth == 0, let first = start, wasBraced {
          // The braces of an inline type do not end the declaration.
          switch tokens[first].keyword {
          case .strategy, .event, .call, .screen, .action: break
          default: start = nil
          }
        }
      default: break
      }
    }
    return start
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
        if last.keyword == .extends { return .names(.configuration) }
        return tokens.count == 2 ? .words([.extends]) : .nothing
      }
      return place(inConfiguration: body)
    case .render:
      guard let body = body(tokens) else { return .nothing }
      if let call = place(inCall: body, kind: { _ in "call" }) { return call }
      return .names(.call)
    case .script:
      switch last.keyword {
      case .at: return .words([.documentStart, .documentEnd])
      case .frames: return .words([.main, .all])
      case .on: return .names(.origin)
      case .world: return .words([.app])
      default:
        if startsLine { return .declaration }
        if last.kind == .comma { return .names(.origin) }
        if last.kind == .string || last.kind == .rawString { return .nothing }
        let given = Set(tokens.map(\.keyword))
        return .words([.at, .frames, .on, .world, .from].filter { !given.contains($0) })
      }
    case .dispatch: return startsLine ? .declaration : .words([.customEvent, .function])
    case .strategy, .event, .call: return place(inMessage: declaration)
    case .channel:
      guard let body = body(tokens) else { return place(inHeadOfChannel: declaration) }
      if let strategy = body.lastIndex(where: { $0.keyword == .strategy }) {
        let inner = place(
          inMessage: Declaration(keyword: .strategy, tokens: body[strategy...], last: last))
        return inner == .declaration ? .words([.strategy]) : inner
      }
      return .words([.strategy])
    case .union where !tokens.contains(where: { $0.keyword == .by }):
      if tokens.count == 2 { return .words([.by]) }
      return last.kind == .leftParenthesis ? .type : place(inFields: declaration)
    case .model, .union, .screen, .action: return place(inFields: declaration)
    case .condition:
      guard let assign = tokens.firstIndex(where: { $0.kind == .assign }) else { return .nothing }
      switch place(inCondition: tokens[(assign + 1)...]) {
      case .connective: return startsLine ? .declaration : .connectiveOnly
      case .comparison(let subject): return .comparisonOnly(subject: subject)
      case let inner: return inner
      }
    case .origin where last.kind == .assign: return .originValue
    case .flag, .origin, .enum: return startsLine ? .declaration : .nothing
    case .value:
      if last.kind == .colon { return .type }
      return startsLine ? .declaration : .nothing
    default: return .declaration
    }
  }

  func place(inHeadOfChannel declaration: Declaration) -> CompletionPlace {
    let (tokens, last) = (declaration.tokens, declaration.last)
    switch last.keyword {
    case .by: return .nothing
    case .payload: return .words([.inline])
    case .via: return .names(.dispatch)
    case .world: return .words([.app])
    default: break
    }
    if !tokens.contains(where: { $0.keyword == .by }) { return .words([.by]) }
    let clauses: [Keyword] = [.payload, .via, .world]
    let next = clauses.lastIndex { clause in tokens.contains { $0.keyword == clause } }
    // An answer by `via` is not for the app's world.
    if next == 1 { return .nothing }
    return next == 2 ? .nothing : .words(Array(clauses[((next ?? -1) + 1)...]))
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
    case .colon, .leftBracket: return .type
    case .arrow: return .words([.async])
    case .assign:
      let before = tokens.dropLast().last { $0.kind == .identifier }
      return .defaultValue(type: before.map { text($0) } ?? "")
    default:
      let isOpen =
        tokens.count { $0.kind == .leftBrace || $0.kind == .leftParenthesis }
        > tokens.count { $0.kind == .rightBrace || $0.kind == .rightParenthesis }
      return isOpen || !startsLine ? .nothing : .declaration
    }
  }

  func place(inMessage declaration: Declaration) -> CompletionPlace {
    let (tokens, last) = (declaration.tokens, declaration.last)
    switch last.keyword {
    case .receives, .replies, .sends: return .type
    case .queue: return .queue
    case .from, .to: return .names(.origin)
    case .via: return .names(.dispatch)
    case .frames: return .words([.main, .all])
    case .world: return .words([.app])
    case .as: return .words([.text])
    case .function where tokens.count == 3: return .nothing
    default: break
    }
    if let open = tokens.lastIndex(where: { $0.kind == .leftParenthesis }),
      !tokens[open...].contains(where: { $0.kind == .rightParenthesis })
    {
      return place(inFields: declaration)
    }
    let braces = tokens.count { $0.kind == .leftBrace } - tokens.count { $0.kind == .rightBrace }
    if braces > 0 || last.kind == .colon || last.kind == .leftBracket || last.kind == .assign {
      return place(inFields: declaration)
    }
    if last.kind == .comma { return .names(.origin) }
    if startsLine { return .declaration }
    let given = Set(tokens.map(\.keyword))
    let clauses: [Keyword] =
      switch declaration.keyword {
      case .strategy: [.receives, .replies, .via, .from, .frames, .world]
      case .event: [.sends, .queue, .to]
      default: given.contains(.function) ? [.replies, .to] : [.sends, .replies, .to]
      }
    if declaration.keyword == .call, tokens.count == 2 { return .words([.function] + clauses) }
    let asText = declaration.keyword == .strategy ? asText(tokens) : []
    return tokens.count < 2 ? .nothing : .words(asText + clauses.filter { !given.contains($0) })
  }

  /// `as`, unless it follows the type already.
  func asText(_ tokens: ArraySlice<Token>) -> [Keyword] {
    let types: Set<Keyword> = [.receives, .replies]
    guard let clause = tokens.lastIndex(where: { types.contains($0.keyword) }),
      !tokens[clause...].contains(where: {
        [.as, .via, .from, .frames, .world].contains($0.keyword)
      })
    else { return [] }
    return [.as]
  }

  func place(inConfiguration body: ArraySlice<Token>) -> CompletionPlace {
    guard let last = body.last else { return .settings(alsoNames: nil) }
    let word = body.last { $0.keyword.setting != nil }
    guard let word, let setting = word.keyword.setting else { return .settings(alsoNames: nil) }
    if word.start == last.start { return value(of: setting) }
    let list = setting.form == .names ? Self.names(of: setting) : nil
    if let list, last.kind == .comma { return .names(list) }
    if setting.form == .files, last.keyword == .from { return .nothing }
    if setting.form == .handler {
      if last.kind == .string { return .words([.handler]) }
      if last.keyword == .handler { return .nothing }
    }
    if setting.hasOrigins {
      let isList = body.last { $0.keyword == .from }.map { $0.start > word.start } == true
      if isList, last.keyword == .from || last.kind == .comma { return .names(.origin) }
      if !isList, !startsLine { return .words([.from]) }
    }
    return .settings(alsoNames: startsLine ? list : nil)
  }

  /// The values of a setting whose keyword is the last token.
  func value(of setting: Setting) -> CompletionPlace {
    switch setting.form {
    case .name, .names: Self.names(of: setting).map { .names($0) } ?? .nothing
    case .words(let words): .words(words)
    case .files: .words([.from])
    case .handler: .nothing
    case .toggle: startsLine ? .settings(alsoNames: nil) : .words([.true, .false])
    case .text: .names(.value)
    }
  }

  /// The declarations that a setting names.
  static func names(of setting: Setting) -> NameDeclaration.Kind? {
    switch setting {
    case .chain: .chain
    case .responses: .responses
    case .strategies: .strategy
    case .channels: .channel
    case .scripts: .script
    case .title, .userAgent, .inspectable, .inlineMedia, .backForwardGestures, .bounces,
      .dataStore, .contentMode, .javaScript, .applicationName, .mediaPlayback,
      .pictureInPicture, .fullscreen, .linkPreview, .textInteraction, .findInteraction,
      .appBoundDomains, .panels, .mediaCapture, .block, .scheme:
      nil
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
