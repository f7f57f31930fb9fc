package import Text

/// A chain, or responses.
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
  /// `use NAME`, with the span of the whole.
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

/// `when CONDITION { … }`: each rule inside requires the condition too.
package struct BlockSyntax: Sendable {
  /// `when`.
  package var keyword: Span
  package var condition: ConditionSyntax
  package var items: [ChainItemSyntax]
  package var span: Span
}

extension [ChainItemSyntax] {
  /// Calls the body for every condition and every rule, also in blocks, in source order.
  package func walk(condition: (ConditionSyntax) -> Void, rule: (RuleSyntax) -> Void) {
    for item in self {
      switch item {
      case .use: break
      case .rule(let own):
        if let written = own.condition { condition(written) }
        rule(own)
      case .block(let block):
        condition(block.condition)
        block.items.walk(condition: condition, rule: rule)
      }
    }
  }
}

package struct RuleSyntax: Sendable {
  package var documentation: String?
  /// `when` or `otherwise`.
  package var keyword: Span
  /// nil: `otherwise`.
  package var condition: ConditionSyntax?
  package var steps: [StepSyntax]
  /// nil: missing, which has been reported.
  package var decision: DecisionSyntax?
  package var span: Span
}

package struct DecisionSyntax: Sendable {
  /// `allow`, `cancel`, `download`, `popup`, `continue` or `leave`.
  package var keyword: Keyword
  /// Only after `popup`.
  package var configuration: NameSyntax?
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

/// `query.device = "ios"` after `setting`, or `query.device` after `removing`.
package struct ChangeSyntax: Sendable {
  package var part: ReferenceSyntax
  /// nil: removed.
  package var value: ArgumentSyntax.Value?
  /// `if missing`; nil if the part is set in any case.
  package var ifMissing: Span?
  package var span: Span
}

package struct ArgumentSyntax: Sendable {
  package enum Value: Sendable {
    case literal(LiteralSyntax)
    /// A request value, a flag, a capture or an enum case; resolution decides which.
    case reference(ReferenceSyntax)
    /// A condition with an operator, for a `Bool`.
    case condition(ConditionSyntax)
    /// `url setting scheme = "maps"`, for a `URL`.
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
  /// The label, or the name that a value alone has, as in `open(url)` for `open(url: url)`.
  package var name: NameSyntax? {
    if let label { return label }
    guard case .reference(let reference) = value, reference.accesses.isEmpty else { return nil }
    return reference.base
  }
}

/// `path[1]`, `query.token`, `header["Name"]`, `page.host`, a flag or a capture.
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
    /// Another value, with a member or an argument; after `==` and the like a name alone is a literal.
    case value(ReferenceSyntax)
    /// Origins or a list of the app, after `in`.
    case names([ReferenceSyntax])
  }

  package var subject: ReferenceSyntax
  package var comparison: Operator
  package var operatorSpan: Span
  package var operand: Operand
  package var operandSpan: Span
  package var span: Span
  /// `ignoring case`; nil if the case of letters counts.
  package var ignoringCase: Span?
}

/// `/pattern/i`.
package struct RegexSyntax: Sendable {
  /// Between the slashes, as written.
  package var pattern: String
  /// The letters after the last slash.
  package var flags: String
  /// Includes the slashes and letters.
  package var span: Span
}

extension StringSyntax {
  /// Returns whether the text may be no key of the value: no name of a header, or an encoded name of the query.
  package func isMarkedKey(of value: String) -> Bool {
    switch value {
    case "header": !Self.isHeaderName(self.value)
    case "query": self.value.contains { $0 == "%" || $0 == "+" }
    default: false
    }
  }

  /// True if a request can have a header of that name: a token of HTTP.
  package static func isHeaderName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}

extension ComparisonSyntax {
  /// True if `suspicious-literal` has to look at the operand: at a marked text, also in a list, at an expression, or at a
  /// part of a host.
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

  /// True for a test of a part of a host or URL that hosts of other owners may satisfy too, as far as the form of its
  /// literal says.
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

  /// Returns true for a text that may not mean what it seems to: it has a character of an escape, of a parameter, or of
  /// a pattern that the operator does not know, or a host has a point at an end. A whole URL is marked only if it may have
  /// user info.
  package func isMarked(_ string: StringSyntax) -> Bool {
    let isURL = subject.isURL
    var text = string.value
    if subject.isHost, text.hasPrefix(".") || text.hasSuffix(".") { return true }
    // A URL may lack its scheme, or have `//` after a scheme without it.
    if isURL, comparison != .contains, comparison != .hasSuffix, !text.hasPrefix("http") {
      return true
    }
    return text.withUTF8 { bytes in
      for (place, byte) in bytes.enumerated() {
        let isMark =
          switch byte {
          // `/.*`, a wildcard of an expression.
          case UInt8(ascii: "."):
            comparison == .like && !isURL && place > 0 && place + 1 < bytes.count
              && bytes[place - 1] == UInt8(ascii: "/") && bytes[place + 1] == UInt8(ascii: "*")
          case UInt8(ascii: "@"): isURL
          case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: ":"),
            UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "$"), UInt8(ascii: "("):
            !isURL
          // Usual in patterns.
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
  /// True if a wildcard touches a letter or digit, so that it also matches a part of a label.
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
  /// The reference as formatted files have it, without escapes in keys.
  package var text: String { base.text + accesses.map(\.text).joined() }

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

  /// The word for another URL than that of the request, such as `page` in `page.host`; nil if there is none.
  package var urlRoot: String? {
    guard ["page", "source", "document"].contains(base.text), case .member? = accesses.first else {
      return nil
    }
    return base.text
  }

  /// The value without the word for another URL: `host` for `host` and `page.host`.
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
