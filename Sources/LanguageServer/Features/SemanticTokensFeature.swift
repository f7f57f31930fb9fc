import Requests
import Semantics
import Syntax
import Text

/// The classes of tokens in the protocol, in the order of the legend.
enum TokenClass: String, CaseIterable {
  case comment, keyword, string, regexp, number, `operator`, type, `class`, `enum`, enumMember
  case `struct`, function, method, variable, parameter, property, event, namespace, decorator

  static let legend: JSON = [
    "tokenTypes": .array(allCases.map { .string($0.rawValue) }),
    "tokenModifiers": ["declaration", "deprecated", "defaultLibrary", "documentation"],
  ]

  /// The place in the legend.
  var number: Int { Self.numbers[self] ?? 0 }

  private static let numbers = Dictionary(firstOf: zip(allCases, allCases.indices))

  static let declaration = 1
  static let deprecated = 2
  static let defaultLibrary = 4
  static let documentation = 8

  init(_ kind: NameDeclaration.Kind) {
    self =
      switch kind {
      case .origin: .namespace
      case .flag, .value, .condition: .variable
      case .screen, .handler, .chain, .responses, .channel, .render, .configuration, .invariant:
        .class
      case .action: .method
      case .call: .function
      case .model: .struct
      case .enumeration, .union: .enum
      case .strategy, .event: .event
      case .dispatch, .script: .namespace
      case .field: .property
      case .parameter, .capture: .parameter
      case .enumCase, .unionCase: .enumMember
      }
  }
}

extension Feature {
  static var tokens: [Feature] {
    [
      Feature(
        "textDocument/semanticTokens/full", "semanticTokensProvider",
        ["legend": TokenClass.legend, "range": true, "full": ["delta": true]],
        isAboutText: true, handle: ServerState.semanticTokens),
      Feature(
        "textDocument/semanticTokens/range", isAboutText: true,
        handle: ServerState.semanticTokensRange),
      Feature(
        "textDocument/semanticTokens/full/delta", isAboutText: true,
        handle: ServerState.semanticTokensDelta),
    ]
  }
}

extension ServerState {
  func semanticTokens(_ params: Params) throws(ResponseError) -> JSON {
    let key = Self.key(try params.uri())
    guard let (snapshot, file) = try document(params) else { return nil }
    let data = SemanticTokens(snapshot, file).data(in: nil)
    return ["resultId": .string(remember(data, key)), "data": .array(data.map { .int($0) })]
  }

  func semanticTokensRange(_ params: Params) throws(ResponseError) -> JSON {
    let range = try params.range()
    guard let (snapshot, file) = try document(params) else { return nil }
    let data = SemanticTokens(snapshot, file).data(in: snapshot.map(file).span(range))
    return ["data": .array(data.map { .int($0) })]
  }

  func semanticTokensDelta(_ params: Params) throws(ResponseError) -> JSON {
    let key = Self.key(try params.uri())
    let previous = params["previousResultId"]?.string
    guard let (snapshot, file) = try document(params) else { return nil }
    let data = SemanticTokens(snapshot, file).data(in: nil)
    guard let sent = sentTokens[key], String(sent.id) == previous else {
      return ["resultId": .string(remember(data, key)), "data": .array(data.map { .int($0) })]
    }
    let old = sent.data
    let id = JSON.string(remember(data, key))
    if old == data { return ["resultId": id, "edits": []] }
    var start = 0
    while start < min(old.count, data.count), old[start] == data[start] { start += 1 }
    var end = 0
    while end < min(old.count, data.count) - start,
      old[old.count - 1 - end] == data[data.count - 1 - end]
    {
      end += 1
    }
    return [
      "resultId": id,
      "edits": [
        [
          "start": .int(start), "deleteCount": .int(old.count - end - start),
          "data": .array(data[start..<data.count - end].map { .int($0) }),
        ]
      ],
    ]
  }

  private func remember(_ data: [Int], _ key: String) -> String {
    let id = nextResult
    nextResult += 1
    if document(path: key) != nil { sentTokens[key] = (id, data) }
    return String(id)
  }
}

/// The classes of all tokens of a file.
struct SemanticTokens {
  struct Item {
    var span: Span
    var kind: TokenClass
    var modifiers = 0
  }

  private let snapshot: Snapshot
  private let file: Int
  /// The tokens in source order. No token is longer than a line.
  let items: [Item]

  init(_ snapshot: Snapshot, _ file: Int) {
    self.snapshot = snapshot
    self.file = file
    let list = snapshot.tokens(file)
    let references = snapshot.references(file).list
    let lines = snapshot.map(file).lines
    var items: [Item] = []
    var next = 0
    // The words of the clause `frames main, new` are keywords, unlike the values in `frame == main`.
    var isFrames = false
    var previous: Token?
    for token in list.tokens {
      defer { previous = token }
      let span = Span(token.start, token.end)
      isFrames =
        previous?.keyword == .frames
        || isFrames && (token.kind == .comma || previous?.kind == .comma)
      while next < references.count, references[next].span.start < span.start { next += 1 }
      switch token.kind {
      case .identifier:
        let isName = next < references.count && references[next].span == span
        if isName, !isFrames || references[next].isNavigable {
          items.append(Self.item(references[next], snapshot, file))
        } else if previous?.kind == .dot {
          items.append(Item(span: span, kind: .property))
        } else {
          items.append(Self.word(token, span))
        }
      case .string, .rawString, .unterminatedString:
        var start = span.start
        while next < references.count, references[next].span.end <= span.end {
          let inner = references[next]
          items.append(Item(span: Span(start, inner.span.start), kind: .string))
          items.append(Self.item(inner, snapshot, file))
          start = inner.span.end
          next += 1
        }
        // The editor's own grammar colours the JavaScript of a script.
        if token.kind == .rawString, start == span.start,
          lines.line(at: span.start) != lines.line(at: span.end)
        {
          items.append(Item(span: Span(span.start, span.start + 3), kind: .string))
          start = span.end - 3
        }
        items.append(Item(span: Span(start, span.end), kind: .string))
      case .regex, .unterminatedRegex: items.append(Item(span: span, kind: .regexp))
      case .integer, .number: items.append(Item(span: span, kind: .number))
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .not,
        .assign, .arrow, .question:
        items.append(Item(span: span, kind: .operator))
      case .at: items.append(Item(span: span, kind: .decorator))
      default: break
      }
    }
    for comment in list.comments {
      items.append(
        Item(
          span: comment.span, kind: .comment,
          modifiers: comment.isDocumentation ? TokenClass.documentation : 0))
    }
    items.sort { $0.span.start < $1.span.start }
    self.items = items.flatMap { Self.split($0, lines) }
  }

  private static func word(_ token: Token, _ span: Span) -> Item {
    if token.keyword == .deprecated { return Item(span: span, kind: .decorator) }
    return Item(span: span, kind: token.keyword == .none ? .variable : .keyword)
  }

  /// The first words of the values that a dispatch sends to the page.
  private static let pageValues: Set<String> = [
    "message", "reply", "error", "name", "payload", "number",
  ]

  private static func item(_ reference: NameReference, _ snapshot: Snapshot, _ file: Int) -> Item {
    var modifiers = reference.isDeclaration ? TokenClass.declaration : 0
    let kind: TokenClass
    switch reference.target {
    case .word(let word):
      modifiers = TokenClass.defaultLibrary
      kind =
        ValueType.scalars[word] != nil || word == WholeRequest.type
        ? .type
        : word.contains(".")
          ? .property
          : RequestSchema.allWords.contains(word) || pageValues.contains(word)
            ? .variable : .enumMember
    case .capture: kind = .parameter
    case .declaration, .member, .field:
      let declaration = snapshot.definition(of: reference, in: file)?.declaration
      kind = declaration.map { TokenClass($0.kind) } ?? .variable
      if declaration?.deprecated != nil { modifiers |= TokenClass.deprecated }
    case .schemeHandler: kind = .method
    case .unknown(let noun): kind = expected(noun)
    case .unknownMember: kind = .property
    case .unknownValue: kind = .enumMember
    }
    return Item(span: reference.span, kind: kind, modifiers: modifiers)
  }

  /// Returns the class of an undeclared name where a declaration of the kind is expected.
  private static func expected(_ noun: Noun) -> TokenClass {
    switch noun {
    case .origin, .dispatch, .script: .namespace
    case .flag, .value, .condition: .variable
    case .screen, .handler, .chain, .responses, .channel, .render, .configuration, .invariant:
      .class
    case .action: .method
    case .call: .function
    case .model, .enumeration, .union: .type
    case .strategy, .event: .event
    }
  }

  private static func split(_ item: Item, _ lines: LineIndex) -> [Item] {
    guard item.span.start < item.span.end else { return [] }
    let first = lines.line(at: item.span.start)
    let last = lines.line(at: item.span.end - 1)
    if first == last { return [item] }
    return (first...last).compactMap { line in
      let content = lines.content(ofLine: line)
      let start = max(Int(item.span.start), content.startIndex)
      let end = min(Int(item.span.end), content.endIndex)
      guard start < end else { return nil }
      return Item(span: Span(start, end), kind: item.kind, modifiers: item.modifiers)
    }
  }

  /// Returns five numbers for each token, with positions relative to the previous token.
  func data(in range: Span?) -> [Int] {
    let map = snapshot.map(file)
    var data: [Int] = []
    var last = TextPosition(0, 0)
    var lastOffset: UInt32 = 0
    for item in items {
      if let range, item.span.end <= range.start || item.span.start >= range.end { continue }
      // The search starts at the previous token, so that a long line is read only once.
      var place = last
      let line = map.lines.line(at: item.span.start)
      if line == last.line, !data.isEmpty {
        place.character += map.length(Span(lastOffset, item.span.start))
      } else {
        place = map.position(Int(item.span.start))
      }
      lastOffset = item.span.start
      data += [
        place.line - last.line,
        place.line == last.line ? place.character - last.character : place.character,
        map.length(item.span), item.kind.number, item.modifiers,
      ]
      last = place
    }
    return data
  }
}
