extension ExpectedSyntax {
  /// The words and signs of the language that can begin the construct.
  var words: [String] {
    switch self {
    case .keyword(let word): [word.rawValue]
    case .token(let kind): kind.spelling.map { [$0] } ?? []
    case .declaration: Keyword.declarations.map { $0.rawValue }
    case .rule: Keyword.items.map { $0.rawValue }
    case .setting(let given): Setting.allCases.filter { !given.contains($0) }.map { $0.rawValue }
    case .condition, .existing: [Keyword.exists.rawValue]
    case .comparison: Self.operators
    case .setupComparison: [TokenKind.equal.spelling ?? ""]
    case .step: Keyword.stepsAndDecisions.map { $0.rawValue }
    case .claim: [Keyword.never, .always].map { $0.rawValue } + Keyword.acts.map { $0.rawValue }
    case .act: Keyword.acts.map { $0.rawValue }
    case .url: ["url"]
    case .ifMissing(let part): ["query", "fragment"].contains(part) ? [Keyword.if.rawValue] : []
    default: []
    }
  }

  private static let operators =
    [TokenKind.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    .compactMap { $0.spelling }
    + Keyword.comparisons.map { $0.rawValue }

  /// The bracket that can begin the construct; nil if there is none.
  var bracket: String? {
    switch self {
    case .token(let kind): kind.closingBracket == nil ? nil : kind.spelling
    case .type: TokenKind.leftBracket.spelling
    case .operand(_, .after(.isIn)), .operand(_, .after(.notIn)): TokenKind.leftBracket.spelling
    default: nil
    }
  }

  /// True for a construct that begins with a string.
  var isText: Bool {
    switch self {
    case .key, .testURL, .originValue, .textValue, .literal: true
    default: false
    }
  }

  /// True for a construct that can begin with a name.
  var isName: Bool {
    switch self {
    case .keyword, .token, .key, .testURL, .literal, .ifMissing: false
    default: true
    }
  }

  /// The kinds of declarations that the construct can name.
  var namedKinds: [Keyword] {
    switch self {
    case .name(let kind, _): [kind]
    case .used: [.handler, .chain, .responses]
    case .attempted: [.action]
    default: []
    }
  }
}
