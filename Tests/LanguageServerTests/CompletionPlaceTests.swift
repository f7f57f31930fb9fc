import Syntax
import Testing
import Text

@testable import LanguageServer

/// Tests the expectations of the parser before `‸`, which completion turns into items.
@Suite struct CompletionPlaceTests {
  private static func cursor(_ marked: String) throws -> CompletionCursor {
    let mark = try #require(marked.firstIndex(of: "‸"))
    let before = String(marked[..<mark])
    let file = SourceFile(name: "a", text: before + marked[marked.index(after: mark)...])
    return CompletionCursor(TokenList(file), file, at: before.utf8.count)
  }

  private static func words(_ words: Keyword...) -> [ExpectedSyntax] { words.map { .keyword($0) } }

  /// The signs after a condition, and the steps.
  private static let connectives: [ExpectedSyntax] = [.token(.and), .token(.or)]
  private static let afterCondition: [ExpectedSyntax] = connectives + [.step(isFirst: true)]

  /// Returns the operators after a value, and the constructs that follow if it is a condition.
  private static func afterValue(_ value: String, inParentheses: Bool = false) -> [ExpectedSyntax] {
    [.comparison(subject: value)] + (inParentheses ? connectives : afterCondition)
  }

  /// The words after the URL of a step.
  private static let changes: [ExpectedSyntax] = [
    .keyword(.setting), .keyword(.removing), .step(isFirst: false),
  ]

  private static let declarations: [(String, [ExpectedSyntax])] = [
    ("‸", [.declaration(isAttributed: false)]),
    ("fla‸", [.declaration(isAttributed: false)]),
    ("flag a\n‸", [.declaration(isAttributed: false)]),
    ("flag a\n\n@‸", [.keyword(.deprecated)]),
    ("flag ‸", []),
    ("chain A { otherwise allow }\n‸", [.declaration(isAttributed: false)]),
    ("chain A { otherwise allow } ‸", [.declaration(isAttributed: false)]),
    ("// a comment‸", []),
    ("/* ‸ */", []),
    ("origin A = \"htt‸ps://a.com\"", []),
    ("origin A = ‸", [.originValue]), ("origin A = b ‸", []),
    ("test ‸", [.keyword(.responses), .name(of: .chain)]),
    ("test responses ‸", [.name(of: .responses)]),
    ("dispatch ‸", words(.customEvent, .function)),
    ("script A ‸", words(.at, .frames, .on, .world, .from)),
    ("script A at documentEnd frames main on B ‸", words(.world, .from)),
    ("script A on ‸", [.keyword(.any), .name(of: .origin)]),
    ("script A on B, ‸", [.name(of: .origin, except: ["B"])]),
    ("script A world ‸", words(.app, .page)),
    ("script A at ‸", words(.documentStart, .documentEnd)),
    ("script A at documentEnd frames ‸", words(.main, .all)),
    ("configuration A ‸", words(.extends)),
    ("chain A { when frame == new popup ‸", [.name(of: .configuration)]),
    ("chain A { when frame == new popup B ‸", []),
    ("configuration A extends ‸", [.name(of: .configuration, except: ["A"])]),
    ("configuration A { ‸", [.setting(except: [])]),
    ("configuration A { chain ‸", [.name(of: .chain)]),
    ("configuration A { chain B\n  ‸", [.setting(except: [.chain])]),
    ("configuration A { strategies ‸", [.name(of: .strategy)]),
    ("configuration A { strategies S, ‸", [.name(of: .strategy, except: ["S"])]),
    (
      "configuration A { channels C\n  ‸",
      [.name(of: .channel, except: ["C"]), .setting(except: [.channels])]
    ),
    ("configuration A { strategies title\n  title ‸", words(.web, .native)),
    ("configuration A { scripts ‸", [.name(of: .script)]),
    ("configuration A { title ‸", words(.web, .native)),
    ("configuration A { dataStore ‸", words(.persistent, .ephemeral)),
    ("configuration A { contentMode ‸", words(.recommended, .mobile, .desktop)),
    ("configuration A { javaScript ‸", words(.enabled, .disabled)),
    ("configuration A { bounces ‸", words(.true, .false)),
    ("configuration A { bounces\n  ‸", [.setting(except: [.bounces])]),
    ("configuration A { userAgent ‸", [.textValue]),
    ("configuration A { applicationName \"A/1\" ‸", [.setting(except: [.applicationName])]),
    ("configuration A { mediaPlayback ‸", words(.automatic, .userAction)),
    ("configuration A { panels ‸", words(.native, .app)),
    ("configuration A { mediaCapture ‸", words(.prompt, .grant, .deny)),
    ("configuration A { mediaCapture grant ‸", words(.from)),
    ("configuration A { mediaCapture grant from ‸", [.keyword(.page), .name(of: .origin)]),
    ("configuration A { mediaCapture grant from A else ‸", words(.prompt, .grant, .deny)),
    ("configuration A { mediaCapture grant from A, ‸", [.name(of: .origin, except: ["A"])]),
    ("configuration A { scheme ‸", []),
    ("configuration A { scheme \"zim\" ‸", words(.handler)),
    ("configuration A { scheme \"zim\" handler ‸", []),
    ("configuration A { scheme \"zim\" handler Zim ‸", words(.from)),
    ("configuration A { scheme \"zim\" handler Zim from ‸", [.name(of: .origin)]),
    (
      "configuration A { scheme \"zim\" handler Zim from \"https://a.com\"\n  ‸",
      [.setting(except: [])]
    ),
    ("configuration A { block ‸", words(.from)),
    ("configuration A { block from ‸", []),
    ("configuration A, ‸", []),
    ("configuration A { , ‸", [.setting(except: [])]),
    ("render A { ‸", [.name(of: .call)]),
    (
      "render A { B(‸",
      [
        .label(ExpectedSyntax.Callee(kind: .call, name: "B"), except: []),
        .argument(ExpectedSyntax.Callee(kind: .call, name: "B"), label: nil),
      ]
    ),
    ("render A { B(x: ‸", [.argument(ExpectedSyntax.Callee(kind: .call, name: "B"), label: "x")]),
  ]

  private static let types: [(String, [ExpectedSyntax])] = [
    ("model A { b: ‸", [.type(.ofField)]),
    ("model A { b: [‸", [.type(.ofField)]),
    ("model A { b‸", []),
    ("model A { b: Int = ‸", [.defaultValue(type: "Int")]),
    ("model A { b: Int }\n‸", [.declaration(isAttributed: false)]),
    ("screen A(b: ‸", [.type(.ofParameter)]),
    ("screen A(b: Int)\n‸", [.declaration(isAttributed: false)]),
    ("action a(b: Int) -> ‸", [.result, .keyword(.async)]),
    ("action a ‸", [.token(.arrow), .keyword(.async)]),
    ("action a(b: Int) ‸", [.token(.arrow), .keyword(.async)]),
    ("action a async ‸", [.token(.arrow)]),
    ("action a async -> ‸", [.keyword(.async), .result]), ("action a() -> async ‸", [.result]),
    ("action a() -> Bool ‸", []), ("action a(‸", []), ("action a(b: ‸", [.type(.ofParameter)]),
    ("flag a\n@deprecated(\"b\") ‸", [.declaration(isAttributed: true)]),
    ("enum A {\n  b\n  @deprecated(\"b\") ‸", []),
    ("channel A by \"k\" { strategy B @deprecated(\"b\") ‸", words(.strategy)),
    ("configuration A { mediaCapture grant, ‸", [.setting(except: [.mediaCapture])]),
    ("enum A {\n  b\n  ‸", []), ("value a: [String\n  ‸", []),
    ("model A { b: [Int] = [‸", []), ("model A { b: [String: Int] = [:‸", []),
    ("strategy A receives [B ‸", []), ("strategy A receives { b: Int ‸", []),
    (
      "strategy A receives { from: Int } ‸",
      words(.as, .with, .replies, .via, .from, .frames, .world)
    ),
    ("script A(b: { c: Int }) ‸", words(.at, .frames, .on, .world, .from)),
    ("value a: ‸", [.type(.ofValue)]), ("value a: [‸", [.type(.ofElement)]),
    ("dispatch customEvent ‸", []),
    ("dispatch customEvent \"a\" ‸", words(.sends, .replies, .fails)),
    ("dispatch A ‸", words(.customEvent, .function)),
    ("dispatch A function message.a replies (‸", [.pageValue(.replies)]),
    ("dispatch A customEvent \"a\" fails ({ id: ‸", [.pageValue(.fails)]),
    ("dispatch A customEvent \"a\" sends ({ ‸", []),
    ("chain A { when host !‸", words(.in)),
    ("chain A { when url in B, ‸", [.operand(subject: "url", .nextOrigin)]),
    ("@deprecated(‸", []), ("@deprecated(\"a\") flag ‸", []),
    ("strategy A\n  ‸", words(.receives, .with, .replies, .via, .from, .frames, .world)),
    ("strategy A ‸", words(.receives, .with, .replies, .via, .from, .frames, .world)),
    ("strategy A from B ‸", words(.frames, .world)),
    ("event A to B ‸", words()),
    ("strategy A replies Int via ‸", [.name(of: .dispatch)]),
    ("channel A by \"k\" via ‸", [.name(of: .dispatch)]),
    ("channel A by \"k\" payload inline via B ‸", words(.world)),
    ("strategy A receives ‸", [.type(.ofField)]),
    ("strategy A receives Int ‸", words(.as, .with, .replies, .via, .from, .frames, .world)),
    ("strategy A receives Int as ‸", words(.text)),
    ("strategy A with ‸", words(.sender)),
    ("strategy A receives Int as text ‸", words(.with, .replies, .via, .from, .frames, .world)),
    ("strategy A receives Int as text replies Int ‸", words(.as, .via, .from, .frames, .world)),
    ("strategy A receives { b: ‸", [.type(.ofField)]),
    ("strategy A receives Int from ‸", [.keyword(.any), .name(of: .origin)]),
    ("strategy A receives Int from B, ‸", [.name(of: .origin, except: ["B"])]),
    ("strategy A frames ‸", words(.main, .all)),
    ("strategy A receives Int\n‸", [.declaration(isAttributed: false)]),
    ("event A ‸", words(.sends, .queue, .to)),
    ("event A to ‸", [.keyword(.any), .name(of: .origin)]),
    ("defaults { ‸", words(.frames, .from, .to, .on)),
    ("defaults { frames all ‸", words(.from, .to, .on)),
    ("call A sends Int to B, ‸", [.name(of: .origin, except: ["B"])]),
    ("event A queue ‸", [.queue]),
    ("call A sends Int ‸", words(.replies, .to)),
    ("call A ‸", words(.function, .value, .sends, .replies, .to)),
    ("call A function ‸", []),
    ("call A function \"a.b\"(c: ‸", [.type(.ofField)]),
    ("call A function \"a.b\"(c: Int) ‸", words(.replies, .to)),
    ("channel A ‸", words(.by)),
    ("union A ‸", words(.by)), ("union A { a(‸", [.type(.ofKind)]), ("union A { a(String) ‸", []),
    ("union A by \"k\" { a(b: ‸", [.type(.ofField)]), ("union A { a([‸", [.type(.ofField)]),
    ("channel A by \"k\" ‸", words(.payload, .via, .world)),
    ("channel A by \"k\" world ‸", words(.app)), ("channel A by \"k\" world app ‸", []),
    ("channel A by \"k\" via B ‸", words(.world)), ("strategy A world ‸", words(.app)),
    ("channel A by \"k\" payload ‸", words(.inline)),
    ("channel A by \"k\" payload inline ‸", words(.via, .world)),
    ("channel A by \"k\" { ‸", words(.strategy)),
    ("channel A by \"k\" { strategy B receives ‸", [.type(.ofField)]),
    (
      "channel A by \"k\" { strategy B receives Int\n  ‸",
      words(.strategy, .as, .with, .replies, .via, .from, .frames, .world)
    ),
    ("dispatch A function message.a replies ({ a: reply }) ‸", words(.fails)),
    (
      "chain A { when url in page.‸",
      [.member(of: "page", instead: .operand(subject: "url", .after(.isIn)))]
    ),
  ]

  private static let rules: [(String, [ExpectedSyntax])] = [
    ("chain A { ‸", [.keyword(.frames), .rule(isInBlock: false, isLast: false)]),
    ("handler A { ‸", [.rule(isInBlock: false, isLast: false)]),
    ("chain A { frames ‸", words(.main, .new, .sub, .all)),
    ("chain A { frames main, ‸", words(.new, .sub)),
    ("chain A { use ‸", [.used(except: [])]),
    ("chain A { use B use ‸", [.used(except: ["B"])]),
    (
      "chain A { otherwise allow\n  ‸",
      [.rule(isInBlock: false, isLast: true), .keyword(.with)]
    ),
    ("chain A { when a { otherwise allow }\n  ‸", [.rule(isInBlock: false, isLast: false)]),
    ("chain A { use B\n  ‸", [.rule(isInBlock: false, isLast: false)]),
    ("chain A { when ‸", [.condition]),
    ("chain A { when pa‸", [.condition]),
    ("chain A { when !‸", [.condition]),
    ("chain A { when (‸", [.condition]),
    ("chain A { when exists ‸", [.existing]),
    ("chain A { when exists page.‸", [.member(of: "page", instead: .existing)]),
    ("chain A { when !exists document.path.‸", [.member(of: "document.path", instead: .existing)]),
    ("chain A { when header[‸", [.key(of: "header")]),
    ("chain A { when header[\"‸\"]", [.key(of: "header")]),
    ("chain A { when page.query[\"a‸", [.key(of: "page.query")]),
    ("chain A { when host in [\"‸\"]", []),
    ("chain A { when exists port ‸", afterCondition),
    ("chain A { when !exists header[\"A\"] ‸", afterCondition),
    (
      "chain A { when path ‸", afterValue("path")
    ),
    (
      "chain A { when path[1] ‸",
      afterValue("path[1]")
    ),
    ("chain A { when page.‸", [.member(of: "page", instead: .condition)]),
    ("chain A { when query.‸", [.member(of: "query", instead: .condition)]),
    ("chain A { when path == ‸", [.operand(subject: "path", .after(.equal))]),
    ("chain A { when page.host == ‸", [.operand(subject: "page.host", .after(.equal))]),
    ("chain A { when scheme in ‸", [.operand(subject: "scheme", .after(.isIn))]),
    ("chain A { when scheme !in ‸", [.operand(subject: "scheme", .after(.notIn))]),
    ("chain A { when scheme in [‸", [.operand(subject: "scheme", .inList)]),
    ("chain A { when scheme !in [\"a\", ‸", [.operand(subject: "scheme", .inList)]),
    ("chain A { when path[‸", [.key(of: "path")]),
    ("chain A { when path == \"/\" ‸", afterCondition + words(.ignoring)),
    ("chain A { when (path == \"/\") ‸", afterCondition),
    ("chain A { when true ‸", afterCondition),
    ("chain A { when path == \"/\" && ‸", [.condition]),
    (
      "chain A { when path == \"/\" || frame ‸",
      afterValue("frame")
    ),
    ("chain A { when path == \"/\" present ‸", [.name(of: .screen)]),
    ("chain A { when path == \"/\" push ‸", [.name(of: .screen)]),
    ("chain A { when path == \"/\" perform ‸", [.name(of: .action)]),
    ("chain A { when path == \"/\" attempt ‸", [.attempted]),
    ("chain A { when path == \"/\" attempt open ‸", [.url]),
    ("chain A { when path == \"/\" load ‸", [.url]),
    ("chain A { when path == \"/\" load url ‸", changes),
    ("chain A { when path == \"/\" load url setting ‸", [.changedPart(isSet: true, except: [])]),
    (
      "chain A { when path == \"/\" load url setting query.‸",
      [.member(of: "query", instead: .changedPart(isSet: true, except: []))]
    ),
    ("chain A { when path == \"/\" load url setting query.a = ‸", [.changedValue(part: "query")]),
    (
      "chain A { when path == \"/\" load url setting query.a = \"b\", host = ‸",
      [.changedValue(part: "host")]
    ),
    (
      "chain A { when path == \"/\" load url setting query.a = \"b\" ‸",
      changes + [.ifMissing(part: "query")]
    ),
    (
      "chain A { when path == \"/\" load url setting query.a = \"b\"\n    ‸",
      changes + [.ifMissing(part: "query")]
    ),
    (
      "chain A { when path == \"/\" load url setting query.a = \"b\" if ‸",
      [.keyword(.missing)]
    ),
    (
      "chain A { when path == \"/\" load url setting query.a = \"b\"\n    if ‸",
      [.keyword(.missing)]
    ),
    ("chain A { when path == \"/\" load url setting query.a = \"b\" if missing ‸", changes),
    (
      "chain A { when path == \"/\" load url setting query.a = \"b\", ‸",
      [.changedPart(isSet: true, except: [])]
    ),
    (
      "chain A { when path == \"/\" attempt open url removing ‸",
      [.changedPart(isSet: false, except: [])]
    ),
    ("chain A { when path == \"/\" open url removing user ‸", changes),
    (
      "chain A { when path == \"/\" open url removing user, ‸",
      [.changedPart(isSet: false, except: ["user"])]
    ),
    (
      "chain A { when host == page.‸",
      [.member(of: "page", instead: .operand(subject: "host", .after(.equal)))]
    ),
    (
      "chain A { when path hasPrefix page.‸",
      [.member(of: "page", instead: .operand(subject: "path", .after(.hasPrefix)))]
    ),
    ("chain A { when (path ‸", afterValue("path", inParentheses: true)),
    ("chain A { when (path == \"/\" ‸", connectives + words(.ignoring)),
    ("chain A { when (path == \"/\") ‸", afterCondition),
    (
      "chain A { otherwise open url setting fragment = page.‸",
      [.member(of: "page", instead: .changedValue(part: "fragment"))]
    ),
    ("chain A { otherwise open a.‸", [.member(of: "a", instead: .url)]),
    ("chain A { otherwise load a.b removing c, ‸", [.changedPart(isSet: false, except: ["c"])]),
    (
      "chain A { otherwise load url setting query.a = [1, 2] ‸",
      changes + [.ifMissing(part: "query")]
    ),
    ("chain A { otherwise perform b(c: [1, ‸", []),
    ("chain A { when path == \"/\" open url removing user dismiss ‸", [.step(isFirst: false)]),
    ("chain A { when path == \"/\" open ‸", [.url]),
    (
      "chain A { when path == \"/\" present B(‸",
      [
        .label(ExpectedSyntax.Callee(kind: .screen, name: "B"), except: []),
        .argument(ExpectedSyntax.Callee(kind: .screen, name: "B"), label: nil),
      ]
    ),
    (
      "chain A { when path == \"/\" present B(c: path[1], ‸",
      [
        .label(ExpectedSyntax.Callee(kind: .screen, name: "B"), except: ["c"]),
        .argument(ExpectedSyntax.Callee(kind: .screen, name: "B"), label: nil),
      ]
    ),
    (
      "chain A { when path == \"/\" perform b(c: ‸",
      [.argument(ExpectedSyntax.Callee(kind: .action, name: "b"), label: "c")]
    ),
    (
      "chain A { when path == \"/\" present B(c: page.‸",
      [
        .member(
          of: "page",
          instead: .argument(ExpectedSyntax.Callee(kind: .screen, name: "B"), label: "c"))
      ]
    ),
    ("chain A { when path == \"/\" dismiss ‸", [.step(isFirst: false)]),
    ("chain A { when path == \"/\" cancel ‸", []),
    ("chain A { when path == \"/\" cancel\n  ‸", [.rule(isInBlock: false, isLast: false)]),
    ("chain A { otherwise ‸", [.step(isFirst: true)]),
    ("chain A { when a { ‸", [.rule(isInBlock: true, isLast: false)]),
    ("chain A { when a { when b cancel\n  ‸", [.rule(isInBlock: true, isLast: false)]),
    ("chain A { when a { when b { when c cancel }\n  ‸", [.rule(isInBlock: true, isLast: false)]),
    ("chain A { when a { when ‸", [.condition]),
    ("handler A { when a { when path == \"/\" ‸", afterCondition + words(.ignoring)),
    ("chain A { when a { when b cancel }\n  ‸", [.rule(isInBlock: false, isLast: false)]),
    ("chain A { otherwise allow }\ntest A { ‸", [.testURL]),
    ("test A { \"‸\"", [.testURL]),
    ("test A { \"https://a.com/\" allow\n  \"http‸", [.testURL]),
    ("test A { \"https://a.com/\" present B(c: \"‸\")", []),
    (
      "test A { \"https://a.com/\" present B(c: ‸",
      [.argument(ExpectedSyntax.Callee(kind: .screen, name: "B"), label: "c")]
    ),
    ("test A { \"https://a.com/\" ‸", [.keyword(.with), .step(isFirst: true)]),
    ("test A { \"https://a.com/\" with ‸", [.setup(except: [], isNegated: false)]),
    ("test A { \"https://a.com/\" with frame == ‸", [.setupValue(subject: "frame")]),
    ("test A { \"https://a.com/\" with a, ‸", [.setup(except: ["a"], isNegated: false)]),
    (
      "test A { \"https://a.com/\" with frame == new, b == \"c\", ‸",
      [.setup(except: ["frame", "b"], isNegated: false)]
    ),
    ("test A { \"https://a.com/\" with frame == new ‸", [.step(isFirst: true)]),
    (
      "test A { \"https://a.com/\" with open url, download ‸",
      [.setupComparison(subject: "download"), .step(isFirst: true)]
    ),
    ("test A { \"https://a.com/\" with open ‸", [.url]),
    ("test A { \"https://a.com/\" with !‸", [.setup(except: [], isNegated: true)]),
    ("test A { \"https://a.com/\" with b == [\"c\", ‸", []),
    (
      "test A { \"https://a.com/\" with b == [\"c\", \"d\"], ‸",
      [.setup(except: ["b"], isNegated: false)]
    ),
    (
      "test A { \"https://a.com/\" with a ‸",
      [.setupComparison(subject: "a"), .step(isFirst: true)]
    ),
    ("test A { \"https://a.com/\" present ‸", [.name(of: .screen)]),
    ("test A { \"https://a.com/\" allow ‸", [.keyword(.with)]),
    ("chain A { when a allow with ‸", [.keyword(.contentMode), .keyword(.javaScript)]),
    ("chain A { when a allow with contentMode mobile, ‸", [.keyword(.javaScript)]),
    (
      "chain A { when a allow with javaScript ‸",
      [.keyword(.enabled), .keyword(.disabled)]
    ),
  ]

  @Test(arguments: declarations + types + rules)
  func expectationsAtTheMark(_ marked: String, _ expected: [ExpectedSyntax]) throws {
    let found = try Self.cursor(marked).expectations.filter { expectation in
      switch expectation {
      case .literal: false
      case .token(let kind): [.and, .or, .arrow].contains(kind)
      default: true
      }
    }
    #expect(Set(found) == Set(expected), "\(found)")
  }

  private static let codes: [(String, Bool)] = [
    ("// bascule:ignore ‸", true),
    ("// bascule:ignore unused‸", true),
    ("// bascule:ignore unused-declaration -- ‸", false),
    ("// bascule:ignore unused-declaration, ‸", true),
    ("// bascule:ignore-file ‸", true),
    ("// a comment‸", false),
    ("flag ‸", false),
  ]

  @Test(arguments: codes) func codesAreInComments(_ marked: String, _ expected: Bool) throws {
    #expect(try Self.cursor(marked).isAmongCodes == expected)
  }

  @Test func callThatEnclosesTheMark() throws {
    func call(_ marked: String) throws -> String? {
      try Self.cursor(marked).call.map {
        "\($0.callee.name) \($0.callee.kind) \($0.label ?? "-") \($0.position)"
      }
    }
    #expect(try call("chain A { otherwise present B(‸") == "B screen - 0")
    #expect(try call("chain A { otherwise present B(c: 1, d: ‸") == "B screen d 1")
    #expect(try call("chain A { otherwise perform b(c: [1, 2], ‸") == "b action - 1")
    #expect(try call("render A { B(c: ‸") == "B call c 0")
    #expect(try call("screen A(b: ‸") == nil)
    #expect(try call("chain A { when (‸") == nil)
    #expect(try call("(‸") == nil)
  }

  @Test func wordBeingTyped() throws {
    func word(_ marked: String) throws -> Range<UInt32> {
      let word = try Self.cursor(marked).word
      return word.start..<word.end
    }
    #expect(try word("flag a\nch‸ain A {}") == 7..<12)
    #expect(try word("chain A { when ‸path") == 15..<19)
    #expect(try word("chain A { when ‸ path") == 15..<15)
    #expect(try word("‸") == 0..<0)
  }

  /// Tests that completion works on every prefix of broken text.
  @Test func everyPrefixOfShuffledTokensHasAPlace() {
    let words =
      (Keyword.allCases.map(\.rawValue) + [
        "a", "\"s\"", "1", "/r/", "{", "}", "(", ")", "[", "]", ",", ".", ":", "=", "==", "!", "&&",
        "||", "->", "@", "\n", "// bascule:ignore ", "\"\"\"",
      ])
    var state: UInt64 = 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let starts = [
      "", "chain A { when path ", "handler A { when scheme in [\"a\", ", "configuration A { ",
      "strategy A ", "event A ", "model A { b", "test A { \"https://a.com/\" with ",
      "render A { B(", "chain A { otherwise perform b(",
    ]
    var places: Set<String> = []
    for _ in 0..<3000 {
      let tail = (0..<1 + next(9)).map { _ in words[next(words.count)] }.joined(separator: " ")
      let text = starts[next(starts.count)] + tail
      let file = SourceFile(name: "a", text: text)
      let list = TokenList(file)
      for offset in 0...file.bytes.count {
        for expectation in CompletionCursor(list, file, at: offset).expectations {
          places.insert(String("\(expectation)".prefix { $0 != "(" }))
        }
      }
    }
    #expect(places.count > 12, "\(places.sorted())")
  }
}
