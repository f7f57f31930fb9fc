package import Text

/// The content of one file as written, neither resolved nor checked.
package struct SyntaxTree: Sendable {
  package var declarations: [DeclarationSyntax] = []
  /// The constructs of the file, each one before those in it.
  package var nodes: [SyntaxNode] = []
  /// `bascule:ignore` comments, in source order.
  package var directives: [DirectiveSyntax] = []
  /// Declarations and rules, in the order of their starts; kept only if the file has directives.
  package var units: [Span] = []
  package var faults: [SyntaxFault] = []
  /// False if no comparison has a text, an expression or a header that may match other values than it seems to.
  package var hasMarkedOperands = false
  /// Names of declarations and members with syntax errors, whose uses are not reported.
  package var lost: Set<String> = []
  /// The declarations with a syntax error, by the starts of their names.
  package var incomplete: Set<UInt32> = []
  /// True if all bytes of the file are printable ASCII, tabs and ends of lines.
  package var isPlain = false

  /// The tree of an empty file.
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

/// A `"…"` or `"""…"""` literal.
package struct StringSyntax: Sendable {
  /// The value, with escapes replaced and indentation removed.
  package var value: String
  /// Includes the quotes.
  package var span: Span
  /// True if each byte of the value is the byte of the source at the same distance from the quote.
  package var isVerbatim: Bool

  /// The span of a range of the value's UTF-8 bytes; the whole literal if that is unknown.
  package func span(_ range: Range<Int>) -> Span {
    guard isVerbatim else { return span }
    return Span(Int(span.start) + 1 + range.lowerBound, Int(span.start) + 1 + range.upperBound)
  }
}

/// The parts before the keyword of a declaration, its name and its span.
package struct HeaderSyntax: Sendable {
  /// The keyword of the declaration's kind; `none` for a case of an enum or union.
  package var keyword: Keyword
  package var documentation: String?
  package var deprecated: String?
  package var name: NameSyntax
  /// The whole declaration, including attributes.
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
  /// Empty if a value of the app gives the origin.
  package var patterns: [StringSyntax]
  /// The value of the app that gives the origin.
  package var value: NameSyntax?
}

package struct ActionSyntax: Sendable {
  package var header: HeaderSyntax
  package var parameters: [FieldSyntax]
  package var isAsync: Bool
  /// The word after `->`.
  package var result: NameSyntax?
}

/// `sku "item_sku": String = "x"`.
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
  /// Nil if the kind of JSON tells the cases apart.
  package var discriminator: StringSyntax?
  package var cases: [UnionCaseSyntax]
}

package struct UnionCaseSyntax: Sendable {
  package var header: HeaderSyntax
  package var wireName: StringSyntax?
  package var fields: [FieldSyntax]
  /// The value of the case, in a union without a discriminator.
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
  case integer(Int?, Span)
  case number(Double?, Span)
  case bool(Bool, Span)
  /// A case of an enum.
  case name(NameSyntax)
  case list([LiteralSyntax], Span)
  /// `[:]`
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
  /// `as text`
  package var receivesText: Span?
  package var replies: TypeSyntax?
  package var repliesText: Span?
  /// The dispatch through which the reply goes.
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
  /// The dispatch through which the replies go.
  package var via: NameSyntax?
  package var world: NameSyntax?
  package var strategies: [StrategySyntax]
}

/// `payload "data"`, `payload inline`.
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

/// `queue 20`, `queue newest`, `queue none`.
package struct QueueSyntax: Sendable {
  package enum Amount: Hashable, Sendable {
    /// nil: beyond 64 bits.
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
  /// `function "a.b"(c: Int)`: the identifier is a path, and the parameters are the record that is sent.
  package var isFunction = false
  /// `value "a.b"`: the identifier is a path, too.
  package var isValue = false
  package var sends: TypeSyntax?
  package var replies: TypeSyntax?
  package var origins: [NameSyntax]
}

/// `ResizeImages(maxWidth: 320)`.
package struct RenderItemSyntax: Sendable {
  package var call: NameSyntax
  package var arguments: [ArgumentSyntax]
  package var span: Span
}

package struct DispatchSyntax: Sendable {
  package enum Target: Sendable {
    case customEvent(StringSyntax)
    case function(StringSyntax)
    /// A field of the message that is answered, which names the function.
    case functionNamed(ReferenceSyntax)
  }

  /// If no name is written, the name is `default`, at the keyword.
  package var header: HeaderSyntax
  package var target: Target
  /// The arguments for an event.
  package var sends: PageArgumentsSyntax?
  /// The arguments for the reply to a message.
  package var replies: PageArgumentsSyntax?
  /// The arguments for the error of a message.
  package var fails: PageArgumentsSyntax?
}

/// `({ id: message.id, type: "result" }, true)`
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
  /// `global` after `world page`; nil without it.
  package var global: Span?
  package enum Source: Sendable {
    case text(StringSyntax)
    case file(StringSyntax)
  }

  package var header: HeaderSyntax
  /// The values of the app that it uses.
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
    /// The paths of files.
    case files([StringSyntax])
    /// A scheme, and the app's function that answers it.
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
  /// The word that names the setting.
  package var name: NameSyntax
  package var value: Value
  /// The pages for which it holds; empty if none are written.
  package var origins: [OriginReference] = []
  /// The value for all other pages, after `else`.
  package var otherwise: NameSyntax?
  package var span: Span
}

/// The clauses of the declarations that do not have them.
package struct DefaultsSyntax: Sendable {
  /// The name is the keyword.
  package var header: HeaderSyntax
  package var frames: [NameSyntax]?
  /// Of strategies.
  package var from: [NameSyntax] = []
  /// Of events and calls.
  package var to: [NameSyntax] = []
  /// Of scripts.
  package var on: [NameSyntax] = []
}

package struct TestSyntax: Sendable {
  /// True for a test of `responses`.
  package var isResponses: Bool
  /// The name is that of the chain under test.
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

/// `isHomePage`, `!deeplinkCheck`, `!open url`, `frame == new`, `header["X"] == "y"`.
package struct TestSetupSyntax: Sendable {
  package var isNegated: Bool
  /// True for `open url`, the answer of `attempt open url`.
  package var opens: Bool
  /// After `open` the URL.
  package var subject: ReferenceSyntax
  package var value: LiteralSyntax?
  package var span: Span
}

/// `invariant NAME for CHAIN, … { CLAIM … }`.
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
  /// nil: `never ACT`, for every request.
  package var condition: ConditionSyntax?
  package var span: Span
}

/// The step or decision of a claim: `present`, `present Product`, `cancel`.
package struct ActSyntax: Sendable {
  /// Without a name, every step or decision of the kind.
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
