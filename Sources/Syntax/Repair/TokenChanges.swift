import Text

/// The changes of a few tokens near an error, with their costs.
struct TokenChanges {
  struct Change {
    var bytes: [UInt8]
    var cost: Int
    /// True if another change of the same kind is as likely to be meant.
    var isGuess: Bool
  }

  /// The costs of the changes. A misspelled word is likelier than a missing one. A missing word is likelier than an
  /// extra one, since a removal loses what the user has written.
  enum Cost {
    static let doubledToken = 0
    static let similarWord = Repair.costOfWord
    static let removedFiller = 1
    static let joinedSign = 1
    static let unquotedWord = 1
    static let similarName = 2
    static let insertedWord = 2
    static let quotedText = 2
    static let exchangedTokens = 2
    static let removedSign = 2
    static let otherBrackets = 2
    static let likelyOperator = 2
    static let insertedName = 3
    static let otherWord = 3
    static let movedTokens = 3
  }

  /// The number of tokens before and after the error at which a change can begin.
  private static let reach = (before: 2, after: 1)
  /// The number of texts that are parsed to find the changes.
  static let questions = reach.before + reach.after + 1
  /// The maximum number of tokens that are removed or moved together.
  private static let longestRun = 8
  /// The maximum number of tokens from an opening bracket to the closing one, including both.
  private static let longestContent = 200
  /// The maximum number of tokens by which others are moved.
  private static let longestLine = 24

  private(set) var changes: [Change] = []
  let bytes: [UInt8]
  let tokens: RepairTokens
  let names: [Keyword: [String]]

  /// - Parameters:
  ///   - fault: the offset of the error.
  ///   - names: the declared names by the keyword of their declarations.
  init(_ bytes: [UInt8], at fault: UInt32, names: [Keyword: [String]]) {
    self.init(bytes, names: names)
    let here = tokens.partitionPoint { $0.end > fault }
    guard here < tokens.count else { return }
    let sites = max(0, here - Self.reach.before)...min(tokens.count - 1, here + Self.reach.after)
    for index in sites { change(index) }
    moveTokens(around: here)
    writeAlternatives(around: here)
  }

  /// The changes of the form of the text at an offset: into a string, or without the brackets around it.
  static func ofForm(
    _ bytes: [UInt8], at offset: UInt32, names: [Keyword: [String]]
  ) -> [Change] {
    var changes = TokenChanges(bytes, names: names)
    let here = changes.tokens.partitionPoint { $0.end > offset }
    guard here < changes.tokens.count, changes.tokens[here].kind != .end else { return [] }
    changes.quote(here, isGuess: true)
    changes.writeAlternatives(around: here)
    changes.writeOrigins(here)
    changes.removeNothing(here)
    changes.exchangeStep(here)
    changes.writeSynonym(here)
    let open = (0...here).last { index in
      changes.closing(index).map { index < here && $0 > here } ?? false
    }
    if let open, let close = changes.closing(open) {
      changes.removePair(open, close, isGuess: true)
    }
    return changes.changes
  }

  private init(_ bytes: [UInt8], names: [Keyword: [String]] = [:]) {
    self.bytes = bytes
    self.names = names
    tokens = RepairTokens(of: bytes)
  }

  private mutating func change(_ index: Int) {
    let token = tokens[index]
    let expected = expected(at: index)
    for word in expected.words where !Self.decides(word) && word != "[" {
      insert(
        word, at: index, cost(ofInserting: word, before: token),
        isGuess: Keyword.named(word) == .none && (word != "," || isDoubled(index))
          // An action can also follow `attempt`, and a claim without `only` may have begun with `always`.
          || Keyword.named(word) == .perform || Keyword.named(word) == .only
          // A name was lost if its place has the word that must follow it.
          || index > 0 && text(range(index - 1)) == word)
    }
    for name in expected.names { insert(name, at: index, Cost.insertedName, isGuess: true) }
    guard token.kind != .end else { return }
    replace(index, expected)
    remove(index)
    exchangeBrackets(index, expected)
    removeConversion(index)
    quote(index, isGuess: !expected.isText)
    if token.kind == .unterminatedString { closeString(index) }
    if token.kind == .string {
      let word = text(Int(token.start) + 1..<Int(token.end) - 1)
      let isCondition = [Keyword.flag, .condition].contains { names[$0]?.contains(word) == true }
      if expected.names.contains(word) || expected.isCondition && isCondition {
        put(word, range(index), Cost.unquotedWord, isGuess: true)
      } else if expected.words.contains(word) {
        put(word, range(index), Cost.unquotedWord)
      } else if expected.isNumber, !word.isEmpty, word.utf8.allSatisfy(Lexer.isDigit) {
        put(word, range(index), Cost.unquotedWord, isGuess: true)
      }
      if expected.isCondition { compare(word, index) }
    }
    guard tokens[index + 1].kind != .end else { return }
    let next = tokens[index + 1]
    let (first, second) = (text(range(index)), text(range(index + 1)))
    let both = range(index).lowerBound..<range(index + 1).upperBound
    if first == second {
      let place = next.startsLine ? widened(range(index + 1)) : Int(token.end)..<Int(next.end)
      // At the start of a line, something may be missing between the words instead.
      put(
        "", place, next.startsLine ? Cost.insertedWord : Cost.doubledToken, isGuess: next.startsLine
      )
    }
    if Self.signs.contains(first + second) { put(first + second, both, Cost.joinedSign) }
    for last in index..<min(index + 3, tokens.count) {
      let words = (index...last).map { text(range($0)) }.joined(separator: " ")
      for meant in Synonyms.phrases[words] ?? []
      where !meant.isEmpty || tokens[last + 1].startsLine || tokens[last + 1].kind == .end {
        put(meant, range(index).lowerBound..<Int(tokens[last].end), Cost.similarWord)
      }
    }
    // An empty pair of brackets is removed rather than moved around a neighbour.
    let isMovable = [token, next].allSatisfy {
      (!$0.kind.isBracket || $0.kind.isSquareBracket) && !$0.kind.isOrdering
    }
    if !next.startsLine, isMovable, !token.keyword.startsRule, !next.keyword.startsRule {
      // A keyword and a name can only be in one order, unless the keyword begins the line. Two names can be in both.
      let isGuess =
        token.kind != .identifier || next.kind != .identifier
        || token.startsLine && token.keyword != .none
        || token.keyword == .none && next.keyword == .none
      put(second + " " + first, both, Cost.exchangedTokens, isGuess: isGuess)
    }
  }

  /// Returns whether the token before has the same text.
  private func isDoubled(_ index: Int) -> Bool {
    index > 0 && text(range(index - 1)) == text(range(index))
  }

  /// The constructs that the parser accepts instead of a token.
  struct Expected {
    /// The words and signs that can be missing here.
    var words: [String]
    /// The words that begin a declaration, rule or setting. They replace misspelled words, but are not inserted: the
    /// text after a missing one has a beginning of its own.
    var items: [String]
    var names: [String]
    /// The brackets that can open here.
    var brackets: [String]
    var isCondition: Bool
    var isNumber: Bool
    /// True if a string, but no name, is accepted.
    var isText: Bool
  }

  func expected(at index: Int) -> Expected {
    let (_, cursor) = SyntaxTree.parse(
      SourceFile(name: "", bytes: bytes), before: Int(tokens[index].start))
    let expectations = cursor.expectations
    return Expected(
      words: expectations.lazy.filter { !$0.isItem }.flatMap { $0.words },
      items: expectations.lazy.filter { $0.isItem }.flatMap { $0.words },
      names: expectations.flatMap { $0.namedKinds }.flatMap { names[$0] ?? [] },
      brackets: expectations.compactMap { $0.bracket },
      isCondition: expectations.contains(.condition),
      isNumber: expectations.contains(.queue),
      isText: expectations.contains { $0.isText } && !expectations.contains { $0.isName })
  }

  /// True for a word that affects decisions, or negates a condition. Such a word is never certain to be missing.
  private static func decides(_ word: String) -> Bool {
    switch Keyword.named(word) {
    case .allow, .cancel, .download, .popup, .continue, .leave, .otherwise, .when, .always,
      .attempt, .dismiss:
      true
    default: ["!", "!=", "}"].contains(word)
    }
  }

  private static let signs = Set(TokenKind.allCases.compactMap { $0.spelling })

  // MARK: - Changes

  private mutating func insert(_ word: String, at index: Int, _ cost: Int, isGuess: Bool) {
    let token = tokens[index]
    // At a line end, the missing word belongs to the line before. A closing sign follows the text before it.
    if index > 0, token.startsLine || token.kind == .end || Self.isAttached(word) {
      let end = Int(tokens[index - 1].end)
      put(Self.isAttached(word) ? word : " " + word, end..<end, cost, isGuess: isGuess)
    } else {
      put(word + " ", Int(token.start)..<Int(token.start), cost, isGuess: isGuess)
    }
  }

  private mutating func replace(_ index: Int, _ expected: Expected) {
    let token = tokens[index]
    let found = text(range(index))
    if token.kind == .identifier {
      let words = expected.words + expected.items
      var similar = Synonyms.words(for: found)
      if similar.isDisjoint(with: words) {
        similar.formUnion(Nearest.names(to: found, among: words))
      }
      for word in words where similar.contains(word) {
        // A word of the language is not misspelled, but out of place, or has another ending.
        let isOther = token.keyword != .none && word.utf8.first != found.utf8.first
        put(word, range(index), Cost.similarWord, isGuess: isOther)
      }
      for word in expected.words
      where token.keyword != .none && Keyword.named(word) != .none && !Self.decides(word)
        && !similar.contains(word)
      {
        // Many words are possible before a text.
        let isGuess =
          token.keyword == .true || token.keyword == .false
          || tokens[index + 1].kind == .string
        put(word, range(index), Cost.otherWord, isGuess: isGuess)
      }
      for name in Nearest.names(to: found, among: expected.names) {
        put(name, range(index), Cost.similarName, isGuess: true)
      }
    } else if token.kind.spelling != nil || token.kind == .invalid {
      for sign in expected.words where Self.signs.contains(sign) && sign != found {
        if Self.decides(sign) || Self.isBracket(sign) != token.kind.isBracket { continue }
        put(sign, range(index), Cost.otherWord, isGuess: true)
      }
      // In Swift, a comma can separate two conditions.
      if token.kind == .comma, expected.words.contains("&&") {
        put(" &&", range(index), Cost.similarWord)
      }
      // In Python, a colon begins a block.
      if token.kind == .colon, expected.words.contains("{") {
        put(" {", range(index), Cost.similarWord, isGuess: true)
      }
      // In Swift, a case can be `.station`.
      if token.kind == .dot, index + 1 < tokens.count, tokens[index + 1].start == token.end {
        let both = Int(token.start)..<Int(tokens[index + 1].end)
        let word = text(range(index + 1))
        let near = Nearest.names(to: word, among: expected.names)
        for name in near + expected.names.filter({ $0 == word }) {
          put(name, both, Cost.similarName, isGuess: true)
        }
      }
    }
  }

  /// The cost of inserting a missing word. An operator that fits the next token is likelier than others.
  private func cost(ofInserting word: String, before token: Token) -> Int {
    let isOperator =
      Self.comparisons.contains(word) || ComparisonSyntax.Operator(Keyword.named(word)) != nil
    // The word permits every page, so names of origins are as likely.
    if Keyword.named(word) == .any { return Cost.insertedName }
    guard isOperator, token.kind != .end else { return Cost.insertedWord }
    let text = text(Int(token.start)..<Int(token.end))
    let likely =
      switch token.kind {
      case .regex: "matches"
      case .leftBracket: "in"
      case .string where text.contains("*") || text.contains("{"): "like"
      default: "=="
      }
    return word == likely ? Cost.likelyOperator : Cost.otherWord
  }

  private static let comparisons = Set(
    [TokenKind.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
      .compactMap { $0.spelling })

  private static func isBracket(_ sign: String) -> Bool {
    TokenKind.allCases.contains { $0.spelling == sign && $0.isBracket }
  }

  /// Inserts a comparison before a text, with the part of the URL for which the text is written.
  private mutating func compare(_ literal: String, _ index: Int) {
    let part = literal.contains("://") ? "url" : literal.hasPrefix("/") ? "path" : "host"
    if part == "host", !literal.contains(".") { return }
    insert("\(part) ==", at: index, Cost.insertedWord, isGuess: true)
  }

  /// Removes the token, a run of tokens that it begins, or the brackets that it opens.
  private mutating func remove(_ index: Int) {
    var cost = 0
    var depth = 0
    for last in index..<min(tokens.count, index + Self.longestRun) {
      let token = tokens[last]
      if token.kind == .end || last > index && token.startsLine { break }
      if token.kind.isBracket { depth += token.kind.closingBracket == nil ? -1 : 1 }
      guard depth >= 0, let more = self.cost(ofRemoving: token) else { break }
      cost += more
      // Between empty square brackets something is missing.
      if depth > 0 || tokens[index...last].contains(where: { $0.kind.isSquareBracket }) { continue }
      let isGuess =
        cost > Cost.removedFiller ? token.kind != .rightParenthesis : touchesNeighbour(index)
      put("", widened(range(index).lowerBound..<Int(token.end)), cost, isGuess: isGuess)
    }
    let kind = tokens[index].kind
    if kind.isSquareBracket || kind == .leftParenthesis || kind == .rightParenthesis {
      put("", range(index), Cost.removedSign, isGuess: true)
    }
    if let close = closing(index), close > index + 1, isBalanced(index + 1..<close),
      !tokens[index + 1...close].contains(where: { $0.startsLine })
    {
      removePair(index, close)
    }
  }

  /// True for a word that touches the token before or after it, as in `a"b"`.
  private func touchesNeighbour(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].end == tokens[index].start
      || tokens[index + 1].start == tokens[index].end && tokens[index + 1].kind != .end
  }

  private mutating func removePair(_ open: Int, _ close: Int, isGuess: Bool = false) {
    // The parentheses of a call contain no condition.
    let isCall = open > 0 && tokens[open - 1].end == tokens[open].start
    if isCall, tokens[open - 1].kind == .identifier, tokens[open - 1].keyword == .none { return }
    var content = Int(tokens[open].end)..<Int(tokens[close].start)
    while let first = content.first, bytes[first] == 0x20 {
      content = first + 1..<content.upperBound
    }
    while let last = content.last, bytes[last] == 0x20 { content = content.lowerBound..<last }
    let blank = isCall ? [UInt8(ascii: " ")] : []
    let changed =
      bytes[..<Int(tokens[open].start)] + blank + bytes[content]
      + bytes[Int(tokens[close].end)...]
    // Parentheses in a condition decide which parts belong together.
    let isGuess = isGuess || tokens[open].kind == .leftParenthesis
    changes.append(Change(bytes: Array(changed), cost: Cost.removedSign, isGuess: isGuess))
  }

  /// The cost of removing a token; nil if it is not removed.
  ///
  /// Names, words and values are meant by the user. At an operator, a missing operand is likelier.
  private func cost(ofRemoving token: Token) -> Int? {
    switch token.kind {
    case .identifier:
      let word = text(Int(token.start)..<Int(token.end))
      let isName = names.values.contains { $0.contains(word) }
      return Synonyms.fillers.contains(word) && !isName ? Cost.removedFiller : nil
    case .leftParenthesis, .leftBracket, .comma, .colon, .dot, .question, .arrow, .invalid:
      return Cost.removedSign
    // The opening bracket has the cost.
    case .rightParenthesis, .rightBracket: return 0
    default: return nil
    }
  }

  /// The index of the token that closes the bracket; nil if there is none.
  func closing(_ index: Int) -> Int? {
    guard let close = tokens[index].kind.closingBracket else { return nil }
    var depth = 0
    for last in index..<min(tokens.count, index + Self.longestContent) {
      if tokens[last].kind == tokens[index].kind { depth += 1 }
      if tokens[last].kind == close { depth -= 1 }
      if depth == 0 { return last }
    }
    return nil
  }

  /// Quotes the text around the token, up to the next blanks or brackets.
  private mutating func quote(_ index: Int, isGuess: Bool) {
    let token = tokens[index]
    func isQuotable(_ token: Token) -> Bool {
      switch token.kind {
      case .identifier, .dot, .integer, .number, .regex, .colon, .question, .unterminatedRegex: true
      case .invalid: bytes[Int(token.start)] != UInt8(ascii: "$")
      // The empty strings in `""/a""`.
      case .string: token.end - token.start == 2
      default: false
      }
    }
    let isKey = index > 0 && tokens[index - 1].kind == .leftBracket
    guard isQuotable(token), token.kind != .string, token.keyword == .none || isKey else { return }
    var (first, last) = (index, index)
    while first > 0, tokens[first - 1].end == tokens[first].start, isQuotable(tokens[first - 1]) {
      first -= 1
    }
    while last + 1 < tokens.count, tokens[last + 1].start == tokens[last].end,
      isQuotable(tokens[last + 1])
    {
      last += 1
    }
    var ranges: Set = [Int(tokens[first].start)..<Int(tokens[last].end), range(index)]
    // A comment would begin at the slashes of a URL.
    let isURL =
      tokens[last].kind == .colon && bytes[Int(tokens[last].end)...].starts(with: "//".utf8)
    if isURL || bytes[Int(token.start)] == UInt8(ascii: "/") {
      let end = bytes[Int(token.start)...].firstIndex { $0 <= 0x20 } ?? bytes.count
      ranges.insert(Int(tokens[first].start)..<end)
    }
    let isDeclared = names.values.contains { $0.contains(text(range(index))) }
    for range in ranges.sorted(by: { $0.count > $1.count }) {
      var found = text(range)
      if found.hasPrefix("\"\""), found.hasSuffix("\"\"") {
        found = String(found.dropFirst(2).dropLast(2))
      }
      if found.utf8.contains(where: { [0x22, 0x5C, 0x0A].contains($0) }) { continue }
      let cost = isDeclared ? Cost.quotedText + 1 : Cost.quotedText
      put("\"\(found)\"", range, cost, isGuess: isGuess)
    }
  }

  /// Ends a string at a blank in it, where its closing quotation mark may be missing.
  private mutating func closeString(_ index: Int) {
    let token = tokens[index]
    for end in Int(token.start) + 1..<Int(token.end) where bytes[end] == 0x20 {
      put("\"", end..<end, Cost.quotedText, isGuess: true)
    }
    put("\"", Int(token.end)..<Int(token.end), Cost.quotedText, isGuess: true)
  }

  /// Moves tokens on the line of the error before others on that line.
  private mutating func moveTokens(around here: Int) {
    var first = here
    while first > 0, !tokens[first].startsLine { first -= 1 }
    var end = here + 1
    while end < tokens.count, !tokens[end].startsLine, tokens[end].kind != .end { end += 1 }
    guard tokens[here].kind != .end else { return }
    // The two parts meet at the error, or one of them begins or ends there.
    for start in max(first, here - Self.longestLine)..<min(end, here + 1) {
      for middle in start + 1..<max(start + 1, min(end, start + Self.longestLine + 1)) {
        for stop in middle + 1..<max(middle + 1, min(end + 1, middle + Self.longestLine + 1))
        where start == here || middle == here || stop == here {
          guard min(middle - start, stop - middle) <= Self.longestRun,
            isBalanced(start..<middle), isBalanced(middle..<stop),
            ![start, middle, stop].contains(where: isWithinMember),
            !tokens[start..<stop].contains(where: { $0.kind.isOrdering })
          else { continue }
          let (a, b) = (
            Int(tokens[start].start)..<Int(tokens[middle - 1].end),
            Int(tokens[middle].start)..<Int(tokens[stop - 1].end)
          )
          // A clause or step begins with a word of the language.
          let isGuess = tokens[start].keyword == .none || tokens[middle].keyword == .none
          put(
            text(b) + " " + text(a), a.lowerBound..<b.upperBound, Cost.movedTokens,
            isGuess: isGuess)
        }
      }
    }
  }

  /// Returns whether the token and the one before it belong to one value, such as `path.count`.
  private func isWithinMember(_ index: Int) -> Bool {
    guard index > 0, index < tokens.count, tokens[index - 1].end == tokens[index].start else {
      return false
    }
    return tokens[index - 1].kind == .dot || tokens[index].kind == .dot
  }

  func isBalanced(_ range: Range<Int>) -> Bool {
    var depth = 0
    for token in tokens[range] where token.kind.isBracket {
      depth += token.kind.closingBracket == nil ? -1 : 1
      if depth < 0 { return false }
    }
    return depth == 0
  }

  // MARK: - Text

  func range(_ index: Int) -> Range<Int> {
    Int(tokens[index].start)..<Int(tokens[index].end)
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The range with the blanks before it, so that no two blanks are left next to each other.
  func widened(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
    let startsLine = start == 0 || bytes[start - 1] == 0x0A
    if !startsLine { return start..<range.upperBound }
    var end = range.upperBound
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    return range.lowerBound..<end
  }

  /// Records a change that replaces a range by a text. Adds blanks where two words would touch, and removes those
  /// before a closing sign.
  mutating func put(
    _ text: String, _ range: Range<Int>, _ cost: Int, isGuess: Bool = false
  ) {
    var range = range
    var written = Array(text.utf8)
    if Self.isAttached(text) {
      while range.lowerBound > 0, bytes[range.lowerBound - 1] == 0x20 {
        range = range.lowerBound - 1..<range.upperBound
      }
    }
    let isOperator = Self.operators.contains(text)
    func separates(_ a: UInt8?, _ b: UInt8?) -> Bool {
      guard let a, let b else { return false }
      return isOperator
        ? a > 0x20 && b > 0x20 : Lexer.isIdentifierPart(a) && Lexer.isIdentifierPart(b)
    }
    let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : nil
    let after = range.upperBound < bytes.count ? bytes[range.upperBound] : nil
    if separates(written.last, after) { written.append(0x20) }
    if separates(before, written.first ?? after) { written.insert(0x20, at: 0) }
    let changed = bytes[..<range.lowerBound] + written + bytes[range.upperBound...]
    // A change must not turn the user's text into a comment.
    guard
      Self.commentMarks(in: changed, around: range.lowerBound, written.count)
        == Self.commentMarks(in: bytes[...], around: range.lowerBound, range.count)
    else { return }
    changes.append(Change(bytes: Array(changed), cost: cost, isGuess: isGuess))
  }

  /// The signs that have blanks on both sides.
  private static let operators = Set(
    [
      TokenKind.arrow, .assign, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      .and, .or,
    ].compactMap { $0.spelling })

  private static func isAttached(_ text: String) -> Bool {
    text.utf8.first.map(attached.contains) == true
  }

  /// The signs that have no blank before them.
  private static let attached = Set(",)]?:".utf8)

  /// The number of comment marks in a part of the text or at its edges.
  private static func commentMarks(
    in bytes: ArraySlice<UInt8>, around start: Int, _ count: Int
  ) -> Int {
    let slash = UInt8(ascii: "/")
    let first = max(0, start - 1)
    let range = first..<max(first, min(bytes.count - 1, start + count + 1))
    return range.count {
      bytes[$0] == slash && (bytes[$0 + 1] == slash || bytes[$0 + 1] == UInt8(ascii: "*"))
    }
  }
}

extension TokenKind {
  /// The bracket that closes this bracket; nil for other tokens.
  var closingBracket: TokenKind? {
    switch self {
    case .leftBrace: .rightBrace
    case .leftBracket: .rightBracket
    case .leftParenthesis: .rightParenthesis
    default: nil
    }
  }

  /// True for an operator whose sides cannot be exchanged.
  fileprivate var isOrdering: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  fileprivate var isSquareBracket: Bool { self == .leftBracket || self == .rightBracket }

  var isBracket: Bool {
    switch self {
    case .leftBrace, .rightBrace, .leftBracket, .rightBracket, .leftParenthesis, .rightParenthesis:
      true
    default: false
    }
  }
}
