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
    // Nothing follows `otherwise`.
    if hasOtherwise(body), startsLine || body.last?.kind == .rightBrace { return .nothing }
    if body.last?.kind == .rightBrace { return .rule(isChain: isChain, opens: false) }
    let start = body.lastIndex { token in
      token.keyword == .when || token.keyword == .otherwise || token.keyword == .use
        || token.keyword == .frames
    }
    guard let start else { return .rule(isChain: isChain, opens: true) }
    let keyword = body[start].keyword
    let rest = body[(start + 1)...]
    switch keyword {
    case .use:
      if !rest.isEmpty { return .rule(isChain: isChain, opens: false) }
      let given = body.indices.dropLast().filter { body[$0].keyword == .use }
      return .used(by: declarationName ?? "", given: given.map { text(body[$0 + 1]) })
    case .frames:
      if rest.isEmpty { return frames(given: []) }
      if rest.last?.kind == .comma { return frames(given: rest.map(\.keyword)) }
      return .rule(isChain: isChain, opens: false)
    default: break
    }
    let steps = stepsStart(rest, isOtherwise: keyword == .otherwise)
    guard let steps else { return place(inCondition: rest) }
    return place(inSteps: rest[steps...], isChain: isChain)
      ?? (startsLine ? .rule(isChain: isChain, opens: false) : .nothing)
  }

  /// The words of `frames` that are not given yet.
  func frames(given: [Keyword]) -> CompletionPlace {
    let words: [Keyword] = chainKind == .responses ? [.main, .sub] : [.main, .new, .sub]
    return .words(words.filter { !given.contains($0) } + (given.isEmpty ? [.all] : []))
  }

  /// True if the body has a rule `otherwise` that is complete, outside of blocks.
  func hasOtherwise(_ body: ArraySlice<Token>) -> Bool {
    var depth = 0
    var otherwise: Int?
    for index in body.indices {
      switch body[index].kind {
      case .leftBrace: depth += 1
      case .rightBrace: depth -= 1
      default:
        if depth == 0, body[index].keyword == .otherwise { otherwise = index }
      }
    }
    guard let otherwise else { return false }
    let rest = body[(otherwise + 1)...]
    return rest.contains { Self.isDecision($0.keyword) } && rest.last?.keyword != .popup
  }

  /// Facts about the rule that the place is in.
  struct RuleFacts {
    /// A condition, of a block too, names the frame `new`, as `popup` requires.
    var namesNewFrame = false
    /// The rule attempts an action, so that `continue` cannot end it.
    var attempts = false
    /// The rule is a case of a test, whose values are literals.
    var isExpectation = false
    /// The named condition that the place is in.
    var condition: String?
  }

  var ruleFacts: RuleFacts {
    var facts = RuleFacts()
    if declaration?.keyword == .condition { facts.condition = declarationName }
    guard let declaration, var body = body(declaration.tokens) else { return facts }
    facts.isExpectation = declaration.keyword == .test
    if facts.isExpectation {
      facts.namesNewFrame = true
      return facts
    }
    while let block = body.openBrace {
      let head = body[..<block]
      let when = head.lastIndex { $0.keyword == .when } ?? head.startIndex
      facts.namesNewFrame = facts.namesNewFrame || head[when...].contains { $0.keyword == .new }
      body = body[(block + 1)...]
    }
    let start = body.lastIndex { $0.keyword == .when || $0.keyword == .otherwise }
    let rule = body[(start ?? body.startIndex)...]
    facts.namesNewFrame = facts.namesNewFrame || rule.contains { $0.keyword == .new }
    facts.attempts = rule.contains { $0.keyword == .attempt }
    return facts
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
    let place = place(inPartOfCondition: tokens)
    let depth = tokens.count { $0.kind == .leftParenthesis }
    guard depth > tokens.count(where: { $0.kind == .rightParenthesis }) else { return place }
    // No steps follow before the parenthesis is closed.
    return switch place {
    case .connective: .connectiveOnly
    case .comparison(let subject): .comparisonOnly(subject: subject)
    default: place
    }
  }

  private func place(inPartOfCondition tokens: ArraySlice<Token>) -> CompletionPlace {
    guard let last = tokens.last else { return .condition }
    switch last.kind {
    case .not:
      // `host !in`
      let before = tokens.dropLast().last
      switch before?.kind {
      case .identifier?, .rightBracket?: return .words([.in])
      default: return .condition
      }
    case .and, .or, .leftParenthesis: return .condition
    case .comma where openBracket(tokens) == nil:
      guard let word = tokens.lastIndex(where: { $0.keyword == .in }) else { return .nothing }
      var before = tokens[..<word]
      if before.last?.kind == .not { before = before.dropLast() }
      return .operand(subject: subject(before), operation: ",")
    case .dot:
      let base = subject(tokens.dropLast())
      let before = beforeReference(tokens)
      let word = before.last
      let isInList = word?.kind == .comma && openBracket(tokens) == nil
      if word?.keyword == .in || isInList { return .originMember(base: base) }
      if let word, Self.takesOperand(word) {
        return .comparedMember(
          base: base, subject: subject(before.dropLast()), operation: text(word))
      }
      return .member(base: base, mustBeOptional: word?.keyword == .exists)
    default: break
    }
    if last.keyword == .exists { return .existing }
    if Self.takesOperand(last) {
      let operation = text(last)
      var before = tokens.dropLast()
      if operation == "in", before.last?.kind == .not { before = before.dropLast() }
      return .operand(subject: subject(before), operation: operation)
    }
    // In a list after `in`, or between the brackets of an access.
    if let bracket = openBracket(tokens) {
      if bracket > tokens.startIndex, bracket == tokens.endIndex - 1,
        tokens[bracket - 1].kind == .identifier, tokens[bracket - 1].keyword != .in
      {
        return .key(of: subject(tokens[..<bracket]))
      }
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
      || since.first(where: { $0.kind != .not })?.keyword == .exists
    {
      return .connective
    }
    let written = subject(since)
    return written == "true" || written == "false" ? .connective : .comparison(subject: written)
  }

  /// The tokens before the value that ends with the last dot: those up to `exists` in `exists page.path.`.
  private func beforeReference(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
    var before = tokens.dropLast()
    while let token = before.last,
      token.kind != .identifier || before.dropLast().last?.kind == .dot
    {
      before = before.dropLast()
    }
    return before.dropLast()
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
    if openBracket(tokens) != nil { return .nothing }
    // Nothing follows a decision.
    if Self.isDecision(last.keyword) || tokens.dropLast().last?.keyword == .popup { return nil }
    return .step(isFirst: false)
  }

  /// The place after the URL of `open url` or `load url`; nil elsewhere.
  func place(inChanges tokens: ArraySlice<Token>) -> CompletionPlace? {
    let verb = tokens.indices.dropLast().last { index in
      (tokens[index].keyword == .open || tokens[index].keyword == .load)
        && tokens[index + 1].kind == .identifier
    }
    guard let verb, let last = tokens.last else { return nil }
    let rest = tokens[(verb + 2)...]
    if outer(rest).contains(where: { Self.isStep($0.keyword) || Self.isDecision($0.keyword) }) {
      return nil
    }
    if openBracket(rest) != nil {
      let before = tokens.dropLast()
      return last.kind == .leftBracket && before.last?.kind == .identifier
        ? .key(of: subject(before)) : .nothing
    }
    let first = rest.firstIndex { $0.keyword == .setting || $0.keyword == .removing }
    guard let first else {
      return last.kind == .dot ? .member(base: subject(tokens.dropLast())) : .change
    }
    let changes = rest[first...]
    let word = changes.last { $0.keyword == .setting || $0.keyword == .removing }
    let isSet = word?.keyword == .setting
    // Parts without a key are changed once.
    let given = changes.indices.dropFirst().filter { index in
      let before = changes[index - 1]
      let next = index + 1 < changes.endIndex ? changes[index + 1].kind : .end
      return changes[index].kind == .identifier && next != .dot && next != .leftBracket
        && (before.kind == .comma || before.keyword == .setting || before.keyword == .removing)
    }.map { text(changes[$0]) }
    if last.kind == .comma || last.keyword == .setting || last.keyword == .removing {
      return .changedPart(isSet: isSet, given: given)
    }
    // The change that the place is in: after the last comma that is not in a list.
    let depths = changes.indices.filter { index in
      (changes[index].kind == .comma && openBracket(changes[...index]) == nil)
        || changes[index].keyword == .setting || changes[index].keyword == .removing
    }
    let change = changes[((depths.last ?? changes.startIndex) + 1)...]
    let part = change.first.map { text($0) } ?? ""
    let isValue = change.contains { $0.kind == .assign }
    switch last.kind {
    case .assign: return .changedValue(part: part)
    case .dot:
      let base = subject(tokens.dropLast())
      return isValue ? .changedMember(base: base, part: part) : .member(base: base)
    default: return isSet && !isValue ? .nothing : .change
    }
  }

  /// True in a test.
  private var isInTest: Bool { declaration?.keyword == .test }

  /// The place between the parentheses of a step or call; nil outside.
  func place(
    inCall tokens: ArraySlice<Token>, kind: (Int) -> String
  ) -> CompletionPlace? {
    guard let call = call(tokens), let last = tokens.last else { return nil }
    let name = text(tokens[call])
    let arguments = tokens[(call + 2)...]
    if openBracket(arguments) != nil {
      let before = tokens.dropLast()
      return last.kind == .leftBracket && before.last?.kind == .identifier
        ? .key(of: subject(before)) : .nothing
    }
    switch last.kind {
    case .colon:
      let label = tokens.dropLast().last.map { text($0) } ?? ""
      return isInTest
        ? .expectedValue(callee: name, kind: kind(call), label: label)
        : .value(callee: name, kind: kind(call), label: label)
    case .leftParenthesis, .comma:
      let used = arguments.indices.dropLast().filter { arguments[$0 + 1].kind == .colon }
      return .label(callee: name, kind: kind(call), used: used.map { text(arguments[$0]) })
    case .dot:
      if isInTest { return .nothing }
      let before = beforeReference(tokens)
      let label = before.last?.kind == .colon ? before.dropLast().last.map { text($0) } : nil
      return .argumentMember(
        base: subject(tokens.dropLast()), callee: name, kind: kind(call), label: label ?? "")
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
      guard body[index].kind == .string || body[index].kind == .rawString else { return false }
      if index == body.startIndex { return true }
      let before = body[index - 1]
      // After the name of a configuration a case starts on the next line.
      return Self.isDecision(before.keyword)
        || index - 2 >= body.startIndex && body[index - 2].keyword == .popup
    }
    guard let url else { return .testURL(isInString: false) }
    let rest = body[(url + 1)...]
    guard let last = rest.last else { return .afterTestURL }
    let steps = rest.indices.first { index in
      guard Self.isStep(rest[index].keyword) || Self.isDecision(rest[index].keyword) else {
        return false
      }
      // `with download, !open url`: values of the request.
      guard index > rest.startIndex else { return true }
      let before = rest[index - 1]
      return before.keyword != .with && before.kind != .comma && before.kind != .not
    }
    if let steps {
      return place(inSteps: rest[steps...], isChain: false)
        ?? (startsLine ? .testURL(isInString: false) : .nothing)
    }
    return place(inSetup: rest, last)
  }

  /// The place after `with`.
  private func place(inSetup tokens: ArraySlice<Token>, _ last: Token) -> CompletionPlace {
    if openBracket(tokens) != nil {
      let before = tokens.dropLast()
      return last.kind == .leftBracket && before.last?.kind == .identifier
        ? .key(of: subject(before)) : .nothing
    }
    let starts = tokens.indices.filter { index in
      tokens[index].keyword == .with
        || tokens[index].kind == .comma && openBracket(tokens[...index]) == nil
    }
    let given = starts.compactMap { start in
      tokens[(start + 1)...].first { $0.kind != .not }.map { text($0) }
    }
    switch last.kind {
    case .comma: return .setup(given: given)
    case .not: return .setup(given: given, isNegated: true)
    case .equal: return .setupValue(subject: subject(tokens.dropLast()))
    case .dot:
      let base = subject(tokens.dropLast())
      return base == "source" ? .originMember(base: base) : .nothing
    default: break
    }
    if last.keyword == .with { return .setup(given: given) }
    guard let start = starts.last else { return .nothing }
    let item = tokens[(start + 1)...].drop { $0.kind == .not }
    if item.contains(where: { $0.kind == .equal }) { return .step(isFirst: true) }
    if item.first?.keyword == .open { return item.count == 1 ? .url : .step(isFirst: true) }
    return tokens[start + 1].kind == .not
      ? .step(isFirst: true) : .setupComparisonOrStep(subject: subject(item))
  }
}
