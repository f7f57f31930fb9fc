import Text

/// Reads words and signs of other languages, and misspelled words, as the ones that are meant, and records the
/// faults.
extension Parser {
  // MARK: - Faults

  /// Records that a token has a foreign spelling.
  ///
  /// - Parameter meant: the spelling in this language; nil to delete the token.
  mutating func foreign(_ token: Token, _ meant: String?, _ why: String? = nil) {
    foreign(span(token), meant, why)
  }

  mutating func foreign(_ span: Span, _ meant: String?, _ why: String? = nil) {
    let edit = meant == nil ? widened(span) : span
    let isBetweenWords =
      edit.start > 0 && Int(edit.end) < lexer.bytes.count
      && Lexer.isIdentifierPart(lexer.bytes[Int(edit.start) - 1])
      && Lexer.isIdentifierPart(lexer.bytes[Int(edit.end)])
    let written = meant ?? (isBetweenWords ? " " : "")
    fault(.foreign(ForeignSpelling(text(span), meant ?? "", [(edit, written)], why: why)), span)
  }

  /// Records that several parts of a span have a foreign spelling.
  mutating func foreign(
    _ span: Span, _ meant: String?, edits: [(Span, String)], _ why: String? = nil
  ) {
    fault(.foreign(ForeignSpelling(text(span), meant, edits, why: why)), span)
  }

  /// The span, extended by the blanks before it, or at the start of a line by those after it.
  private func widened(_ span: Span) -> Span {
    var start = Int(span.start)
    while start > 0, lexer.bytes[start - 1] == 0x20 { start -= 1 }
    if start == 0 || lexer.bytes[start - 1] == 0x0A || lexer.bytes[start - 1] == 0x0D {
      var end = Int(span.end)
      while end < lexer.bytes.count, lexer.bytes[end] == 0x20 { end += 1 }
      return Span(Int(span.start), end)
    }
    return Span(start, Int(span.end))
  }

  /// The text of the current token.
  var word: String { text(span(current)) }

  var isAhead: Bool { ahead.kind == .identifier && !ahead.startsLine }

  /// True if the next token directly follows the current one.
  var isTouching: Bool { ahead.start == current.end }

  // MARK: - Words

  /// The keyword that is meant by a foreign or misspelled word at the current token; nil if there is none. Records
  /// the fault.
  mutating func meantKeyword(
    _ vocabulary: [String: Keyword], orNearly words: [Keyword]
  ) -> Keyword? {
    guard current.kind == .identifier else { return nil }
    let found = word
    if let keyword = vocabulary[found] ?? vocabulary[found.lowercased()] {
      foreign(current, keyword.rawValue)
      return keyword
    }
    return misspelled(words)
  }

  /// The keyword that is most similar to a misspelled word; nil if none is similar. Records the fault.
  mutating func misspelled(_ words: [Keyword]) -> Keyword? {
    guard current.kind == .identifier else { return nil }
    let found = word
    guard
      let near = Nearest.names(to: found, among: words.lazy.map { $0.rawValue }, limit: 1).first,
      let keyword = Keyword(rawValue: near)
    else { return nil }
    fault(.misspelled(found: found, expected: near), span(current))
    return keyword
  }

  // MARK: - Items

  /// Skips a comma or semicolon between items, and records the fault.
  mutating func takeSeparator() -> Bool {
    let isSemicolon = current.kind == .invalid && word == ";"
    guard current.kind == .comma || isSemicolon else { return false }
    foreign(current, nil, "a line end separates rules and declarations")
    advance()
    return true
  }

  /// Skips a sign or word between a condition and its steps, such as `=>`, `->`, `:` or `then`, and records the
  /// fault.
  mutating func skipArrow() {
    switch current.kind {
    case .arrow where startsSteps(ahead), .colon where startsSteps(ahead):
      foreign(current, nil, "the steps directly follow the condition")
      advance()
    case .assign where ahead.kind == .greater && isTouching && startsSteps(second):
      foreign(
        Span(current.start, ahead.end), nil, "the steps directly follow the condition")
      advance()
      advance()
    case .identifier
    where current.keyword == .none && isAhead && Vocabulary.fillers.contains(word)
      && (Vocabulary.steps[word] == nil || isStep(ahead)):
      foreign(current, nil, "the steps directly follow the condition")
      advance()
    default: break
    }
  }

  /// True at a token that can begin the steps of a rule, or the braces around them.
  private func startsSteps(_ token: Token) -> Bool {
    token.kind == .leftBrace || token.startsLine || token.kind == .identifier
  }

  /// The token after the next one.
  var second: Token {
    var lexer = lexer
    return lexer.next()
  }

  /// True at a word for a step or decision, in this language or another one.
  func isStep(_ token: Token) -> Bool {
    token.keyword.isStepOrDecision || Vocabulary.steps[text(span(token))] != nil
  }

  /// Records a word for a construct without a counterpart, with what to write instead.
  mutating func refuse() -> Abort? {
    guard current.kind == .identifier, let why = Vocabulary.refused[word] else { return nil }
    fault(.foreign(ForeignSpelling(word, nil, [], why: why)), span(current))
    return Abort()
  }

  /// Records the call of a method without a counterpart.
  mutating func refuseCall(of subject: ReferenceSyntax) throws(Abort) {
    guard current.kind == .leftParenthesis, current.start == lastEnd, !current.startsLine,
      case .member(let member)? = subject.accesses.last
    else { return }
    let why =
      Vocabulary.refusedMethods[member.text]
      ?? "a value has no methods: compare it with `==`, `in`, `hasPrefix`, `hasSuffix`, `like` or `matches`"
    fault(.foreign(ForeignSpelling("\(member.text)()", nil, [], why: why)), member.span)
    throw Abort()
  }

  /// Consumes an opening brace around the steps of a rule; nil if there is none.
  mutating func openingBrace() -> Token? {
    guard current.kind == .leftBrace else { return nil }
    let brace = current
    advance()
    return brace
  }

  /// Consumes the closing brace, and records that a rule has no braces.
  mutating func close(_ opening: Token) {
    guard current.kind == .rightBrace else {
      foreign(opening, nil, "a rule has no braces")
      return
    }
    foreign(
      span(opening), "",
      edits: [(widened(span(opening)), ""), (widened(span(current)), "")],
      "a rule has no braces")
    advance()
  }

  // MARK: - Conditions

  /// Consumes `&&`, `||` or `!`, or a word with the same meaning.
  mutating func takeConnective(_ kind: TokenKind) -> Bool {
    if take(kind) { return true }
    guard current.kind == .identifier, current.keyword == .none,
      current.end - current.start <= Vocabulary.longestConnective,
      Vocabulary.connectives[word] == kind, !(kind == .not && !startsOperand)
    else { return false }
    // The blank after the word is part of the edit, since `!` has none.
    foreign(kind == .not ? Span(current.start, ahead.start) : span(current), kind.spelling)
    advance()
    return true
  }

  /// True if a condition can start at the next token. The current token is then a connective and not a name.
  private var startsOperand: Bool {
    guard !ahead.startsLine else { return false }
    if ahead.kind == .leftParenthesis || ahead.kind == .not { return true }
    return ahead.kind == .identifier && (ahead.keyword == .none || ahead.keyword == .exists)
  }

  /// Consumes a word that means `exists`.
  mutating func takeExistence() -> Bool {
    guard current.kind == .identifier, isAhead, ahead.keyword == .none,
      Vocabulary.existence.contains(word)
    else { return false }
    foreign(current, "exists")
    return true
  }

  /// The operator that a foreign word or sign means; nil if there is none. Consumes all of its tokens except the
  /// last.
  mutating func foreignOperator() -> ComparisonSyntax.Operator? {
    let start = current
    if current.kind == .identifier { return foreignWordOperator() }
    guard isTouching else { return nil }
    let meant: TokenKind
    switch (current.kind, ahead.kind) {
    case (.equal, .assign): meant = .equal
    case (.notEqual, .assign): meant = .notEqual
    case (.less, .greater): meant = .notEqual
    default: return nil
    }
    foreign(Span(start.start, ahead.end), meant.spelling)
    advance()
    return meant == .equal ? .equal : .notEqual
  }

  private mutating func foreignWordOperator() -> ComparisonSyntax.Operator? {
    let found = word
    let isValue: Bool
    switch ahead.kind {
    case .string, .rawString, .integer, .number, .regex, .leftBracket: isValue = true
    default: isValue = false
    }
    if let meant = Vocabulary.equalities[found],
      isValue || isAhead && !ahead.keyword.isStepOrDecision
    {
      foreign(current, meant.spelling)
      return ComparisonSyntax.Operator(meant)
    }
    let isPair = ahead.kind == .identifier && text(span(ahead)) == "with"
    if let meant = Vocabulary.comparisons[found], isPair || isValue {
      if isPair {
        foreign(Span(current.start, ahead.end), meant.rawValue)
        advance()
      } else {
        foreign(current, meant.rawValue)
      }
      return ComparisonSyntax.Operator(meant)
    }
    guard isValue else { return nil }
    return misspelled(Keyword.comparisons)
      .flatMap(ComparisonSyntax.Operator.init)
  }

  /// Parses a call such as `path.hasPrefix("/a")` as a comparison; nil if the reference is no such call.
  mutating func methodCall(_ subject: ReferenceSyntax) throws(Abort) -> ConditionSyntax? {
    guard current.kind == .leftParenthesis, !current.startsLine,
      case .member(let member)? = subject.accesses.last
    else { return nil }
    guard
      let keyword = Keyword(rawValue: member.text).flatMap({
        ComparisonSyntax.Operator($0) == nil ? nil : $0
      }) ?? Vocabulary.comparisons[member.text],
      let comparison = ComparisonSyntax.Operator(keyword)
    else { return nil }
    var receiver = subject
    receiver.accesses.removeLast()
    let end = receiver.accesses.last.map { $0.end } ?? receiver.base.span.end
    receiver.span = Span(subject.span.start, end)
    advance()
    let operandStart = current.start
    let operand = try operand(of: comparison, receiver)
    let operandSpan = span(from: operandStart)
    let close = current
    try expect(.rightParenthesis)
    let whole = Span(subject.span.start, close.end)
    if member.text == "has", let item = queryItem(of: receiver, operand) {
      let key = text(operandSpan)
      let name = key.dropFirst().dropLast()
      let isName =
        name.first?.isNumber == false
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      let exists = "exists query" + (isName ? ".\(name)" : "[\(key)]")
      foreign(whole, exists, edits: [(whole, exists)], "`exists` asks for a parameter of the query")
      return .exists(item, whole)
    }
    foreign(
      Span(end, close.end), "\(keyword.rawValue) \(text(operandSpan))",
      edits: [
        (Span(end, operandSpan.start), " \(keyword.rawValue) "), (span(close), ""),
      ], "an operator is between its operands")
    return .comparison(
      ComparisonSyntax(
        subject: receiver, comparison: comparison, operatorSpan: member.span, operand: operand,
        operandSpan: operandSpan, span: whole))
  }

  /// The parameter `query["a"]` that `searchParams.has("a")` means; nil if the receiver is not the query.
  private func queryItem(
    of receiver: ReferenceSyntax, _ operand: ComparisonSyntax.Operand
  ) -> ReferenceSyntax? {
    var last = receiver.base.text
    if let access = receiver.accesses.last {
      guard case .member(let member) = access else { return nil }
      last = member.text
    }
    guard Vocabulary.queries.contains(last), case .literal(.string(let key)) = operand else {
      return nil
    }
    return ReferenceSyntax(
      base: NameSyntax(text: "query", span: receiver.span), accesses: [.key(key)],
      span: receiver.span)
  }

  /// Parses a comparison that begins with its literal, and exchanges the sides.
  ///
  /// Such comparisons are `["a", "b"].contains(host)`, `/a/.test(path)`, `"a" in path`, `"/a" == path` and `500 <=
  /// status`.
  mutating func turnedComparison() throws(Abort) -> ConditionSyntax {
    let start = current.start
    let literal = try turnedLiteral()
    let written = span(from: start)
    let comparison: ComparisonSyntax.Operator
    let symbol: String
    var isCall = false
    if current.kind == .dot, let keyword = literal.methods[text(span(ahead))],
      let method = ComparisonSyntax.Operator(keyword)
    {
      advance()
      advance()
      try expect(.leftParenthesis)
      (comparison, symbol, isCall) = (method, keyword.rawValue, true)
    } else if case .literal(.string) = literal, take(.in) {
      (comparison, symbol) = (.contains, Keyword.contains.rawValue)
    } else if let sign = current.kind.turned, let turned = ComparisonSyntax.Operator(sign) {
      (comparison, symbol) = (turned, sign.spelling ?? "")
      advance()
    } else {
      fault(.unexpected(expected: "a condition", found: literal.noun), written)
      throw Abort()
    }
    let subject = try reference("a value of the request", .existing)
    if isCall { try expect(.rightParenthesis) }
    let whole = span(from: start)
    let meant = "\(text(subject.span)) \(symbol) \(text(written))"
    foreign(whole, meant, edits: [(whole, meant)], "the value of the request comes first")
    return .comparison(
      ComparisonSyntax(
        subject: subject, comparison: comparison, operatorSpan: whole, operand: literal,
        operandSpan: written, span: whole))
  }

  private mutating func turnedLiteral() throws(Abort) -> ComparisonSyntax.Operand {
    let token = current
    guard token.kind == .regex else { return .literal(try literal("a condition")) }
    advance()
    return .regex(regex(token))
  }

  /// Parses `== nil` or `!= nil` as a test of existence; nil if the operand is another one.
  mutating func absence(
    _ subject: ReferenceSyntax, _ comparison: ComparisonSyntax.Operator
  ) -> ConditionSyntax? {
    guard comparison == .equal || comparison == .notEqual, current.kind == .identifier,
      Vocabulary.nothing.contains(word)
    else { return nil }
    let whole = Span(subject.span.start, current.end)
    let names = text(subject.span).split(separator: ".")
    if names.last == "targetFrame", names.count < 3 {
      let new = NameSyntax(text: "new", span: whole)
      let frame = ReferenceSyntax(
        base: NameSyntax(text: "frame", span: whole), accesses: [], span: whole)
      let meant = comparison == .equal ? "frame == new" : "frame != new"
      foreign(whole, meant, edits: [(whole, meant)], "a new window has no frame yet")
      advance()
      return .comparison(
        ComparisonSyntax(
          subject: frame, comparison: comparison, operatorSpan: whole,
          operand: .literal(.name(new)), operandSpan: whole, span: whole))
    }
    let exists = "exists \(text(subject.span))"
    let meant = comparison == .equal ? "!(\(exists))" : exists
    foreign(whole, meant, edits: [(whole, meant)], "`exists` asks whether there is a value")
    advance()
    let condition = ConditionSyntax.exists(subject, whole)
    return comparison == .equal ? .not(condition, whole) : condition
  }
}

extension ReferenceSyntax.Access {
  /// The offset in the source at which the access ends.
  var end: UInt32 {
    switch self {
    case .member(let name): name.span.end
    case .index(_, let span): span.end + 1
    case .key(let key): key.span.end + 1
    }
  }
}

extension TokenKind {
  /// The operator that means the same with the sides exchanged; nil for other tokens.
  fileprivate var turned: TokenKind? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }
}

extension ComparisonSyntax.Operator {
  /// Creates the operator of a sign; fails for other signs.
  init?(_ sign: TokenKind) {
    switch sign {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }

  /// Creates the operator of a keyword; fails for other keywords.
  init?(_ keyword: Keyword) {
    switch keyword {
    case .in: self = .isIn
    case .hasPrefix: self = .hasPrefix
    case .hasSuffix: self = .hasSuffix
    case .contains: self = .contains
    case .like: self = .like
    case .matches: self = .matches
    default: return nil
    }
  }
}

extension ComparisonSyntax.Operand {
  /// The methods that such a literal has in other languages, with the operators that mean the same.
  fileprivate var methods: [String: Keyword] {
    switch self {
    case .regex: ["test": .matches]
    case .literal(.list): ["contains": .in, "includes": .in]
    default: [:]
    }
  }

  fileprivate var noun: String {
    switch self {
    case .regex: "a regular expression"
    case .literal(.list): "a list"
    case .literal(.integer), .literal(.number): "a number"
    default: "a string"
    }
  }
}
