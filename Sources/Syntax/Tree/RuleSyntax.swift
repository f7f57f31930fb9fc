package import Text

/// A chain, or a chain of responses.
package struct ChainSyntax: Sendable {
  /// True for `responses`.
  package var isResponses: Bool
  package var header: HeaderSyntax
  /// The words after `frames`; nil if the chain has no such line.
  package var frames: [NameSyntax]?
  package var items: [ChainItemSyntax]
}

package enum ChainItemSyntax: Sendable {
  case rule(RuleSyntax)
  /// An item `use NAME`, with the span of the whole item.
  case use(NameSyntax, Span)
  case block(BlockSyntax)

  package var span: Span {
    switch self {
    case .rule(let rule): rule.span
    case .use(_, let span): span
    case .block(let block): block.span
    }
  }
}

/// A block `when CONDITION { … }`. Each rule in it also requires the condition.
package struct BlockSyntax: Sendable {
  /// The span of `when`.
  package var keyword: Span
  package var condition: ConditionSyntax
  package var items: [ChainItemSyntax]
  package var span: Span
}

extension [ChainItemSyntax] {
  /// Calls the body for every condition of a rule or block, in source order.
  package func eachCondition(_ body: (ConditionSyntax) -> Void) {
    for item in self {
      switch item {
      case .use: break
      case .rule(let rule): if let condition = rule.condition { body(condition) }
      case .block(let block):
        body(block.condition)
        block.items.eachCondition(body)
      }
    }
  }

  /// Calls the body for every rule, also in blocks, in source order.
  package func eachRule(_ body: (RuleSyntax) -> Void) {
    for item in self {
      switch item {
      case .use: break
      case .rule(let rule): body(rule)
      case .block(let block): block.items.eachRule(body)
      }
    }
  }
}

extension DeclarationSyntax {
  /// The rules and blocks of a handler or chain; nil for other declarations.
  package var items: [ChainItemSyntax]? {
    switch self {
    case .handler(_, let items): items
    case .chain(let chain): chain.items
    default: nil
    }
  }

  /// Calls the body for every condition of a rule or block, and for the one of a declared condition.
  package func eachCondition(_ body: (ConditionSyntax) -> Void) {
    if case .condition(_, let condition) = self { body(condition) }
    items?.eachCondition(body)
  }
}

package struct RuleSyntax: Sendable {
  package var documentation: String?
  /// The span of `when`, `always` or `otherwise`.
  package var keyword: Span
  /// The condition; nil for a rule without one.
  package var condition: ConditionSyntax?
  package var steps: [StepSyntax]
  /// The decision; nil if it is missing, which has been reported.
  package var decision: DecisionSyntax?
  package var span: Span
}

package struct DecisionSyntax: Sendable {
  /// The keyword of the decision: `allow`, `cancel`, `download`, `popup`, `continue` or `leave`.
  package var keyword: Keyword
  /// The name of the configuration after `popup`.
  package var configuration: NameSyntax?
  /// The preferences of the page after `allow with`.
  package var preferences: [SettingSyntax] = []
  package var span: Span
}

package struct StepSyntax: Sendable {
  package enum Kind: Sendable {
    case present(NameSyntax, [ArgumentSyntax])
    case push(NameSyntax, [ArgumentSyntax])
    case perform(NameSyntax, [ArgumentSyntax])
    case attempt(NameSyntax, [ArgumentSyntax])
    case attemptOpen(ReferenceSyntax, [ChangeSyntax])
    case open(ReferenceSyntax, [ChangeSyntax])
    case load(ReferenceSyntax, [ChangeSyntax])
    case dismiss
  }

  package var kind: Kind
  package var span: Span
}

/// A change of a part: `query.device = "ios"` after `setting`, or `query.device` after `removing`.
package struct ChangeSyntax: Sendable {
  package var part: ReferenceSyntax
  /// The new value; nil if the part is removed.
  package var value: ArgumentSyntax.Value?
  /// The span of `if missing`; nil if the part is always set.
  package var ifMissing: Span?
  package var span: Span
}

package struct ArgumentSyntax: Sendable {
  package enum Value: Sendable {
    case literal(LiteralSyntax)
    /// A request value, a flag, a capture or an enum case; resolution decides which.
    case reference(ReferenceSyntax)
    /// A condition with an operator, as a value of type `Bool`.
    case condition(ConditionSyntax)
    /// A changed URL such as `url setting scheme = "maps"`.
    case changed(ReferenceSyntax, [ChangeSyntax])
  }

  package var label: NameSyntax?
  package var value: Value
  package var span: Span

  package init(label: NameSyntax?, value: Value, span: Span) {
    self.label = label
    self.value = value
    self.span = span
  }
}

extension ArgumentSyntax {
  /// The label. A name without a label is its own label, as in `open(url)` for `open(url: url)`; nil for other
  /// values.
  package var name: NameSyntax? {
    if let label { return label }
    guard case .reference(let reference) = value, reference.accesses.isEmpty else { return nil }
    return reference.base
  }
}

/// A reference such as `path[1]`, `query.token`, `header["Name"]`, `page.host`, a flag or a capture.
package struct ReferenceSyntax: Sendable {
  package enum Access: Sendable {
    case member(NameSyntax)
    case index(Int?, Span)
    case key(StringSyntax)
  }

  package var base: NameSyntax
  package var accesses: [Access]
  package var span: Span

  package init(base: NameSyntax, accesses: [Access], span: Span) {
    self.base = base
    self.accesses = accesses
    self.span = span
  }
}

package indirect enum ConditionSyntax: Sendable {
  case constant(Bool, Span)
  case reference(ReferenceSyntax)
  case comparison(ComparisonSyntax)
  case exists(ReferenceSyntax, Span)
  case not(ConditionSyntax, Span)
  case all([ConditionSyntax], Span)
  case any([ConditionSyntax], Span)
  case parenthesized(ConditionSyntax, Span)

  package var span: Span {
    switch self {
    case .reference(let reference): reference.span
    case .comparison(let comparison): comparison.span
    case .constant(_, let span), .exists(_, let span), .not(_, let span), .all(_, let span),
      .any(_, let span), .parenthesized(_, let span):
      span
    }
  }
}

package struct ComparisonSyntax: Sendable {
  package enum Operator: Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case isIn, notIn, hasPrefix, hasSuffix, contains, like, matches
  }

  package enum Operand: Sendable {
    case literal(LiteralSyntax)
    case regex(RegexSyntax)
    /// Another value. It has a member or an argument, since a name alone after an operator such as `==` is a literal.
    case value(ReferenceSyntax)
    /// The names after `in`: origins, or a list of the app.
    case names([ReferenceSyntax])
  }

  package var subject: ReferenceSyntax
  package var comparison: Operator
  package var operatorSpan: Span
  package var operand: Operand
  package var operandSpan: Span
  package var span: Span
  /// The span of `ignoring case`; nil if the case of letters counts.
  package var ignoringCase: Span?
}

/// A regular expression such as `/pattern/i`.
package struct RegexSyntax: Sendable {
  /// The source text between the slashes.
  package var pattern: String
  /// The letters after the last slash.
  package var flags: String
  /// The span of the expression, including the slashes and letters.
  package var span: Span
}

extension StringSyntax {
  /// Returns whether the text may not be a valid key of the value: it is no header name, or an encoded name of the
  /// query.
  package func isMarkedKey(of value: String) -> Bool {
    switch value {
    case "header": !Self.isHeaderName(self.value)
    case "query": self.value.contains { $0 == "%" || $0 == "+" }
    default: false
    }
  }

  /// True if the text is a token of HTTP, so that a request can have a header of that name.
  package static func isHeaderName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}

extension ComparisonSyntax {
  /// True if the check `suspicious-literal` must examine the operand: an expression, a part of a host, or a marked
  /// text, alone or in a list.
  var hasMarkedOperand: Bool {
    if mayLeaveHostOpen { return true }
    return switch operand {
    case .literal(.string(let string)): isMarked(string)
    case .literal(.list(let items, _)):
      items.contains { item in
        if case .string(let string) = item { isMarked(string) } else { false }
      }
    case .regex: true
    case .literal, .value, .names: false
    }
  }

  /// True for a test of a part of a host or URL that hosts of other owners may also satisfy, judging by the form of
  /// its literal.
  package var mayLeaveHostOpen: Bool {
    guard subject.isHost || subject.isURL else { return false }
    guard case .literal(.string(let string)) = operand else {
      if case .regex = operand { return true }
      return false
    }
    let text = string.value
    switch comparison {
    case .hasSuffix: return subject.isHost && !text.hasPrefix(".")
    case .hasPrefix:
      guard let scheme = text.firstRange(of: "://") else { return subject.isHost }
      return !text[scheme.upperBound...].contains { "/?#".contains($0) }
    case .contains: return true
    case .like: return text.hasWildcardInLabel
    default: return false
    }
  }

  /// Returns whether the text contains characters that look like an escape, a parameter or a pattern that the
  /// operator does not interpret.
  ///
  /// A host is also marked if it begins or ends with a point. A whole URL is marked only if it may have user info, or
  /// may lack its scheme.
  package func isMarked(_ string: StringSyntax) -> Bool {
    let isURL = subject.isURL
    var text = string.value
    if subject.isHost, text.hasPrefix(".") || text.hasSuffix(".") { return true }
    // The URL may lack its scheme, or have `//` after a scheme whose URLs have none.
    if isURL, comparison != .contains, comparison != .hasSuffix, !text.hasPrefix("http") {
      return true
    }
    return text.withUTF8 { bytes in
      for (place, byte) in bytes.enumerated() {
        let isMark =
          switch byte {
          // The sequence `/.*` looks like a wildcard of a regular expression.
          case UInt8(ascii: "."):
            comparison == .like && !isURL && place > 0 && place + 1 < bytes.count
              && bytes[place - 1] == UInt8(ascii: "/") && bytes[place + 1] == UInt8(ascii: "*")
          case UInt8(ascii: "@"): isURL
          case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: ":"),
            UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "$"), UInt8(ascii: "("):
            !isURL
          // Patterns often contain these characters.
          case UInt8(ascii: "*"), UInt8(ascii: "{"): !isURL && comparison != .like
          default: false
          }
        if isMark { return true }
      }
      return false
    }
  }
}

extension String {
  /// True if a wildcard is next to a letter or digit, so that it also matches a part of a label.
  fileprivate var hasWildcardInLabel: Bool {
    var text = self
    return text.withUTF8 { bytes in
      func isLabel(_ index: Int) -> Bool {
        bytes.indices.contains(index)
          && ((bytes[index] | 0x20) &- 0x61 < 26 || bytes[index] &- 0x30 < 10)
      }
      return bytes.indices.contains { index in
        bytes[index] == UInt8(ascii: "*") && (isLabel(index - 1) || isLabel(index + 1))
      }
    }
  }
}

extension ReferenceSyntax {
  /// The reference in the form of formatted files, but without escapes in keys.
  package var text: String { base.text + accesses.map { $0.text }.joined() }

  /// True for `host`, `page.host` and the like.
  package var isHost: Bool { isPart("host") }

  /// True for `url`, `page.url` and the like.
  package var isURL: Bool { isPart("url") }

  private func isPart(_ part: String) -> Bool {
    if base.text == part { return accesses.isEmpty }
    guard urlRoot != nil, accesses.count == 1, case .member(let name) = accesses[0] else {
      return false
    }
    return name.text == part
  }

  /// The word for a URL other than the request's, such as `page` in `page.host`; nil for the request's URL.
  package var urlRoot: String? {
    guard ["page", "source", "document"].contains(base.text), case .member? = accesses.first else {
      return nil
    }
    return base.text
  }

  /// The value without the word for another URL: `host` for both `host` and `page.host`.
  package var part: String {
    urlRoot.map { String(text.dropFirst($0.count + 1)) } ?? text
  }
}

extension ReferenceSyntax.Access {
  var text: String {
    switch self {
    case .member(let name): ".\(name.text)"
    case .index(let index, _): "[\(index.map { "\($0)" } ?? "")]"
    case .key(let key): "[\"\(key.value)\"]"
    }
  }
}
