import Requests
import Syntax
import Text

/// The kind of text that can be inserted at a place, derived from the tokens before it.
enum CompletionPlace: Equatable {
  case nothing
  case declaration
  case rule(isChain: Bool, opens: Bool)
  case condition
  case ruleOfBlock
  /// After a value that can be compared; `subject` is its text.
  case comparison(subject: String)
  /// After a complete condition.
  case connective
  /// The same in a named condition, after which no steps follow.
  case comparisonOnly(subject: String)
  case connectiveOnly
  case operand(subject: String, operation: String)
  /// After `=` of an origin.
  case originValue
  case member(base: String)
  case rules
  case screens
  case actions(answering: Bool)
  case label(callee: String, kind: String, used: [String])
  case value(callee: String, kind: String, label: String)
  case step(isFirst: Bool)
  /// After `open url` or `load url`, with their changes so far.
  case change
  /// After `setting` or `removing`.
  case changedPart(isSet: Bool)
  /// After `=` in `setting`.
  case changedValue
  case url
  case type
  case words([Keyword])
  /// The number of events that a queue keeps.
  case queue
  case names(NameDeclaration.Kind)
  /// After `test`.
  case tested
  case settings(alsoNames: NameDeclaration.Kind?)
  case setup
  case setupValue(subject: String)
  case defaultValue(type: String)
  case code
  case attribute
}

/// Derives a `CompletionPlace` from the tokens before an offset.
struct CompletionReader {
  private let file: SourceFile
  private let tokens: ArraySlice<Token>
  /// True if a line ends between the last token and the word being typed.
  private let startsLine: Bool
  /// The word being typed; empty at the offset if there is none.
  let word: Span
  private let isInside: Bool
  private let comment: TokenList.Comment?
  private let offset: Int

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

  private func place(inComment comment: TokenList.Comment) -> CompletionPlace {
    let text = file.text(Span(Int(comment.span.start), offset))
    let marker = [DirectiveSyntax.next, DirectiveSyntax.file].map { "// \($0) " }
      .first { text.hasPrefix($0) }
    guard let marker else { return .nothing }
    // Another code follows a comma.
    let codes = text.dropFirst(marker.count).replacing(", ", with: ",")
    return codes.contains(" ") ? .nothing : .code
  }

  private func text(_ token: Token) -> String { file.text(Span(token.start, token.end)) }

  // MARK: - Declarations

  /// The tokens of a declaration up to the place: its keyword, and all tokens with the keyword first.
  private struct Declaration {
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
  private var declaration: Declaration? {
    guard let start = declarationStart(), let last = tokens.last else { return nil }
    return Declaration(keyword: tokens[start].keyword, tokens: tokens[start...], last: last)
  }

  /// The index of the first token of the declaration that the place is in.
  private func declarationStart() -> Int? {
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

  private func place(in declaration: Declaration) -> CompletionPlace {
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

  private func place(inHeadOfChannel declaration: Declaration) -> CompletionPlace {
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

  private func afterKeyword(_ keyword: Keyword) -> CompletionPlace {
    keyword == .dispatch ? .words([.customEvent, .function]) : .nothing
  }

  /// The tokens after the first brace.
  private func body(_ tokens: ArraySlice<Token>) -> ArraySlice<Token>? {
    tokens.firstIndex { $0.kind == .leftBrace }.map { tokens[($0 + 1)...] }
  }

  private func place(inFields declaration: Declaration) -> CompletionPlace {
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

  private func place(inMessage declaration: Declaration) -> CompletionPlace {
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
  private func asText(_ tokens: ArraySlice<Token>) -> [Keyword] {
    let types: Set<Keyword> = [.receives, .replies]
    guard let clause = tokens.lastIndex(where: { types.contains($0.keyword) }),
      !tokens[clause...].contains(where: {
        [.as, .via, .from, .frames, .world].contains($0.keyword)
      })
    else { return [] }
    return [.as]
  }

  private func place(inConfiguration body: ArraySlice<Token>) -> CompletionPlace {
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
  private func value(of setting: Setting) -> CompletionPlace {
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
  private static func names(of setting: Setting) -> NameDeclaration.Kind? {
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

  // MARK: - Rules

  private func place(inRules body: ArraySlice<Token>, isChain: Bool) -> CompletionPlace {
    if let block = body.openBrace {
      let inner = place(inRules: body[(block + 1)...], isChain: false)
      if case .rule = inner { return .ruleOfBlock }
      return inner
    }
    if body.last?.kind == .rightBrace { return .rule(isChain: isChain, opens: false) }
    let start = body.lastIndex { token in
      token.keyword == .when || token.keyword == .otherwise || token.keyword == .use
        || token.keyword == .frames
    }
    guard let start else { return .rule(isChain: isChain, opens: true) }
    let keyword = body[start].keyword
    let rest = body[(start + 1)...]
    switch keyword {
    case .use: return rest.isEmpty ? .rules : .rule(isChain: isChain, opens: false)
    case .frames:
      if rest.last.map({ $0.kind == .comma }) ?? true { return frames }
      return .rule(isChain: isChain, opens: false)
    default: break
    }
    let steps = stepsStart(rest, isOtherwise: keyword == .otherwise)
    guard let steps else { return place(inCondition: rest) }
    return place(inSteps: rest[steps...], isChain: isChain)
      ?? (startsLine ? .rule(isChain: isChain, opens: false) : .nothing)
  }

  /// The words of `frames`.
  private var frames: CompletionPlace {
    .words(chainKind == .responses ? [.main, .sub, .all] : [.main, .new, .sub, .all])
  }

  private static func isStep(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .present, .push, .perform, .attempt, .open, .load, .dismiss: true
    default: false
    }
  }

  private static func isDecision(_ keyword: Keyword) -> Bool {
    LanguageDocs.decisions.contains { $0.keyword == keyword }
  }

  /// The index at which the condition ends: the first step or decision that does not follow an operator.
  private func stepsStart(_ tokens: ArraySlice<Token>, isOtherwise: Bool) -> Int? {
    if isOtherwise { return tokens.startIndex }
    for index in tokens.indices
    where Self.isStep(tokens[index].keyword) || Self.isDecision(tokens[index].keyword) {
      guard index > tokens.startIndex else { continue }
      let before = tokens[index - 1]
      switch before.kind {
      case .identifier:
        if !Self.takesOperand(before) && before.keyword != .exists { return index }
      case .string, .rawString, .integer, .number, .regex, .rightBracket, .rightParenthesis:
        return index
      default: break
      }
    }
    return nil
  }

  private static func takesOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return true
    case .identifier:
      switch token.keyword {
      case .in, .like, .matches, .hasPrefix, .hasSuffix, .contains: return true
      default: return false
      }
    default: return false
    }
  }

  private func place(inCondition tokens: ArraySlice<Token>) -> CompletionPlace {
    guard let last = tokens.last else { return .condition }
    switch last.kind {
    case .and, .or, .not, .leftParenthesis: return .condition
    case .dot: return .member(base: subject(tokens.dropLast()))
    default: break
    }
    if last.keyword == .exists { return .condition }
    if Self.takesOperand(last) {
      let operation = text(last)
      var before = tokens.dropLast()
      if operation == "in", before.last?.kind == .not { before = before.dropLast() }
      return .operand(subject: subject(before), operation: operation)
    }
    // In a list after `in`, or between the brackets of an access.
    if let bracket = openBracket(tokens) {
      guard bracket > tokens.startIndex, tokens[bracket - 1].keyword == .in,
        last.kind == .leftBracket || last.kind == .comma
      else { return .nothing }
      var before = tokens[..<(bracket - 1)]
      if before.last?.kind == .not { before = before.dropLast() }
      return .operand(subject: subject(before), operation: "list")
    }
    // Since the last connective: a value alone, or a whole comparison.
    let part = tokens.lastIndex { $0.kind == .and || $0.kind == .or || $0.kind == .leftParenthesis }
    let since = tokens[(part.map { $0 + 1 } ?? tokens.startIndex)...]
    if since.contains(where: Self.takesOperand) || last.kind == .rightParenthesis
      || since.first?.keyword == .exists
    {
      return .connective
    }
    let written = subject(since)
    return written == "true" || written == "false" ? .connective : .comparison(subject: written)
  }

  private func openBracket(_ tokens: ArraySlice<Token>) -> Int? {
    var depth = 0
    for index in tokens.indices.reversed() {
      switch tokens[index].kind {
      case .rightBracket: depth += 1
      case .leftBracket:
        if depth == 0 { return index }
        depth -= 1
      case .and, .or: return nil
      default: break
      }
    }
    return nil
  }

  /// The text of the value that the tokens end with.
  private func subject(_ tokens: ArraySlice<Token>) -> String {
    var start = tokens.endIndex
    while start > tokens.startIndex {
      switch tokens[start - 1].kind {
      case .identifier:
        // Two words in a row are not one value: `with frame`.
        if start < tokens.endIndex, tokens[start].kind == .identifier {
          return tokens[start...].map { text($0) }.joined()
        }
        start -= 1
      case .dot, .leftBracket, .rightBracket, .integer, .string: start -= 1
      default: return tokens[start...].map { text($0) }.joined()
      }
    }
    return tokens[start...].map { text($0) }.joined()
  }

  /// The place among steps; nil after a decision.
  private func place(inSteps tokens: ArraySlice<Token>, isChain: Bool) -> CompletionPlace? {
    guard let last = tokens.last else { return .step(isFirst: true) }
    if let call = place(
      inCall: tokens,
      kind: { index in
        let step = index > tokens.startIndex ? tokens[index - 1].keyword : .none
        return step == .perform || step == .attempt ? "action" : "screen"
      })
    {
      return call
    }
    if let place = place(inChanges: tokens) { return place }
    switch last.keyword {
    case .present, .push: return .screens
    case .perform: return .actions(answering: false)
    case .attempt: return .actions(answering: true)
    case .open, .load: return .url
    case .popup: return .names(.configuration)
    default: break
    }
    // Nothing follows a decision.
    if Self.isDecision(last.keyword) || tokens.dropLast().last?.keyword == .popup { return nil }
    return .step(isFirst: false)
  }

  /// The place after the URL of `open url` or `load url`; nil elsewhere.
  private func place(inChanges tokens: ArraySlice<Token>) -> CompletionPlace? {
    let verbs = tokens.indices.dropLast()
      .filter { tokens[$0].keyword == .open || tokens[$0].keyword == .load }
    guard let verb = verbs.last(where: { text(tokens[$0 + 1]) == "url" }), let last = tokens.last
    else { return nil }
    let changes = tokens[(verb + 2)...]
    if changes.contains(where: { Self.isStep($0.keyword) || Self.isDecision($0.keyword) }) {
      return nil
    }
    if changes.isEmpty { return .change }
    let word = changes.last { $0.keyword == .setting || $0.keyword == .removing }
    let isSet = word?.keyword == .setting
    switch last.kind {
    case .comma: return .changedPart(isSet: isSet)
    case .assign: return .changedValue
    case .dot: return .member(base: subject(tokens.dropLast()))
    default: break
    }
    if last.keyword == .setting || last.keyword == .removing {
      return .changedPart(isSet: isSet)
    }
    let start = changes.lastIndex { $0.kind == .comma || $0.keyword == .setting }
    let isValue = changes[(start ?? changes.startIndex)...].contains { $0.kind == .assign }
    return isSet && !isValue ? .nothing : .change
  }

  /// The place between the parentheses of a step or call; nil outside.
  private func place(
    inCall tokens: ArraySlice<Token>, kind: (Int) -> String
  ) -> CompletionPlace? {
    guard let call = call(tokens), let last = tokens.last else { return nil }
    let name = text(tokens[call])
    let arguments = tokens[(call + 2)...]
    switch last.kind {
    case .colon:
      let label = tokens.dropLast().last.map { text($0) } ?? ""
      return .value(callee: name, kind: kind(call), label: label)
    case .leftParenthesis, .comma:
      let used = arguments.indices.dropLast().filter { arguments[$0 + 1].kind == .colon }
      return .label(callee: name, kind: kind(call), used: used.map { text(arguments[$0]) })
    case .dot: return .member(base: subject(tokens.dropLast()))
    default: return .nothing
    }
  }

  /// The index of the name before the innermost parenthesis that is still open.
  private func call(_ tokens: ArraySlice<Token>) -> Int? {
    var depth = 0
    for index in tokens.indices.reversed() {
      switch tokens[index].kind {
      case .rightParenthesis: depth += 1
      case .leftParenthesis:
        if depth == 0 {
          return index > tokens.startIndex && tokens[index - 1].kind == .identifier
            ? index - 1 : nil
        }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  private func place(inTest body: ArraySlice<Token>) -> CompletionPlace {
    // The URL of the case: a string that starts a line or follows a decision.
    let url = body.indices.last { index in
      guard body[index].kind == .string else { return false }
      if index == body.startIndex || body[index].startsLine { return true }
      return Self.isDecision(body[index - 1].keyword)
    }
    guard let url else { return .nothing }
    let rest = body[(url + 1)...]
    guard let last = rest.last else { return startsLine ? .nothing : .connective }
    let steps = rest.firstIndex { Self.isStep($0.keyword) || Self.isDecision($0.keyword) }
    if let steps { return place(inSteps: rest[steps...], isChain: false) ?? .nothing }
    switch last.kind {
    case .comma, .not: return .setup
    case .equal: return .setupValue(subject: subject(rest.dropLast()))
    default: break
    }
    return last.keyword == .with ? .setup : .step(isFirst: true)
  }

  // MARK: - Signatures

  /// The step or call whose parentheses enclose the place, and the current argument.
  var openCall: (name: String, isAction: Bool, isCall: Bool, label: String?, number: Int)? {
    guard comment == nil, let declaration else { return nil }
    let tokens = declaration.tokens
    guard let call = call(tokens), call > tokens.startIndex else { return nil }
    let keyword = tokens[call - 1].keyword
    let isRender = declaration.keyword == .render
    let arguments = tokens[(call + 2)...]
    var depth = 0
    var number = 0
    var label: String?
    for index in arguments.indices {
      switch arguments[index].kind {
      case .leftParenthesis, .leftBracket: depth += 1
      case .rightParenthesis, .rightBracket: depth -= 1
      case .comma where depth == 0:
        number += 1
        label = nil
      case .colon where depth == 0 && index > arguments.startIndex:
        label = text(arguments[index - 1])
      default: break
      }
    }
    switch keyword {
    case .present, .push: return (text(tokens[call]), false, false, label, number)
    case .perform, .attempt: return (text(tokens[call]), true, false, label, number)
    default: return isRender ? (text(tokens[call]), false, true, label, number) : nil
    }
  }
}

extension ArraySlice<Token> {
  /// The first brace that is not closed.
  fileprivate var openBrace: Int? {
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
