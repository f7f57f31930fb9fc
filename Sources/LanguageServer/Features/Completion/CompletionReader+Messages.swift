import Syntax

extension CompletionReader {
  func place(inHeadOfChannel declaration: Declaration) -> CompletionPlace {
    let (tokens, last) = (declaration.tokens, declaration.last)
    switch last.keyword {
    case .by: return .nothing
    case .payload: return .words([.inline])
    case .via: return .names(.dispatch)
    case .world: return .words([.app])
    default: break
    }
    guard let by = tokens.firstIndex(where: { $0.keyword == .by }) else { return .words([.by]) }
    // An answer by `via` is not for the app's world.
    if tokens[by...].contains(where: { $0.keyword == .via }) { return .nothing }
    let clauses = self.clauses([.payload, .via, .world], after: tokens[by...])
    return clauses.isEmpty ? .nothing : .words(clauses)
  }

  func place(inDispatch tokens: ArraySlice<Token>) -> CompletionPlace {
    guard let last = tokens.last else { return .nothing }
    if isOpen(tokens) { return place(inPageValues: tokens, last) }
    if !openBrackets(tokens).isEmpty { return .nothing }
    let target = tokens.dropFirst().first {
      $0.keyword == .customEvent || $0.keyword == .function
    }
    guard let target else { return startsLine ? .declaration : .words([.customEvent, .function]) }
    if last.start == target.start { return .nothing }
    switch last.keyword {
    case .sends, .replies, .fails: return .nothing
    default: break
    }
    if last.kind == .dot { return .nothing }
    let clauses = self.clauses([.sends, .replies, .fails], after: tokens.dropFirst(2))
    return isAtMargin || startsLine && clauses.isEmpty ? .declaration : .words(clauses)
  }

  /// The place among the values that a dispatch builds for the page.
  func place(inPageValues tokens: ArraySlice<Token>, _ last: Token) -> CompletionPlace {
    let clause = tokens.last {
      $0.keyword == .sends || $0.keyword == .replies || $0.keyword == .fails
    }
    // The name of a field comes after a brace, and after a comma in braces.
    let inner = openBrackets(tokens).last
    let isValue = last.kind == .colon || inner == .leftParenthesis
    switch last.kind {
    case .dot where tokens.dropLast().last.map({ text($0) }) == "error":
      return .pageValues(["code", "message"])
    case .colon, .comma, .leftParenthesis: break
    default: return .nothing
    }
    guard isValue else { return .nothing }
    switch clause?.keyword {
    case .sends?: return .pageValues(["name", "payload", "number"])
    case .replies?: return .pageValues(["reply"])
    case .fails?: return .pageValues(["error.code", "error.message"])
    default: return .nothing
    }
  }

  func place(inMessage declaration: Declaration) -> CompletionPlace {
    let (tokens, last) = (declaration.tokens, declaration.last)
    if !openBrackets(tokens).isEmpty { return place(inFields: declaration) }
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
    if last.kind == .comma { return .names(.origin, except: list(tokens)) }
    if isAtMargin { return .declaration }
    let words = clauses(of: declaration)
    return startsLine && words.isEmpty ? .declaration : .words(words)
  }

  /// The clauses that can follow in a strategy, event or call.
  private func clauses(of declaration: Declaration) -> [Keyword] {
    let tokens = outer(declaration.tokens)
    let rest = tokens.dropFirst(2)
    if tokens.count < 2 { return [] }
    switch declaration.keyword {
    case .strategy:
      let clauses = self.clauses([.receives, .replies, .via, .from, .frames, .world], after: rest)
      // `via` is for replies.
      let hasReplies = rest.contains { $0.keyword == .replies }
      return asText(tokens) + clauses.filter { $0 != .via || hasReplies }
    case .event: return clauses([.sends, .queue, .to], after: rest)
    default:
      let isFunction = rest.first?.keyword == .function
      let clauses = self.clauses(
        isFunction ? [.replies, .to] : [.sends, .replies, .to], after: rest)
      return rest.isEmpty ? [.function] + clauses : clauses
    }
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
}
