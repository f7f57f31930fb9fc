import Text

extension Parser {
  mutating func invariant(_ prefix: Prefix) throws(Abort) -> InvariantSyntax {
    var isResponses = false
    var chains: [NameSyntax] = []
    if take(.for) {
      isResponses = takeResponses()
      if isResponses {
        recorder?.enter(
          CursorRecorder.Declaration(
            keyword: .invariant, name: prefix.name.text, testsResponses: true))
      }
      repeat {
        chains.append(
          try name(of: isResponses ? .responses : .chain, except: chains.map { $0.text }))
      } while take(.comma)
    }
    var claims: [ClaimSyntax] = []
    try body(
      .entries, startsItem: { $0.current.keyword.startsClaim }, nearly: Self.nearlyStartsClaim
    ) { parser throws(Abort) in
      claims.append(try parser.claim())
      guard !parser.endsClaim else { return }
      let hasCondition = claims.last?.condition != nil
      throw parser.unexpected(hasCondition ? "an operator or a line end" : "`when` or a line end")
    }
    return InvariantSyntax(
      isResponses: isResponses, header: header(prefix), chains: chains, claims: claims)
  }

  /// True at the next line, at the closing brace, and at a separator. The separator is reported later.
  private var endsClaim: Bool {
    current.startsLine || current.kind == .rightBrace || current.kind == .end
      || current.kind == .comma || current.kind == .invalid && word == ";"
  }

  /// Returns whether a line may be meant as a claim, as one that begins with `nevr`.
  private static let nearlyStartsClaim: @Sendable (Parser) -> Bool = {
    if $0.current.keyword.startsClaim { return true }
    guard $0.current.kind == .identifier else { return false }
    return !Nearest.names(to: $0.word, among: ["never", "always"]).isEmpty
  }

  private mutating func claim() throws(Abort) -> ClaimSyntax {
    let start = current.start
    expects(.claim)
    let node = beginNode(.claim)
    let word =
      current.keyword.startsClaim ? current.keyword : misspelled([.never, .always] + Keyword.acts)
    guard let word else { throw unexpected("`never`, `always`, or a step or a decision") }
    let form: ClaimSyntax.Form
    var act: ActSyntax
    switch word {
    case .never, .always:
      form = word == .never ? .never : .always
      advance()
      expects(.act)
      guard
        let keyword = current.keyword.isStepOrDecision ? current.keyword : misspelled(Keyword.acts)
      else { throw unexpected("a step or a decision") }
      act = try self.act(keyword, afterWord: true)
    default:
      form = .only
      act = try self.act(word, afterWord: false)
      guard take(.only) else {
        throw unexpected("`only when`")
      }
    }
    var condition: ConditionSyntax?
    if take(.when) {
      let inner = beginNode(.condition)
      condition = try self.condition()
      endNode(inner)
    } else if form != .never {
      throw unexpected("`when` and a condition")
    }
    endNode(node)
    let span = span(from: start)
    unit(span)
    return ClaimSyntax(form: form, act: act, condition: condition, span: span)
  }

  /// Parses a step or a decision. The screen, the action or the configuration is optional.
  ///
  /// - Parameter afterWord: true for the act of `never` or `always`.
  private mutating func act(
    _ keyword: Keyword, afterWord: Bool
  ) throws(Abort) -> ActSyntax {
    let start = current.start
    if keyword == .continue || keyword == .leave {
      throw unexpected("a step or another decision: a request never ends in `\(keyword.rawValue)`")
    }
    let node = beginNode(.step)
    advance()
    let kind: ActSyntax.Kind
    switch keyword {
    case .present: kind = .present(try actName(of: .screen))
    case .push: kind = .push(try actName(of: .screen))
    case .perform: kind = .perform(try actName(of: .action))
    case .attempt where startsOpenURL && !(afterWord && startsOnlyClaim):
      advance()
      kind = .attemptOpen(try actURL())
    case .attempt:
      expects(.attempted)
      kind = .attempt(try actName(of: .action))
    case .open: kind = .open(try actURL())
    case .load: kind = .load(try actURL())
    case .allow: kind = .allow
    case .cancel: kind = .cancel
    case .download: kind = .download
    case .popup: kind = .popup(try actName(of: .configuration))
    default: kind = .dismiss
    }
    endNode(node)
    if current.kind == .leftParenthesis, current.start == lastEnd {
      throw unexpected("`when` or `only when`: an invariant speaks of all arguments")
    }
    return ActSyntax(kind: kind, span: span(from: start))
  }

  /// True at `when` or `only when`, at the next claim, and at a token that is no word.
  private var endsAct: Bool {
    current.kind != .identifier || current.keyword == .when
      || current.keyword == .only && (ahead.keyword == .when || isCursor(ahead))
      || current.startsLine && current.keyword.startsClaim
  }

  /// True at `open url only when` on a line of its own. It is a claim, and not the URL of an attempt.
  private var startsOnlyClaim: Bool {
    guard current.startsLine else { return false }
    var lexer = lexer
    var token = lexer.next()
    while token.kind == .dot || token.kind == .leftBracket {
      let isMember = token.kind == .dot
      _ = lexer.next()
      if !isMember { _ = lexer.next() }
      token = lexer.next()
    }
    return token.keyword == .only
  }

  private mutating func actName(of kind: Keyword) throws(Abort) -> NameSyntax? {
    if isCursor(current) { expects(.name(of: kind)) }
    return endsAct ? nil : try name(of: kind)
  }

  /// Parses `url`. If it is missing, it is assumed and a fault is recorded.
  private mutating func actURL() throws(Abort) -> ReferenceSyntax {
    expects(.url)
    guard endsAct else { return try reference("`url`", .url) }
    let place = Span(lastEnd, lastEnd)
    fault(.missing(" url"), place)
    return ReferenceSyntax(base: NameSyntax(text: "url", span: place), accesses: [], span: place)
  }
}
