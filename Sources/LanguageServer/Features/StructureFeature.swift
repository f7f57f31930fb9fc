import Semantics
import Syntax
import Text

extension Feature {
  static var structure: [Feature] {
    [
      Feature(
        "textDocument/foldingRange", "foldingRangeProvider", isAboutText: true,
        handle: ServerState.foldingRanges),
      Feature(
        "textDocument/selectionRange", "selectionRangeProvider", handle: ServerState.selectionRanges
      ),
      Feature(
        "textDocument/documentLink", "documentLinkProvider", ["resolveProvider": false],
        isAboutText: true, handle: ServerState.documentLinks),
    ]
  }
}

extension ServerState {
  // MARK: - Folding

  func foldingRanges(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, file) = try document(params) else { return nil }
    let lines = snapshot.map(file).lines
    let list = snapshot.tokens(file)
    var ranges: [(start: Int, end: Int, kind: String?)] = []
    var open: [(kind: TokenKind, line: Int)] = []
    for token in list.tokens {
      let line = lines.line(at: token.start)
      switch token.kind {
      case .leftBrace, .leftParenthesis, .leftBracket: open.append((token.kind, line))
      case .rightBrace, .rightParenthesis, .rightBracket:
        let opening: TokenKind =
          token.kind == .rightBrace
          ? .leftBrace : token.kind == .rightParenthesis ? .leftParenthesis : .leftBracket
        guard let last = open.lastIndex(where: { $0.kind == opening }) else { continue }
        // The line of the closing bracket stays visible.
        if line - 1 > open[last].line { ranges.append((open[last].line, line - 1, nil)) }
        open.removeSubrange(last...)
      case .rawString:
        let end = lines.line(at: token.end)
        if end - 1 > line { ranges.append((line, end - 1, nil)) }
      default: break
      }
    }
    for rule in snapshot.index(file).rules {
      let start = lines.line(at: rule.syntax.span.start)
      let end = lines.line(at: rule.syntax.span.end)
      if end > start { ranges.append((start, end, nil)) }
    }
    ranges += Self.comments(list, lines)
    ranges.sort { ($0.start, -$0.end) < ($1.start, -$1.end) }
    return .array(
      ranges.map {
        let json: JSON = ["startLine": .int($0.start), "endLine": .int($0.end)]
        return json.with("kind", $0.kind.map { .string($0) })
      })
  }

  /// Returns comments of several lines, and consecutive lines with comments.
  private static func comments(
    _ list: TokenList, _ lines: LineIndex
  ) -> [(start: Int, end: Int, kind: String?)] {
    var ranges: [(start: Int, end: Int, kind: String?)] = []
    for comment in list.comments {
      let start = lines.line(at: comment.span.start)
      let end = lines.line(at: max(comment.span.start, comment.span.end - 1))
      let before = lines.content(ofLine: start).prefix {
        $0 == 0x20 || $0 == 0x09
      }
      let isAlone = before.endIndex == Int(comment.span.start)
      if let last = ranges.last, isAlone, last.end + 1 == start {
        ranges[ranges.count - 1].end = end
      } else if isAlone || end > start {
        ranges.append((start, end, "comment"))
      }
    }
    return ranges.filter { $0.end > $0.start }
  }

  // MARK: - Selection

  func selectionRanges(_ params: Params) throws(ResponseError) -> JSON {
    guard let positions = params["positions"]?.array else {
      throw ResponseError(.invalidParams, "`positions` must be an array")
    }
    guard let (snapshot, file) = try document(params) else { return nil }
    let map = snapshot.map(file)
    return .array(
      positions.compactMap { TextPosition($0) }.map { position in
        var spans = SelectionSpans(snapshot, file, at: map.offset(position)).spans
        if spans.isEmpty { spans = [Span(map.offset(position), map.offset(position))] }
        var json: JSON?
        for span in spans.reversed() {
          json = (["range": map.range(span).json] as JSON).with("parent", json)
        }
        return json ?? .null
      })
  }

  // MARK: - Links

  func documentLinks(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, file) = try document(params) else { return nil }
    return .array(
      snapshot.trees[file].namedFiles.compactMap { path in
        guard host.resource(path.value, in: snapshot.folder) != nil else { return nil }
        let inner = Span(path.span.start + 1, path.span.end - 1)
        return [
          "range": snapshot.map(file).range(inner).json,
          "target": .string(FileURI.uri(snapshot.folder + "/" + path.value)),
        ]
      })
  }
}

/// The spans to which a selection at a place expands, from the innermost.
private struct SelectionSpans {
  /// The spans from the smallest to the largest. Each contains the previous one.
  private(set) var spans: [Span] = []
  private let offset: UInt32
  private var found: [Span] = []

  init(_ snapshot: Snapshot, _ file: Int, at offset: Int) {
    self.offset = UInt32(offset)
    let list = snapshot.tokens(file)
    let source = snapshot.files[file]
    if let comment = list.comment(at: offset) { add(comment.span) }
    if let token = list.token(at: offset) {
      switch token.kind {
      case .string: add(Span(token.start + 1, token.end - 1))
      case .rawString: add(Span(token.start + 3, token.end - 3))
      default: break
      }
      add(Span(token.start, token.end))
    }
    brackets(list)
    for declaration in snapshot.trees[file].declarations { add(declaration) }
    for reference in snapshot.references(file).list { add(reference.span) }
    add(Span(0, source.bytes.count))
    found.sort { ($0.end - $0.start, $0.start) < ($1.end - $1.start, $1.start) }
    for span in found {
      if let last = spans.last {
        if span == last || span.start > last.start || span.end < last.end { continue }
      }
      spans.append(span)
    }
  }

  private mutating func add(_ span: Span) {
    if span.start <= offset, offset <= span.end { found.append(span) }
  }

  private mutating func brackets(_ list: TokenList) {
    var open: [Token] = []
    for token in list.tokens {
      switch token.kind {
      case .leftBrace, .leftParenthesis, .leftBracket: open.append(token)
      case .rightBrace, .rightParenthesis, .rightBracket:
        guard let start = open.popLast() else { continue }
        add(Span(start.end, token.start))
        add(Span(start.start, token.end))
      default: break
      }
    }
  }

  private mutating func add(_ declaration: DeclarationSyntax) {
    add(SymbolNode(declaration))
    switch declaration {
    case .handler(_, let items): add(items)
    case .chain(let syntax): add(syntax.items)
    case .test(let syntax):
      for test in syntax.cases {
        add(test.span)
        for setup in test.setup { add(setup.span) }
        add(test.steps)
      }
    case .invariant(let syntax):
      for claim in syntax.claims {
        add(claim.span)
        add(claim.act.span)
        if let condition = claim.condition { add(condition) }
      }
    case .render(_, let items):
      for item in items {
        add(item.span)
        for argument in item.arguments { add(argument.span) }
      }
    default: break
    }
  }

  private mutating func add(_ symbol: SymbolNode) {
    add(symbol.span)
    for child in symbol.children { add(child) }
  }

  private mutating func add(_ items: [ChainItemSyntax]) {
    for item in items {
      switch item {
      case .use(_, let span): add(span)
      case .block(let block):
        add(block.span)
        add(block.condition)
        add(block.items)
      case .rule(let rule):
        add(rule.span)
        if let condition = rule.condition { add(condition) }
        add(rule.steps)
        if let first = rule.steps.first, let decision = rule.decision {
          add(first.span.union(decision.span))
        }
      }
    }
  }

  private mutating func add(_ steps: [StepSyntax]) {
    for step in steps {
      add(step.span)
      switch step.kind {
      case .present(_, let arguments), .push(_, let arguments), .perform(_, let arguments),
        .attempt(_, let arguments):
        for argument in arguments {
          add(argument.span)
          switch argument.value {
          case .literal: break
          case .reference(let reference): add(reference.span)
          case .condition(let condition): add(condition)
          case .changed(let reference, let changes):
            add(reference.span)
            add(changes)
          }
        }
      case .attemptOpen(_, let changes), .open(_, let changes), .load(_, let changes):
        add(changes)
      case .dismiss: break
      }
    }
  }

  private mutating func add(_ changes: [ChangeSyntax]) {
    for change in changes {
      add(change.span)
      add(change.part.span)
      if case .reference(let reference)? = change.value { add(reference.span) }
    }
  }

  private mutating func add(_ condition: ConditionSyntax) {
    add(condition.span)
    switch condition {
    case .constant: break
    case .reference(let reference), .exists(let reference, _): add(reference.span)
    case .not(let inner, _), .parenthesized(let inner, _): add(inner)
    case .all(let parts, _), .any(let parts, _): for part in parts { add(part) }
    case .comparison(let comparison):
      add(comparison.subject.span)
      add(comparison.operandSpan)
    }
  }
}
