package import Text

/// The content of one file, neither resolved nor checked.
package struct SyntaxTree: Sendable {
  package var declarations: [DeclarationSyntax] = []
  /// The constructs of the file. Each construct precedes those in it.
  package var nodes: [SyntaxNode] = []
  /// The `bascule:ignore` comments, in source order.
  package var directives: [DirectiveSyntax] = []
  /// The declarations and rules, in the order of their starts. They are kept only if the file has directives.
  package var units: [Span] = []
  package var faults: [SyntaxFault] = []
  /// True if a comparison has a text, an expression or a header that may match other values than it seems to.
  package var hasMarkedOperands = false
  /// The names of declarations and members with syntax errors. Uses of these names are not reported.
  package var lost: Set<String> = []
  /// The keywords of declarations whose names are missing.
  package var nameless: Set<Keyword> = []
  /// The declarations with a syntax error, identified by the offsets of their names.
  package var incomplete: Set<UInt32> = []
  /// True if all bytes of the file are printable ASCII, tabs and line ends.
  package var isPlain = false

  /// Creates the tree of an empty file.
  package init() {}
}

/// A name and its position.
package struct NameSyntax: Sendable {
  package var text: String
  package var span: Span

  package init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}

/// A literal such as `"…"` or `"""…"""`.
package struct StringSyntax: Sendable {
  /// The value, with escapes replaced and indentation removed.
  package var value: String
  /// The span of the literal, including the quotes.
  package var span: Span
  /// True if the value is in the source byte by byte, so that a range of the value has a span in the source.
  package var isVerbatim: Bool

  /// The span of a range of the value's UTF-8 bytes; the span of the whole literal if the range has none.
  package func span(_ range: Range<Int>) -> Span {
    guard isVerbatim else { return span }
    return Span(Int(span.start) + 1 + range.lowerBound, Int(span.start) + 1 + range.upperBound)
  }
}

/// The parts of a declaration before and including its name, and the span of the whole declaration.
package struct HeaderSyntax: Sendable {
  /// The keyword of the declaration's kind; `none` for a case of an enum or union.
  package var keyword: Keyword
  package var documentation: String?
  package var deprecated: String?
  package var name: NameSyntax
  /// The span of the whole declaration, including attributes.
  package var span: Span
}

package indirect enum DeclarationSyntax: Sendable {
  case origin(OriginSyntax)
  case flag(HeaderSyntax)
  /// A value that the app gives, with its type.
  case value(HeaderSyntax, TypeSyntax)
  case condition(HeaderSyntax, ConditionSyntax)
  case screen(HeaderSyntax, [FieldSyntax])
  case action(ActionSyntax)
  case handler(HeaderSyntax, [ChainItemSyntax])
  case chain(ChainSyntax)
  case model(HeaderSyntax, [FieldSyntax])
  case enumeration(HeaderSyntax, [EnumCaseSyntax])
  case union(UnionSyntax)
  case strategy(StrategySyntax)
  case channel(ChannelSyntax)
  case event(EventSyntax)
  case call(CallSyntax)
  case render(HeaderSyntax, [RenderItemSyntax])
  case dispatch(DispatchSyntax)
  case script(ScriptSyntax)
  case configuration(ConfigurationSyntax)
  case test(TestSyntax)
  case invariant(InvariantSyntax)
  case defaults(DefaultsSyntax)
}

package struct OriginSyntax: Sendable {
  package var header: HeaderSyntax
  /// The URL patterns of the origin; empty if a value of the app gives the origin.
  package var patterns: [StringSyntax]
  /// The value of the app that gives the origin.
  package var value: NameSyntax?
}

package struct ActionSyntax: Sendable {
  package var header: HeaderSyntax
  package var parameters: [FieldSyntax]
  package var isAsync: Bool
  /// The name of the result after `->`.
  package var result: NameSyntax?
}

/// A field such as `sku "item_sku": String = "x"`.
package struct FieldSyntax: Sendable {
  package var header: HeaderSyntax
  package var wireName: StringSyntax?
  package var type: TypeSyntax
  package var defaultValue: LiteralSyntax?
}

package struct EnumCaseSyntax: Sendable {
  package var header: HeaderSyntax
  package var rawValue: StringSyntax?
}

package struct UnionSyntax: Sendable {
  package var header: HeaderSyntax
  /// The name of the field that tells the cases apart; nil if the kind of JSON does.
  package var discriminator: StringSyntax?
  package var cases: [UnionCaseSyntax]
}

package struct UnionCaseSyntax: Sendable {
  package var header: HeaderSyntax
  package var wireName: StringSyntax?
  package var fields: [FieldSyntax]
  /// The type of the case's value, in a union without a discriminator.
  package var type: TypeSyntax?
}

package enum TypeSyntax: Sendable {
  case named(NameSyntax)
  indirect case array(TypeSyntax, Span)
  indirect case dictionary(key: TypeSyntax, value: TypeSyntax, Span)
  indirect case optional(TypeSyntax, Span)
  case record([FieldSyntax], Span)

  package var span: Span {
    switch self {
    case .named(let name): name.span
    case .array(_, let span), .dictionary(_, _, let span), .optional(_, let span),
      .record(_, let span):
      span
    }
  }
}

package indirect enum LiteralSyntax: Sendable {
  case string(StringSyntax)
  case integer(Int64?, Span)
  case number(Double?, Span)
  case bool(Bool, Span)
  /// The name of a case of an enum.
  case name(NameSyntax)
  case list([LiteralSyntax], Span)
  /// The empty dictionary `[:]`.
  case emptyDictionary(Span)

  package var span: Span {
    switch self {
    case .string(let string): string.span
    case .integer(_, let span), .number(_, let span), .bool(_, let span), .list(_, let span),
      .emptyDictionary(let span):
      span
    case .name(let name): name.span
    }
  }
}

// MARK: - Messages

package struct StrategySyntax: Sendable {
  package var header: HeaderSyntax
  package var identifier: StringSyntax?
  package var receives: TypeSyntax?
  /// The span of `as text` after the type that the strategy receives.
  package var receivesText: Span?
  /// The span of `sender` in `with sender`; nil if the clause is missing.
  package var sender: Span?
  package var replies: TypeSyntax?
  package var repliesText: Span?
  /// The name of the dispatch that delivers the reply.
  package var via: NameSyntax?
  package var origins: [NameSyntax]
  package var frames: NameSyntax?
  package var world: NameSyntax?
}

package struct ChannelSyntax: Sendable {
  package var header: HeaderSyntax
  package var identifier: StringSyntax?
  package var discriminator: StringSyntax?
  package var payload: PayloadSyntax?
  /// The name of the dispatch that delivers the replies.
  package var via: NameSyntax?
  package var world: NameSyntax?
  package var strategies: [StrategySyntax]
}

/// The place of the payload in a message: `payload "data"` or `payload inline`.
package enum PayloadSyntax: Sendable {
  case field(StringSyntax)
  case inline(Span)
}

package struct EventSyntax: Sendable {
  package var header: HeaderSyntax
  package var identifier: StringSyntax?
  package var sends: TypeSyntax?
  package var queue: QueueSyntax?
  package var origins: [NameSyntax]
}

/// The size of an event's queue: `queue 20`, `queue newest` or `queue none`.
package struct QueueSyntax: Sendable {
  package enum Amount: Hashable, Sendable {
    /// A number of events; nil if it exceeds 64 bits.
    case count(Int?)
    case newest, none
  }

  package var amount: Amount
  /// The span of the value after `queue`.
  package var span: Span
}

package struct CallSyntax: Sendable {
  package var header: HeaderSyntax
  package var identifier: StringSyntax?
  /// True for `function "a.b"(c: Int)`. The identifier is then a path, and the parameters form the record that is
  /// sent.
  package var isFunction = false
  /// True for `value "a.b"`. The identifier is then a path.
  package var isValue = false
  package var sends: TypeSyntax?
  package var replies: TypeSyntax?
  package var origins: [NameSyntax]
}

/// A call of a render, such as `ResizeImages(maxWidth: 320)`.
package struct RenderItemSyntax: Sendable {
  package var call: NameSyntax
  package var arguments: [ArgumentSyntax]
  package var span: Span
}

package struct DispatchSyntax: Sendable {
  package enum Target: Sendable {
    case customEvent(StringSyntax)
    case function(StringSyntax)
    /// A field of the answered message that contains the path of the function.
    case functionNamed(ReferenceSyntax)
  }

  /// The header of the dispatch. Without a name in the source, the name is `default`, at the keyword.
  package var header: HeaderSyntax
  package var target: Target
  /// The arguments for an event.
  package var sends: PageArgumentsSyntax?
  /// The arguments for the reply to a message.
  package var replies: PageArgumentsSyntax?
  /// The arguments for the error of a message.
  package var fails: PageArgumentsSyntax?
}

/// The arguments of a dispatch, such as `({ id: message.id, type: "result" }, true)`.
package struct PageArgumentsSyntax: Sendable {
  package var values: [PageValueSyntax]
  package var span: Span
}

/// A value that is built for the page.
package indirect enum PageValueSyntax: Sendable {
  case literal(LiteralSyntax)
  case reference(ReferenceSyntax)
  case object([PageFieldSyntax], Span)
}

package struct PageFieldSyntax: Sendable {
  package enum Key: Sendable {
    case name(NameSyntax)
    case string(StringSyntax)
  }

  package var key: Key
  package var value: PageValueSyntax

  package var keyText: String {
    switch key {
    case .name(let name): name.text
    case .string(let string): string.value
    }
  }

  package var keySpan: Span {
    switch key {
    case .name(let name): name.span
    case .string(let string): string.span
    }
  }
}

// MARK: - Scripts, configurations, tests, invariants

package struct ScriptSyntax: Sendable {
  /// The span of `global` after `world page`; nil if it is missing.
  package var global: Span?
  package enum Source: Sendable {
    case text(StringSyntax)
    case file(StringSyntax)
  }

  package var header: HeaderSyntax
  /// The values of the app that the script uses.
  package var parameters: [FieldSyntax]
  package var moment: NameSyntax?
  package var frames: NameSyntax?
  package var origins: [NameSyntax]
  package var world: NameSyntax?
  package var source: Source
}

package struct ConfigurationSyntax: Sendable {
  package var header: HeaderSyntax
  package var extends: NameSyntax?
  package var settings: [SettingSyntax]
}

package struct SettingSyntax: Sendable {
  package enum Value: Sendable {
    case none
    case names([NameSyntax])
    case string(StringSyntax)
    /// Paths of files.
    case files([StringSyntax])
    /// A scheme, and the app's function that handles it.
    case handler(StringSyntax, NameSyntax)
  }

  package enum OriginReference: Sendable {
    case name(NameSyntax)
    case text(StringSyntax)

    var name: String? {
      if case .name(let name) = self { name.text } else { nil }
    }

    package var span: Span {
      switch self {
      case .name(let name): name.span
      case .text(let string): string.span
      }
    }
  }

  package var setting: Setting
  /// The name of the setting, which is its first word.
  package var name: NameSyntax
  package var value: Value
  /// The origins whose pages have the value; empty for all pages.
  package var origins: [OriginReference] = []
  /// The value for all other pages, after `else`.
  package var otherwise: NameSyntax?
  package var span: Span
}

/// The default clauses for declarations that do not have their own.
package struct DefaultsSyntax: Sendable {
  /// The header, whose name is the keyword `defaults`.
  package var header: HeaderSyntax
  package var frames: [NameSyntax]?
  /// The default of strategies for `from`.
  package var from: [NameSyntax] = []
  /// The default of events and calls for `to`.
  package var to: [NameSyntax] = []
  /// The default of scripts for `on`.
  package var on: [NameSyntax] = []
}

package struct TestSyntax: Sendable {
  /// True for a test of `responses`.
  package var isResponses: Bool
  /// The header, whose name is the name of the chain under test.
  package var header: HeaderSyntax
  package var cases: [TestCaseSyntax]
}

package struct TestCaseSyntax: Sendable {
  package var url: StringSyntax
  package var setup: [TestSetupSyntax]
  package var steps: [StepSyntax]
  package var decision: DecisionSyntax?
  package var span: Span
}

/// A value that a test case sets: `isHomePage`, `!deeplinkCheck`, `!open url`, `frame == new`, `header["X"] == "y"`.
package struct TestSetupSyntax: Sendable {
  package var isNegated: Bool
  /// True for `open url`, the answer of `attempt open url`.
  package var opens: Bool
  /// The value that is set; the URL for `open url`.
  package var subject: ReferenceSyntax
  package var value: LiteralSyntax?
  package var span: Span
}

/// An invariant: `invariant NAME for CHAIN, … { CLAIM … }`.
package struct InvariantSyntax: Sendable {
  /// True for an invariant of `responses`.
  package var isResponses: Bool
  package var header: HeaderSyntax
  /// The chains after `for`; empty for all chains.
  package var chains: [NameSyntax]
  package var claims: [ClaimSyntax]
}

/// A line of an invariant: `ACT only when CONDITION`, `never ACT when CONDITION` or `always ACT when CONDITION`.
package struct ClaimSyntax: Sendable {
  package enum Form: Sendable { case only, never, always }

  package var form: Form
  package var act: ActSyntax
  /// The condition; nil for `never ACT`, which covers every request.
  package var condition: ConditionSyntax?
  package var span: Span
}

/// The step or decision of a claim: `present`, `present Product`, `cancel`.
package struct ActSyntax: Sendable {
  /// The kind of step or decision. Without a name, every step or decision of the kind.
  package enum Kind: Sendable {
    case present(NameSyntax?)
    case push(NameSyntax?)
    case perform(NameSyntax?)
    case attempt(NameSyntax?)
    case attemptOpen(ReferenceSyntax)
    case open(ReferenceSyntax)
    case load(ReferenceSyntax)
    case dismiss
    case allow, cancel, download
    case popup(NameSyntax?)
  }

  package var kind: Kind
  package var span: Span
}
