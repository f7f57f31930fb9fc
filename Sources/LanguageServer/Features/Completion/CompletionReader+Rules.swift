import Requests
import Syntax
import Text

extension CompletionReader {
  func place(inRules body: ArraySlice<Token>, isChain: Bool) -> CompletionPlace {
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
  var frames: CompletionPlace {
    .words(chainKind == .responses ? [.main, .sub, .all] : [.main, .new, .sub, .all])
  }

  static func isStep(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .present, .push, .perform, .attempt, .open, .load, .dismiss: true
    default: false
    }
  }

  static func isDecision(_ keyword: Keyword) -> Bool {
    LanguageDocs.decisions.contains { $0.keyword == keyword }
  }

  /// The index at which the condition ends: the first step or decision that does not follow an operator.
  func stepsStart(_ tokens: ArraySlice<Token>, isOtherwise: Bool) -> Int? {
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

  static func takesOperand(_ token: Token) -> Bool {
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

  func place(inCondition tokens: ArraySlice<Token>) -> CompletionPlace {
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

  func openBracket(_ tokens: ArraySlice<Token>) -> Int? {
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
  func subject(_ tokens: ArraySlice<Token>) -> String {
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
  func place(inSteps tokens: ArraySlice<Token>, isChain: Bool) -> CompletionPlace? {
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
  func place(inChanges tokens: ArraySlice<Token>) -> CompletionPlace? {
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
    case .assign:
      let start = changes.lastIndex { $0.kind == .comma || $0.keyword == .setting }
      return .changedValue(part: start.map { text(changes[$0 + 1]) } ?? "")
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
  func place(
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
  func call(_ tokens: ArraySlice<Token>) -> Int? {
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

  func place(inTest body: ArraySlice<Token>) -> CompletionPlace {
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
}
