import Text

@testable import Semantics

/// Builds rule sets for tests of the generators.
struct TypeScriptRules {
  var rules = RuleSet()
  private var offset = 0

  mutating func declared(
    _ name: String, _ documentation: String? = nil, deprecated: String? = nil
  ) -> Declared {
    offset += 1
    let location = Location(FileID(0), Span(offset, offset + 1))
    return Declared(
      name: name, location: location, documentation: documentation, deprecated: deprecated)
  }

  mutating func field(
    _ name: String, _ type: ValueType, wire: String? = nil, default value: Literal? = nil,
    _ documentation: String? = nil, deprecated: String? = nil
  ) -> Field {
    Field(
      declared: declared(name, documentation, deprecated: deprecated), wireName: wire ?? name,
      type: type, defaultValue: value)
  }

  mutating func model(_ name: String, _ fields: [Field]) -> ValueType {
    model(name, nil, fields)
  }

  mutating func model(
    _ name: String, _ documentation: String?, _ fields: [Field]
  ) -> ValueType {
    rules.models.append(
      Model(declared: declared(name, documentation), fields: fields, isInline: false))
    return .model(ID(rules.models.count - 1))
  }

  mutating func enumeration(
    _ name: String, _ cases: KeyValuePairs<String, String>, _ documentation: String? = nil
  ) -> ID<Enumeration> {
    let declaration = declared(name, documentation)
    let cases = cases.map { Enumeration.Case(declared: declared($0.key), rawValue: $0.value) }
    rules.enumerations.append(Enumeration(declared: declaration, cases: cases))
    return ID(rules.enumerations.count - 1)
  }

  mutating func union(
    _ name: String, by discriminator: String, _ cases: [(String, String?, [Field])]
  ) -> ValueType {
    let declaration = declared(name)
    let cases = cases.map {
      Union.Case(declared: declared($0.0), wireName: $0.1 ?? $0.0, fields: $0.2)
    }
    rules.unions.append(Union(declared: declaration, discriminator: discriminator, cases: cases))
    return .union(ID(rules.unions.count - 1))
  }

  /// Adds a union whose cases differ by their kind of JSON.
  mutating func kinds(_ name: String, _ types: [ValueType]) -> ValueType {
    let declaration = declared(name)
    let cases = types.enumerated().map { index, type in
      let declared = declared("case\(index)")
      let kind = rules.jsonKind(of: type)?.rawValue ?? ""
      let field = Field(declared: declared, wireName: kind, type: type, defaultValue: nil)
      return Union.Case(declared: declared, wireName: kind, fields: [field])
    }
    rules.unions.append(Union(declared: declaration, discriminator: nil, cases: cases))
    return .union(ID(rules.unions.count - 1))
  }

  mutating func strategy(
    _ name: String, _ identifier: String, receives: ValueType? = nil, replies: ValueType? = nil,
    in channel: ID<Channel>? = nil, _ documentation: String? = nil, deprecated: String? = nil
  ) {
    let declared = declared(name, documentation, deprecated: deprecated)
    rules.strategies.append(
      Strategy(
        declared: declared, identifier: identifier, identifierLocation: declared.location,
        receives: receives, replies: replies, origins: [], frames: .main, channel: channel))
    if let channel {
      rules.channels[Int(channel.index)].strategies.append(ID(rules.strategies.count - 1))
    }
  }

  mutating func channel(_ name: String, _ identifier: String, by field: String) -> ID<Channel> {
    let declared = declared(name)
    rules.channels.append(
      Channel(
        declared: declared, identifier: identifier, identifierLocation: declared.location,
        discriminator: field, strategies: []))
    return ID(rules.channels.count - 1)
  }

  mutating func event(_ name: String, _ identifier: String, sends: ValueType? = nil) {
    let declared = declared(name)
    rules.events.append(
      Event(
        declared: declared, identifier: identifier, identifierLocation: declared.location,
        sends: sends))
  }

  mutating func call(
    _ name: String, _ identifier: String, sends: ValueType? = nil, replies: ValueType? = nil
  ) {
    let declared = declared(name)
    rules.calls.append(
      Call(
        declared: declared, identifier: identifier, identifierLocation: declared.location,
        sends: sends, replies: replies))
  }

  mutating func dispatch(_ name: String, _ style: Dispatch.Style) {
    rules.dispatches.append(Dispatch(declared: declared(name), style: style))
  }
}

extension TypeScriptRules {
  /// Returns a rule set with every type, every kind of message and both kinds of dispatch.
  static func exemplar() -> RuleSet {
    var make = TypeScriptRules()
    let level = make.enumeration(
      "CloseReason", ["done": "done", "cancelled": "user-cancelled"], "Why a page closes.")
    let enumeration = ValueType.enumeration(level)
    let item = make.model(
      "CartItem", "What lies in the cart.",
      [
        make.field("sku", .string, wire: "item_sku", "Stock keeping unit: never ends */ here."),
        make.field("quantity", .int, default: .int(1)),
        make.field("note", .optional(.string)),
        make.field("reason", enumeration, default: .enumerationCase(level, 1)),
        make.field("tags", .array(.string), default: .list([])),
      ])
    let everything = make.model(
      "Everything", nil,
      [
        make.field("text", .string),
        make.field("integer", .int),
        make.field("number", .double),
        make.field("flag", .bool),
        make.field("link", .url),
        make.field("moment", .date),
        make.field("bytes", .data),
        make.field("json", .json),
        make.field("reason", enumeration),
        make.field("texts", .array(.string)),
        make.field("holes", .array(.optional(.int))),
        make.field("counts", .dictionary(.int)),
        make.field("maybes", .dictionary(.optional(.string))),
        make.field("matrix", .array(.array(.double))),
        make.field("items", .array(item)),
        make.field("byName", .dictionary(item)),
        make.field("optionalItem", .optional(item)),
        make.field("optionalDate", .optional(.date)),
        make.field("optionalJSON", .optional(.json)),
        make.field("odd", .string, wire: "an \"odd\" name"),
        make.field("proto", .string, wire: "__proto__"),
        make.field("constructor", .optional(.string)),
        make.field("class", .optional(.bool), nil, deprecated: "use `reason`"),
      ])
    let result = make.union(
      "PaymentResult", by: "kind",
      [
        ("success", nil, [make.field("receipt", .url)]),
        (
          "failure", "failed",
          [
            make.field("code", .int), make.field("message", .string, default: .string("?")),
            make.field("items", .optional(.array(item))),
          ]
        ),
        ("pending", nil, []),
      ])
    let tree = make.model("Tree", nil, [make.field("label", .string)])
    guard case .model(let treeID) = tree else { fatalError() }
    make.rules.models[Int(treeID.index)].fields.append(
      make.field("children", .array(tree), default: .list([])))
    let empty = make.model("Nothing", nil, [])

    make.strategy("Page", "page", receives: enumeration, "Closes the page.")
    make.strategy("Cart", "cart", receives: item, replies: .int)
    make.strategy("Ready", "onReady", deprecated: "the app knows by itself")
    make.strategy("Token", "token", replies: .optional(.string))
    make.strategy("Echo", "echo", receives: everything, replies: everything)
    make.strategy("Pay", "pay", receives: result, replies: result)
    make.strategy("Plant", "plant", receives: tree, replies: tree)
    make.strategy("Names", "names", receives: .array(.string), replies: .dictionary(.date))
    make.strategy("Note", "note", receives: .optional(.string))
    make.strategy("Void", "void", receives: empty, replies: empty)
    let app = make.channel("App", "app", by: "type")
    make.strategy("Track", "track", receives: item, in: app)
    make.strategy("Ask", "ask", receives: .array(.int), replies: .bool, in: app)
    make.strategy("Ping", "ping", in: app)

    make.event("PaymentFinished", "paymentFinished", sends: result)
    make.event("Tick", "tick")
    make.event("DataUpdate", "DataUpdate", sends: .array(item))
    make.call("ResizeImages", "resizeImages", sends: .int, replies: .int)
    make.call("Highlight", "highlight")
    make.call("Summary", "summary", sends: .array(item), replies: item)

    make.dispatch("old", .customEvent("WebAppEvent"))
    make.dispatch("new", .function("bridge.receive"))
    make.dispatch("plain", .function("dispatchEvent"))
    return make.rules
  }
}

extension TypeScriptRules {
  /// Returns a rule set with names and texts that need escapes or other care.
  static func odd() -> RuleSet {
    var make = TypeScriptRules()
    let words = ["class", "default", "function", "new", "string", "await", "yield", "this"]
    var fields: [Field] = []
    for word in words + ["__proto__", "toString", "valueOf", "get", "async", "_", "_0", "$x"] {
      fields.append(make.field(word, .optional(.string)))
    }
    for (index, wire) in [
      "a b", "a-b", "1", "", "\"", "'", "\\", "\n", "\u{2028}", "é", "\u{1F600}", "`${x}`",
      "constructor", "hasOwnProperty",
    ].enumerated() {
      fields.append(make.field("odd\(index)", .string, wire: wire))
    }
    let odd = make.model("class", "One line\r\ntwo */ lines\n\n/**/ and `code`\n", fields)
    let level = make.enumeration(
      "string",
      [
        "default": "", "class": "\"", "__proto__": "\u{2028}", "constructor": "*/", "a": "a'\"b",
        "b": "\u{202E}bidi", "c": "${x}", "d": "a", "e": "a",
      ])
    let one = make.union(
      "One", by: "a b", [("only", "it's", [make.field("x", .enumeration(level))])])
    let proto = make.union(
      "Proto", by: "__proto__", [("a", nil, []), ("b", "toString", [make.field("x", .int)])])
    let long = String(repeating: "VeryLong", count: 10) + "Name"
    let longModel = make.model(
      long, nil,
      [
        make.field(
          "field" + long, .array(.dictionary(.array(.optional(odd)))),
          wire: String(repeating: "wire ", count: 30))
      ])
    make.strategy("class", "class", receives: odd, replies: odd)
    make.strategy("__proto__", "__proto__", receives: .enumeration(level), replies: one)
    make.strategy("Odd", "it's \"quoted\" \\ \n \u{2028}", receives: one, replies: proto)
    make.strategy("Proto", "constructor", receives: proto)
    make.strategy(long, "long", receives: longModel, replies: longModel)
    make.strategy(
      "Doc", "doc", receives: .double,
      "A text of exactly so many characters that it does not fit on one line of a hundred of them.",
      deprecated: "because\nof */ this")
    let channel = make.channel("Channel", "odd channel", by: "__proto__")
    make.strategy(
      "Inner", "toString", receives: .array(.optional(one)), replies: .date, in: channel)
    make.strategy("Inner2", "2", receives: .optional(longModel), in: channel)
    make.strategy("Inner3", "3", receives: .optional(.array(.json)), in: channel)
    make.event(long, "an \"event\"", sends: longModel)
    make.event("class", "__proto__", sends: .optional(.optional(.int)))
    make.call(long, "a 'call'", sends: longModel, replies: longModel)
    make.call("new", "__proto__", sends: .dictionary(.data), replies: .optional(.url))
    make.dispatch("default", .customEvent("It's an \"event\" \\"))
    return make.rules
  }
}

extension TypeScriptRules {
  /// Returns a rule set with the text in every place that can have arbitrary text.
  static func everywhere(_ text: String) -> RuleSet {
    var make = TypeScriptRules()
    let level = make.enumeration("Level", ["low": text, "high": text + "2"], text)
    make.rules.enumerations[0].cases[0].declared.documentation = text
    make.rules.enumerations[0].cases[0].declared.deprecated = text
    let model = make.model(
      "Item", text,
      [
        make.field("name", .string, wire: text, default: .string(text), text, deprecated: text),
        make.field("link", .url, default: .url(text)),
        make.field("level", .enumeration(level), default: .enumerationCase(level, 0)),
        make.field("list", .array(.string), default: .list([.string(text)])),
      ])
    let union = make.union(
      "Choice", by: text, [("first", text, [make.field("x", .int)]), ("second", text + "2", [])])
    make.rules.unions[0].declared.documentation = text
    make.rules.unions[0].cases[0].declared.documentation = text
    make.strategy("Send", text, receives: model, replies: union, text, deprecated: text)
    make.strategy("Undocumented", text + "2", receives: union, replies: model)
    let several = make.kinds("Several", [.string, union])
    make.rules.unions[1].cases[0].fields[0].declared.documentation = text
    make.strategy("Several", text + "4", receives: several, replies: several)
    let channel = make.channel("Channel", text + "3", by: text)
    make.strategy("Inner", text, receives: model, in: channel)
    make.event("Told", text, sends: model)
    make.call("Ask", text, sends: union, replies: model)
    make.dispatch("event", .customEvent(text))
    make.dispatch("function", .function("a." + text))
    return make.rules
  }

  /// Returns one rule set for each type, place and direction.
  static func everyTypeAlone() -> [(label: String, rules: RuleSet)] {
    typealias Make = (inout TypeScriptRules) -> ValueType
    let types: [(String, Make)] = [
      ("string", { _ in .string }), ("int", { _ in .int }), ("double", { _ in .double }),
      ("bool", { _ in .bool }), ("url", { _ in .url }), ("date", { _ in .date }),
      ("data", { _ in .data }), ("json", { _ in .json }),
      ("enum", { .enumeration($0.enumeration("Level", ["low": "low"])) }),
      ("empty", { $0.model("Empty", []) }),
      ("union", { $0.union("Choice", by: "kind", [("a", nil, []), ("b", nil, [])]) }),
      (
        "kinds",
        { make in
          let model = make.model("Part", [make.field("only", .int, default: .int(1))])
          return make.kinds("Several", [.string, .double, .bool, .array(model), model])
        }
      ),
    ]
    let places: [(String, (inout TypeScriptRules, ValueType) -> ValueType)] = [
      ("plain", { $1 }), ("array", { .array($1) }), ("dictionary", { .dictionary($1) }),
      ("optional", { .optional($1) }),
      ("field", { make, type in make.model("Holder", [make.field("only", type)]) }),
      ("maybe", { make, type in make.model("Holder", [make.field("only", .optional(type))]) }),
      (
        "case",
        { make, type in make.union("Sum", by: "is", [("x", nil, [make.field("only", type)])]) }
      ),
    ]
    let directions: [(String, (inout TypeScriptRules, ValueType) -> Void)] = [
      ("sent", { $0.strategy("Only", "only", receives: $1) }),
      ("replied", { $0.strategy("Only", "only", replies: $1) }),
      ("told", { $0.event("Only", "only", sends: $1) }),
      ("asked", { $0.call("Only", "only", sends: $1) }),
      ("answered", { $0.call("Only", "only", replies: $1) }),
    ]
    var all: [(label: String, rules: RuleSet)] = []
    for (typeLabel, type) in types {
      for (placeLabel, place) in places {
        for (directionLabel, direction) in directions {
          var make = TypeScriptRules()
          let type = type(&make)
          direction(&make, place(&make, type))
          all.append(("\(typeLabel)_\(placeLabel)_\(directionLabel)", make.rules))
        }
      }
    }
    let defaults: [(String, ValueType, Literal)] = [
      ("string", .string, .string("x")), ("int", .int, .int(-1)),
      ("double", .double, .double(1e300)),
      ("whole", .double, .int(3)), ("bool", .bool, .bool(false)), ("url", .url, .url("tel:1")),
      ("list", .array(.int), .list([.int(1), .int(2)])), ("none", .array(.url), .list([])),
    ]
    for (label, type, value) in defaults {
      for (directionLabel, direction) in directions {
        var make = TypeScriptRules()
        let holder = make.model("Holder", [make.field("only", type, default: value)])
        direction(&make, holder)
        all.append(("default_\(label)_\(directionLabel)", make.rules))
      }
    }
    return all
  }
}
