import Text

/// Corrects forms of other languages: lists of alternatives, ranges, conversions, and other brackets.
extension TokenChanges {
  // MARK: - Brackets

  /// Replaces the brackets at the token by those with which the expected construct begins.
  mutating func exchangeBrackets(_ index: Int, _ expected: Expected) {
    guard let found = tokens[index].kind.spelling else { return }
    if let close = otherClosing(index) {
      for kind in TokenKind.allCases where kind.closingBracket == tokens[close].kind {
        guard let sign = kind.spelling, expected.brackets.contains(sign) else { continue }
        put(sign, range(index), Cost.similarWord, isGuess: true)
      }
      return
    }
    guard let close = closing(index) else { return }
    for kind in TokenKind.allCases {
      guard let sign = kind.spelling, sign != found, expected.brackets.contains(sign),
        let closing = kind.closingBracket?.spelling
      else { continue }
      let content = text(Int(tokens[index].end)..<Int(tokens[close].start))
      let whole = range(index).lowerBound..<range(close).upperBound
      put(sign + content + closing, whole, Cost.otherBrackets)
    }
  }

  /// The index of the token that closes the bracket, but is the closing sign of another kind, as in `(Int]`; nil if
  /// there is none on the line.
  private func otherClosing(_ index: Int) -> Int? {
    var open: [TokenKind] = []
    for last in index..<tokens.count {
      if last > index, tokens[last].startsLine { return nil }
      if let close = tokens[last].kind.closingBracket {
        open.append(close)
      } else if tokens[last].kind.isBracket {
        guard let expected = open.popLast() else { return nil }
        if open.isEmpty { return tokens[last].kind == expected ? nil : last }
      }
    }
    return nil
  }

  // MARK: - Alternatives

  /// A comparison on the line of an error.
  private struct Comparison {
    var subject: Range<Int>
    /// The index of the operator.
    var sign: Int
  }

  /// The comparison before the token on the same line; nil if there is none.
  private func comparison(before here: Int) -> Comparison? {
    var sign = here
    while sign > 0, !isComparison(tokens[sign]) {
      if tokens[sign].startsLine { return nil }
      sign -= 1
    }
    guard sign > 0, !tokens[sign].startsLine else { return nil }
    var first = sign
    while first > 0, isPartOfValue(tokens[first - 1]) { first -= 1 }
    guard first < sign else { return nil }
    let subject = Int(tokens[first].start)..<Int(tokens[sign - 1].end)
    return Comparison(subject: subject, sign: sign)
  }

  private func isComparison(_ token: Token) -> Bool {
    token.kind == .equal || token.keyword == .in || text(of: token) == "between"
      || [.hasPrefix, .hasSuffix, .contains, .like].contains(token.keyword)
  }

  private func isPartOfValue(_ token: Token) -> Bool {
    switch token.kind {
    case .dot, .leftBracket, .rightBracket, .integer, .string: true
    case .identifier:
      ![.when, .exists, .in].contains(token.keyword)
        && !["and", "or", "if"].contains(text(of: token))
    default: false
    }
  }

  private func text(of token: Token) -> String { text(Int(token.start)..<Int(token.end)) }

  /// Rewrites a comparison with several values.
  ///
  /// `== "a" || "b"` and `in ("a" or "b")` become a list, `hasPrefix ["a", "b"]` becomes several comparisons, and `in
  /// 500...599` becomes two.
  mutating func writeAlternatives(around here: Int) {
    guard tokens[here].kind != .end, let comparison = comparison(before: here) else { return }
    if writeRange(comparison) { return }
    var index = comparison.sign + 1
    let open = tokens[index].kind.closingBracket
    if open != nil { index += 1 }
    var values: [Token] = []
    var end = index
    while isValue(tokens[index], inBrackets: open != nil) {
      values.append(tokens[index])
      index += 1
      end = index
      while separatesValues(tokens[index]) { index += 1 }
      // Without brackets, another value directly after a value does not belong to the list.
      if open == nil, index == end { break }
    }
    if let open {
      guard tokens[end].kind == open else { return }
      end += 1
    }
    // A comma after a value can also separate conditions.
    guard values.count > 1 || open != nil && !values.isEmpty, comparison.sign < here, here < end,
      !tokens[comparison.sign + 1..<end].contains(where: { $0.startsLine })
    else { return }
    let whole = Int(tokens[comparison.sign].start)..<Int(tokens[end - 1].end)
    let texts = values.map { text(of: $0) }
    if Set(texts).count < texts.count { return }
    let sign = tokens[comparison.sign]
    if sign.kind == .equal || sign.keyword == .in {
      put("in [\(texts.joined(separator: ", "))]", whole, Cost.otherBrackets)
      if values.contains(where: { $0.kind == .identifier }) {
        let quoted = texts.map { $0.hasPrefix("\"") ? $0 : "\"\($0)\"" }
        put("in [\(quoted.joined(separator: ", "))]", whole, Cost.otherBrackets, isGuess: true)
      }
    } else {
      let subject = text(comparison.subject)
      let parts = texts.map { "\(subject) \(text(of: sign)) \($0)" }
      put(
        "(\(parts.joined(separator: " || ")))", comparison.subject.lowerBound..<whole.upperBound,
        Cost.otherBrackets, isGuess: true)
    }
  }

  private func isValue(_ token: Token, inBrackets: Bool) -> Bool {
    switch token.kind {
    case .string, .integer: true
    case .identifier:
      inBrackets && token.keyword == .none && !["or", "and"].contains(text(of: token))
    default: false
    }
  }

  private func separatesValues(_ token: Token) -> Bool {
    token.kind == .comma || token.kind == .or || text(of: token) == "or"
  }

  /// Rewrites a range of numbers as two comparisons. Returns false if the comparison has no range.
  private mutating func writeRange(_ comparison: Comparison) -> Bool {
    let sign = tokens[comparison.sign]
    guard sign.keyword == .in || text(of: sign) == "between" else { return false }
    var index = comparison.sign + 1
    let isInBrackets = tokens[index].kind == .leftBracket
    if isInBrackets { index += 1 }
    let first = index
    index += 1
    let isWord = ["and", "to"].contains(text(of: tokens[index]))
    while isWord ? index == first + 1 : [.dot, .less].contains(tokens[index].kind) { index += 1 }
    guard index > first + 1, tokens[first].kind == .integer, tokens[index].kind == .integer else {
      return false
    }
    let subject = text(comparison.subject)
    let isBelow = tokens[index - 1].kind == .less
    let (low, high) = (text(of: tokens[first]), text(of: tokens[index]))
    if isInBrackets, tokens[index + 1].kind == .rightBracket { index += 1 }
    put(
      "\(subject) >= \(low) && \(subject) \(isBelow ? "<" : "<=") \(high)",
      comparison.subject.lowerBound..<range(index).upperBound, Cost.otherBrackets)
    return true
  }

  // MARK: - Conversions

  /// Removes a conversion (`as Int`, `Int(…)`), since values are converted to the type of the parameter. Also removes
  /// the protocols of a declaration.
  mutating func removeConversion(_ index: Int) {
    let token = tokens[index]
    var last = index + 1
    if text(of: token) == "as" {
      if [.question, .not].contains(tokens[last].kind) { last += 1 }
      guard isType(tokens[last]) else { return }
      put("", widened(range(index).lowerBound..<range(last).upperBound), Cost.removedFiller)
    } else if isType(token), let close = closing(last), tokens[last].kind == .leftParenthesis {
      let content = text(range(last).upperBound..<range(close).lowerBound)
      put(content, range(index).lowerBound..<range(close).upperBound, Cost.otherBrackets)
    } else if token.kind == .colon {
      while last < tokens.count, tokens[last].kind == .comma || isType(tokens[last]) { last += 1 }
      guard last > index + 1, last < tokens.count, tokens[last].kind == .leftBrace else { return }
      put("", range(index).lowerBound..<range(last - 1).upperBound, Cost.removedFiller)
    }
  }

  private func isType(_ token: Token) -> Bool {
    token.kind == .identifier && Synonyms.types.contains(text(of: token))
  }

  // MARK: - Names

  /// Rewrites a comparison with the name of an origin as a condition about the origin, and puts a comma between two
  /// names.
  mutating func writeOrigins(_ index: Int) {
    let origins = names[.origin] ?? []
    guard index > 1, origins.contains(text(range(index))) else { return }
    if separatesValues(tokens[index - 1]), origins.contains(text(range(index - 2))) {
      put(
        ", " + text(range(index)), range(index - 2).upperBound..<range(index).upperBound,
        Cost.similarWord)
      return
    }
    guard let comparison = comparison(before: index), comparison.sign == index - 1,
      ["host", "url", "url.host"].contains(text(comparison.subject))
    else { return }
    let start = comparison.subject.lowerBound
    put("url in " + text(range(index)), start..<range(index).upperBound, Cost.similarWord)
  }

  /// Replaces a foreign word by the words of the language that mean the same and are accepted here.
  mutating func writeSynonym(_ index: Int) {
    let synonyms = Synonyms.words(for: text(range(index)))
    if synonyms.isEmpty { return }
    for word in expected(at: index).words where synonyms.contains(word) {
      put(word, range(index), Cost.similarWord)
    }
  }

  /// Removes a result type that means no result, with the word before it.
  mutating func removeNothing(_ index: Int) {
    guard index > 0, ["Void", "void", "Unit", "None"].contains(text(range(index))) else { return }
    let start = range(index - 1).lowerBound
    put("", widened(start..<range(index).upperBound), Cost.removedFiller)
  }

  /// Replaces a step by the one that takes the name: `present` for a screen, `perform` for an action.
  mutating func exchangeStep(_ index: Int) {
    guard index > 0, [.present, .push, .perform].contains(tokens[index - 1].keyword) else { return }
    let name = text(range(index))
    let isScreen = names[.screen]?.contains(name) == true
    if isScreen || names[.action]?.contains(name) == true {
      put(isScreen ? "present" : "perform", range(index - 1), Cost.similarWord)
    }
  }
}
