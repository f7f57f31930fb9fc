import Syntax
import Testing
import Text

@testable import LanguageServer

/// The place that completion derives from the tokens before `‸`.
@Suite struct CompletionPlaceTests {
  private static func reader(_ marked: String) throws -> CompletionReader {
    let mark = try #require(marked.firstIndex(of: "‸"))
    let before = String(marked[..<mark])
    let file = SourceFile(name: "a", text: before + marked[marked.index(after: mark)...])
    return CompletionReader(TokenList(file), file, at: before.utf8.count)
  }

  private static let declarations: [(String, CompletionPlace)] = [
    ("‸", .declaration),
    ("fla‸", .declaration),
    ("flag a\n‸", .declaration),
    ("flag a\n\n@‸", .attribute),
    ("flag ‸", .nothing),
    ("chain A { otherwise allow }\n‸", .declaration),
    ("chain A { otherwise allow } ‸", .declaration),
    ("// a comment‸", .nothing),
    ("// bascule:ignore ‸", .code),
    ("// bascule:ignore unused‸", .code),
    ("// bascule:ignore unused-declaration -- ‸", .nothing),
    ("// bascule:ignore unused-declaration, ‸", .code),
    ("// bascule:ignore-file ‸", .code),
    ("/* ‸ */", .nothing),
    ("origin A = \"htt‸ps://a.com\"", .nothing),
    ("origin A = ‸", .originValue), ("origin A = b ‸", .nothing),
    ("test ‸", .tested), ("test responses ‸", .names(.responses)),
    ("dispatch ‸", .words([.customEvent, .function])),
    ("script A ‸", .words([.at, .frames, .on, .world, .from])),
    ("script A at documentEnd frames main on B ‸", .words([.world, .from])),
    ("script A on ‸", .names(.origin)),
    ("script A on B, ‸", .names(.origin, except: ["B"])),
    ("script A world ‸", .words([.app])),
    ("script A at ‸", .words([.documentStart, .documentEnd])),
    ("script A at documentEnd frames ‸", .words([.main, .all])),
    ("configuration A ‸", .words([.extends])),
    ("chain A { when frame == new popup ‸", .names(.configuration)),
    ("chain A { when frame == new popup B ‸", .nothing),
    ("configuration A extends ‸", .names(.configuration, except: ["A"])),
    ("configuration A { ‸", .settings(alsoNames: nil)),
    ("configuration A { chain ‸", .names(.chain)),
    ("configuration A { chain B\n  ‸", .settings(alsoNames: nil, given: [.chain])),
    ("configuration A { strategies ‸", .names(.strategy)),
    ("configuration A { strategies S, ‸", .names(.strategy, except: ["S"])),
    (
      "configuration A { channels C\n  ‸",
      .settings(alsoNames: .channel, except: ["C"], given: [.channels])
    ),
    (
      "configuration A { strategies title\n  title ‸",
      .words([.web, .native])
    ),
    ("configuration A { scripts ‸", .names(.script)),
    ("configuration A { title ‸", .words([.web, .native])),
    ("configuration A { dataStore ‸", .words([.persistent, .ephemeral])),
    ("configuration A { contentMode ‸", .words([.recommended, .mobile, .desktop])),
    ("configuration A { javaScript ‸", .words([.enabled, .disabled])),
    ("configuration A { bounces ‸", .words([.true, .false])),
    ("configuration A { bounces\n  ‸", .settings(alsoNames: nil, given: [.bounces])),
    ("configuration A { userAgent ‸", .textValue),
    (
      "configuration A { applicationName \"A/1\" ‸",
      .settings(alsoNames: nil, given: [.applicationName])
    ),
    ("configuration A { mediaPlayback ‸", .words([.automatic, .userAction])),
    ("configuration A { panels ‸", .words([.native, .app])),
    ("configuration A { mediaCapture ‸", .words([.prompt, .grant, .deny])),
    ("configuration A { mediaCapture grant ‸", .words([.from])),
    ("configuration A { mediaCapture grant from ‸", .names(.origin)),
    ("configuration A { mediaCapture grant from A, ‸", .names(.origin, except: ["A"])),
    ("configuration A { scheme ‸", .nothing),
    ("configuration A { scheme \"zim\" ‸", .words([.handler])),
    ("configuration A { scheme \"zim\" handler ‸", .nothing),
    ("configuration A { scheme \"zim\" handler Zim ‸", .words([.from])),
    ("configuration A { scheme \"zim\" handler Zim from ‸", .names(.origin)),
    (
      "configuration A { scheme \"zim\" handler Zim from \"https://a.com\"\n  ‸",
      .settings(alsoNames: nil)
    ),
    ("configuration A { block ‸", .words([.from])),
    ("configuration A { block from ‸", .nothing),
    ("configuration A, ‸", .nothing),
    ("configuration A { , ‸", .settings(alsoNames: nil)),
    ("render A { ‸", .names(.call)),
    ("render A { B(‸", .label(callee: "B", kind: "call", used: [])),
    ("render A { B(x: ‸", .value(callee: "B", kind: "call", label: "x")),
  ]

  private static let types: [(String, CompletionPlace)] = [
    ("model A { b: ‸", .type),
    ("model A { b: [‸", .type),
    ("model A { b‸", .nothing),
    ("model A { b: Int = ‸", .defaultValue(type: "Int")),
    ("model A { b: Int }\n‸", .declaration),
    ("screen A(b: ‸", .parameterType),
    ("screen A(b: Int)\n‸", .declaration),
    ("action a(b: Int) -> ‸", .result(["Bool", "async"])),
    ("action a ‸", .result(["->", "async"])),
    ("action a(b: Int) ‸", .result(["->", "async"])), ("action a async ‸", .result(["->"])),
    ("action a async -> ‸", .result(["Bool"])), ("action a() -> async ‸", .result(["Bool"])),
    ("action a() -> Bool ‸", .nothing), ("action a(‸", .nothing), ("action a(b: ‸", .parameterType),
    ("flag a\n@deprecated(\"b\") ‸", .declaration),
    ("enum A {\n  b\n  @deprecated(\"b\") ‸", .nothing),
    ("channel A by \"k\" { strategy B @deprecated(\"b\") ‸", .words([.strategy])),
    ("configuration A { mediaCapture grant, ‸", .settings(alsoNames: nil, given: [.mediaCapture])),
    ("enum A {\n  b\n  ‸", .nothing), ("value a: [String\n  ‸", .nothing),
    ("model A { b: [Int] = [‸", .nothing), ("model A { b: [String: Int] = [:‸", .nothing),
    ("strategy A receives [B ‸", .nothing), ("strategy A receives { b: Int ‸", .nothing),
    (
      "strategy A receives { from: Int } ‸",
      .words([.as, .replies, .from, .frames, .world])
    ),
    ("script A(b: { c: Int }) ‸", .words([.at, .frames, .on, .world, .from])),
    ("value a: ‸", .valueType), ("value a: [‸", .elementType),
    ("dispatch customEvent ‸", .nothing),
    ("dispatch customEvent \"a\" ‸", .words([.sends, .replies, .fails])),
    ("dispatch A ‸", .words([.customEvent, .function])),
    ("dispatch A function message.a replies (‸", .pageValues(["reply"])),
    ("dispatch A customEvent \"a\" fails ({ id: ‸", .pageValues(["error.code", "error.message"])),
    ("dispatch A customEvent \"a\" sends ({ ‸", .nothing),
    ("chain A { when host !‸", .words([.in])),
    ("chain A { when url in B, ‸", .operand(subject: "url", operation: ",")),
    ("@deprecated(‸", .nothing), ("@deprecated(\"a\") flag ‸", .nothing),
    ("strategy A\n  ‸", .words([.receives, .replies, .from, .frames, .world])),
    ("strategy A ‸", .words([.receives, .replies, .from, .frames, .world])),
    ("strategy A from B ‸", .words([.frames, .world])),
    ("event A to B ‸", .words([])),
    ("strategy A replies Int via ‸", .names(.dispatch)),
    ("channel A by \"k\" via ‸", .names(.dispatch)),
    ("channel A by \"k\" payload inline via B ‸", .nothing),
    ("strategy A receives ‸", .type),
    ("strategy A receives Int ‸", .words([.as, .replies, .from, .frames, .world])),
    ("strategy A receives Int as ‸", .words([.text])),
    ("strategy A receives Int as text ‸", .words([.replies, .from, .frames, .world])),
    ("strategy A receives Int as text replies Int ‸", .words([.as, .via, .from, .frames, .world])),
    ("strategy A receives { b: ‸", .type),
    ("strategy A receives Int from ‸", .names(.origin)),
    ("strategy A receives Int from B, ‸", .names(.origin, except: ["B"])),
    ("strategy A frames ‸", .words([.main, .all])),
    ("strategy A receives Int\n‸", .declaration),
    ("event A ‸", .words([.sends, .queue, .to])),
    ("event A to ‸", .names(.origin)),
    ("call A sends Int to B, ‸", .names(.origin, except: ["B"])),
    ("event A queue ‸", .queue),
    ("call A sends Int ‸", .words([.replies, .to])),
    ("call A ‸", .words([.function, .sends, .replies, .to])),
    ("call A function ‸", .nothing),
    ("call A function \"a.b\"(c: ‸", .type),
    ("call A function \"a.b\"(c: Int) ‸", .words([.replies, .to])),
    ("channel A ‸", .words([.by])),
    ("union A ‸", .words([.by])), ("union A { a(‸", .kindType), ("union A { a(String) ‸", .nothing),
    ("union A by \"k\" { a(b: ‸", .type), ("union A { a([‸", .type),
    ("channel A by \"k\" ‸", .words([.payload, .via, .world])),
    ("channel A by \"k\" world ‸", .words([.app])), ("channel A by \"k\" world app ‸", .nothing),
    ("channel A by \"k\" via B ‸", .nothing), ("strategy A world ‸", .words([.app])),
    ("channel A by \"k\" payload ‸", .words([.inline])),
    ("channel A by \"k\" payload inline ‸", .words([.via, .world])),
    ("channel A by \"k\" { ‸", .words([.strategy])),
    ("channel A by \"k\" { strategy B receives ‸", .type),
    (
      "channel A by \"k\" { strategy B receives Int\n  ‸",
      .words([.strategy, .as, .replies, .from, .frames, .world])
    ),
    ("dispatch A function message.a replies ({ a: reply }) ‸", .words([.fails])),
    ("chain A { when url in page.‸", .originMember(base: "page")),
  ]

  private static let rules: [(String, CompletionPlace)] = [
    ("chain A { ‸", .rule(isChain: true, opens: true)),
    ("handler A { ‸", .rule(isChain: false, opens: true)),
    ("chain A { frames ‸", .words([.main, .new, .sub, .all])),
    ("chain A { frames main, ‸", .words([.new, .sub])),
    ("chain A { use ‸", .used(by: "A", given: [])),
    ("chain A { use B use ‸", .used(by: "A", given: ["B"])),
    ("chain A { otherwise allow\n  ‸", .nothing),
    ("chain A { when a { otherwise allow }\n  ‸", .rule(isChain: true, opens: false)),
    ("chain A { use B\n  ‸", .rule(isChain: true, opens: false)),
    ("chain A { when ‸", .condition),
    ("chain A { when pa‸", .condition),
    ("chain A { when !‸", .condition),
    ("chain A { when (‸", .condition),
    ("chain A { when exists ‸", .existing),
    ("chain A { when exists page.‸", .member(base: "page", mustBeOptional: true)),
    (
      "chain A { when !exists document.path.‸", .member(base: "document.path", mustBeOptional: true)
    ),
    ("chain A { when header[‸", .key(of: "header")),
    ("chain A { when header[\"‸\"]", .key(of: "header")),
    ("chain A { when page.query[\"a‸", .key(of: "page.query")),
    ("chain A { when host in [\"‸\"]", .nothing),
    ("chain A { when exists port ‸", .connective),
    ("chain A { when !exists header[\"A\"] ‸", .connective),
    ("chain A { when path ‸", .comparison(subject: "path")),
    ("chain A { when path[1] ‸", .comparison(subject: "path[1]")),
    ("chain A { when page.‸", .member(base: "page")),
    ("chain A { when query.‸", .member(base: "query")),
    ("chain A { when path == ‸", .operand(subject: "path", operation: "==")),
    ("chain A { when page.host == ‸", .operand(subject: "page.host", operation: "==")),
    ("chain A { when scheme in ‸", .operand(subject: "scheme", operation: "in")),
    ("chain A { when scheme !in ‸", .operand(subject: "scheme", operation: "in")),
    ("chain A { when scheme in [‸", .operand(subject: "scheme", operation: "list")),
    ("chain A { when scheme !in [\"a\", ‸", .operand(subject: "scheme", operation: "list")),
    ("chain A { when path[‸", .key(of: "path")),
    ("chain A { when path == \"/\" ‸", .connective),
    ("chain A { when (path == \"/\") ‸", .connective),
    ("chain A { when true ‸", .connective),
    ("chain A { when path == \"/\" && ‸", .condition),
    ("chain A { when path == \"/\" || frame ‸", .comparison(subject: "frame")),
    ("chain A { when path == \"/\" present ‸", .screens),
    ("chain A { when path == \"/\" push ‸", .screens),
    ("chain A { when path == \"/\" perform ‸", .actions(answering: false)),
    ("chain A { when path == \"/\" attempt ‸", .actions(answering: true)),
    ("chain A { when path == \"/\" attempt open ‸", .url),
    ("chain A { when path == \"/\" load ‸", .url),
    ("chain A { when path == \"/\" load url ‸", .change),
    ("chain A { when path == \"/\" load url setting ‸", .changedPart(isSet: true)),
    ("chain A { when path == \"/\" load url setting query.‸", .member(base: "query")),
    ("chain A { when path == \"/\" load url setting query.a = ‸", .changedValue(part: "query")),
    (
      "chain A { when path == \"/\" load url setting query.a = \"b\", host = ‸",
      .changedValue(part: "host")
    ),
    ("chain A { when path == \"/\" load url setting query.a = \"b\" ‸", .change),
    ("chain A { when path == \"/\" load url setting query.a = \"b\", ‸", .changedPart(isSet: true)),
    ("chain A { when path == \"/\" attempt open url removing ‸", .changedPart(isSet: false)),
    ("chain A { when path == \"/\" open url removing user ‸", .change),
    (
      "chain A { when path == \"/\" open url removing user, ‸",
      .changedPart(isSet: false, given: ["user"])
    ),
    (
      "chain A { when host == page.‸",
      .comparedMember(base: "page", subject: "host", operation: "==")
    ),
    (
      "chain A { when path hasPrefix page.‸",
      .comparedMember(base: "page", subject: "path", operation: "hasPrefix")
    ),
    ("chain A { when (path ‸", .comparisonOnly(subject: "path")),
    ("chain A { when (path == \"/\" ‸", .connectiveOnly),
    ("chain A { when (path == \"/\") ‸", .connective),
    (
      "chain A { otherwise open url setting fragment = page.‸",
      .changedMember(base: "page", part: "fragment")
    ),
    ("chain A { otherwise open a.‸", .member(base: "a")),
    ("chain A { otherwise load a.b removing c, ‸", .changedPart(isSet: false, given: ["c"])),
    ("chain A { otherwise load url setting query.a = [1, 2] ‸", .change),
    ("chain A { otherwise perform b(c: [1, ‸", .nothing),
    ("chain A { when path == \"/\" open url removing user dismiss ‸", .step(isFirst: false)),
    ("chain A { when path == \"/\" open ‸", .url),
    ("chain A { when path == \"/\" present B(‸", .label(callee: "B", kind: "screen", used: [])),
    (
      "chain A { when path == \"/\" present B(c: path[1], ‸",
      .label(callee: "B", kind: "screen", used: ["c"])
    ),
    (
      "chain A { when path == \"/\" perform b(c: ‸",
      .value(callee: "b", kind: "action", label: "c")
    ),
    (
      "chain A { when path == \"/\" present B(c: page.‸",
      .argumentMember(base: "page", callee: "B", kind: "screen", label: "c")
    ),
    ("chain A { when path == \"/\" dismiss ‸", .step(isFirst: false)),
    ("chain A { when path == \"/\" cancel ‸", .nothing),
    ("chain A { when path == \"/\" cancel\n  ‸", .rule(isChain: true, opens: false)),
    ("chain A { otherwise ‸", .step(isFirst: true)),
    ("chain A { when a { ‸", .ruleOfBlock),
    ("chain A { when a { when b cancel\n  ‸", .ruleOfBlock),
    ("chain A { when a { when b { when c cancel }\n  ‸", .ruleOfBlock),
    ("chain A { when a { when ‸", .condition),
    ("handler A { when a { when path == \"/\" ‸", .connective),
    ("chain A { when a { when b cancel }\n  ‸", .rule(isChain: true, opens: false)),
    ("chain A { otherwise allow }\ntest A { ‸", .testURL(isInString: false)),
    ("test A { \"‸\"", .testURL(isInString: true)),
    ("test A { \"https://a.com/\" allow\n  \"http‸", .testURL(isInString: true)),
    ("test A { \"https://a.com/\" present B(c: \"‸\")", .nothing),
    (
      "test A { \"https://a.com/\" present B(c: ‸",
      .expectedValue(callee: "B", kind: "screen", label: "c")
    ),
    ("test A { \"https://a.com/\" ‸", .afterTestURL),
    ("test A { \"https://a.com/\" with ‸", .setup()),
    ("test A { \"https://a.com/\" with frame == ‸", .setupValue(subject: "frame")),
    ("test A { \"https://a.com/\" with a, ‸", .setup(given: ["a"])),
    (
      "test A { \"https://a.com/\" with frame == new, b == \"c\", ‸", .setup(given: ["frame", "b"])
    ),
    ("test A { \"https://a.com/\" with frame == new ‸", .step(isFirst: true)),
    (
      "test A { \"https://a.com/\" with open url, download ‸",
      .setupComparisonOrStep(subject: "download")
    ),
    ("test A { \"https://a.com/\" with open ‸", .url),
    ("test A { \"https://a.com/\" with !‸", .setup(isNegated: true)),
    ("test A { \"https://a.com/\" with b == [\"c\", ‸", .nothing),
    ("test A { \"https://a.com/\" with b == [\"c\", \"d\"], ‸", .setup(given: ["b"])),
    ("test A { \"https://a.com/\" with a ‸", .setupComparisonOrStep(subject: "a")),
    ("test A { \"https://a.com/\" present ‸", .screens),
    ("test A { \"https://a.com/\" allow ‸", .nothing),
  ]

  @Test(arguments: declarations + types + rules)
  func placeOfTheMark(_ marked: String, _ expected: CompletionPlace) throws {
    #expect(try Self.reader(marked).place == expected)
  }

  @Test func callThatEnclosesTheMark() throws {
    func call(_ marked: String) throws -> String? {
      try Self.reader(marked).openCall.map {
        "\($0.name) \($0.isAction) \($0.isCall) \($0.label ?? "-") \($0.number)"
      }
    }
    #expect(try call("chain A { otherwise present B(‸") == "B false false - 0")
    #expect(try call("chain A { otherwise present B(c: 1, d: ‸") == "B false false d 1")
    #expect(try call("chain A { otherwise perform b(c: [1, 2], ‸") == "b true false - 1")
    #expect(try call("render A { B(c: ‸") == "B false true c 0")
    #expect(try call("screen A(b: ‸") == nil)
    #expect(try call("chain A { when (‸") == nil)
    #expect(try call("(‸") == nil)
  }

  @Test func wordBeingTyped() throws {
    func word(_ marked: String) throws -> Range<UInt32> {
      let word = try Self.reader(marked).word
      return word.start..<word.end
    }
    #expect(try word("flag a\nch‸ain A {}") == 7..<12)
    #expect(try word("chain A { when ‸path") == 15..<19)
    #expect(try word("chain A { when ‸ path") == 15..<15)
    #expect(try word("‸") == 0..<0)
  }

  /// Completion works on every prefix of broken text.
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
        let reader = CompletionReader(list, file, at: offset)
        places.insert(String("\(reader.place)".prefix { $0 != "(" }))
        _ = reader.openCall
      }
    }
    #expect(places.count > 12, "\(places.sorted())")
  }
}
