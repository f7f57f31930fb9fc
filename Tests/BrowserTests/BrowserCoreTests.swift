import Diagnostics
import Generation
import Requests
import Testing
import Text
import Workspace

@testable import Browser

/// The answers of the core in a page, which are those of the program.
@Suite struct BrowserCoreTests {
  private static let name = "rules/a.bascule"

  private static let rules = """
    screen Product(id: String)

    chain Default {
      when path[1] == "product" present Product(id: path[2]) cancel
      when path == "/product/7" cancel
      otherwise allow
    }

    test Default {
      "https://a.example/product/1" present Product(id: "1") cancel
    }

    """

  /// A request with one file.
  private static func request(
    _ method: String, _ text: String = rules, _ others: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("method", method)
      write("files", [(name, text)], &writer)
      others(&writer)
    }
    return writer.bytes
  }

  private static func write(
    _ key: StaticString, _ files: [(name: String, text: String)], _ writer: inout JSONWriter
  ) {
    writer.objects(key, files) { file, writer in
      writer.string("name", file.name)
      writer.string("text", file.text)
    }
  }

  private static func input(_ text: String = rules) -> RuleSetInput {
    RuleSetInput(files: [SourceFile(name: name, text: text)], paths: ["a.bascule"])
  }

  private static func answer(_ request: [UInt8]) -> String {
    String(decoding: BrowserCore().call(request), as: UTF8.self)
  }

  @Test func check() {
    let input = Self.input()
    let session = RuleSetSession(isReused: false)
    let findings = Workspace.offering(
      session.check(input), of: input, Severities(), checkedBy: session)
    #expect(findings.map { $0.code } == ["unreachable-rule"])
    #expect(
      BrowserCore().call(Self.request("check")) == JSONRenderer.render(findings, files: input.files)
    )
  }

  /// The session is kept: after edits the answers are those of a new one.
  @Test func checksAfterEdits() {
    let core = BrowserCore()
    let edits = [
      Self.rules, Self.rules.replacing("/product/7", with: "/cart"),
      Self.rules.replacing("otherwise", with: "otherwis"),
      Self.rules.replacing("path[1]", with: "path[2]"), Self.rules, "",
    ]
    for text in edits {
      let request = Self.request("check", text)
      #expect(core.call(request) == BrowserCore().call(request))
    }
  }

  @Test(arguments: ["safe", "all"]) func fix(_ scope: String) {
    let text = Self.rules.replacing("otherwise", with: "otherwize")
    let fixes = RuleSetFixes(Self.input(text), all: scope == "all")
    let answer = Self.answer(Self.request("fix", text) { $0.string("scope", scope) })
    #expect(
      answer.contains(#""text":"\#(Self.escaped(fixes.input.files[0]))""#) == !fixes.applied.isEmpty
    )
    #expect(answer.contains(#""isIncomplete":false"#))
    for applied in fixes.applied { #expect(answer.contains(#""code":"\#(applied.code)""#)) }
  }

  private static func escaped(_ file: SourceFile) -> String {
    var writer = JSONWriter()
    writer.string(String(decoding: file.bytes, as: UTF8.self))
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  @Test func format() {
    let request = Self.request("format", "flag   a\n") { $0.string("file", Self.name) }
    #expect(Self.answer(request) == #"{"text":"flag a\n"}"#)
    let wrong = Self.request("format", "flag {") { $0.string("file", Self.name) }
    #expect(Self.answer(wrong).hasPrefix(#"{"error":"`rules/a.bascule` has syntax errors""#))
  }

  @Test func trace() throws {
    let rules = """
      flag open
      chain Default { when open && method == "POST" cancel otherwise allow }
      """
    var query = TraceQuery(url: "https://a.example/")
    query.settings = ["open=true"]
    query.inputs = ["method": ["POST"]]
    query.chain = ChainName(.requests, "Default")
    let request = Self.request("trace", rules) { writer in
      writer.string("url", "https://a.example/")
      writer.string("chain", "Default")
      writer.object("set") { $0.bool("open", true) }
      writer.object("options") { $0.string("method", "POST") }
    }
    #expect(try BrowserCore().call(request) == Workspace.load(Self.input(rules)).trace(query).json)
    let unknown = Self.request("trace", rules) { writer in
      writer.string("url", "https://a.example/")
      writer.object("set") { $0.bool("opne", true) }
    }
    #expect(
      Self.answer(unknown)
        == #"{"error":"there is no flag or value `opne`","help":"did you mean `open`?"}"#)
  }

  @Test func test() {
    #expect(
      BrowserCore().call(Self.request("test")) == TestRun([Workspace.load(Self.input())]).json)
  }

  @Test func page() {
    let model = PageModel([("rules", Workspace.load(Self.input()))], findsWitnesses: true)
    #expect(
      BrowserCore().call(Self.request("page") { $0.bool("witnesses", true) }) == model.json)
  }

  @Test func diff() {
    let before = Self.rules.replacing("allow", with: "cancel")
    let request = Self.request("diff") { Self.write("before", [(Self.name, before)], &$0) }
    let sets = (Workspace.load(Self.input(before)), Workspace.load(Self.input()))
    #expect(BrowserCore().call(request) == RuleSetDiff([sets], all: false).json)
  }

  @Test func complete() {
    let text = "chain Default {\n  when hos\n}\n"
    let request = Self.request("complete", text) { writer in
      writer.string("file", Self.name)
      writer.number("offset", 26)
    }
    let answer = Self.answer(request)
    #expect(answer.hasPrefix(#"{"start":23,"end":26,"items":[{"#))
    #expect(answer.contains(#"{"label":"host","insert":"host","kind":"variable""#))
    // The letter outside of the basic plane has two code units.
    let moved = Self.request("complete", "// 😀\n" + text) { writer in
      writer.string("file", Self.name)
      writer.number("offset", 32)
    }
    #expect(Self.answer(moved).hasPrefix(#"{"start":29,"end":32,"items":[{"#))
  }

  /// Tests that no generated file contains the run-time support if the app imports the library.
  @Test func generate() throws {
    let options = GenerationOptions(
      swift: SwiftOptions(runtime: .package), typeScript: GeneratedHeading())
    let output = try #require(Workspace.generate(Self.input(Self.valid), options).output)
    let swift = Self.answer(Self.request("generate", Self.valid) { $0.string("language", "swift") })
    for file in output.swift {
      let json =
        #"{"name":"\#(file.name)","text":"\#(Self.escaped(SourceFile(name: "", bytes: file.bytes)))"}"#
      #expect(swift.contains(json))
    }
    let typeScript = Self.answer(
      Self.request("generate", Self.valid) { $0.string("language", "typescript") })
    #expect(
      typeScript.contains(
        Self.escaped(SourceFile(name: "", bytes: try #require(output.typeScript)))))
    let wrong = Self.request("generate", "chain {") { $0.string("language", "swift") }
    #expect(Self.answer(wrong).hasPrefix(#"{"error":"the rule set has errors""#))
  }

  private static let valid = rules.replacing(
    "  when path == \"/product/7\" cancel\n", with: "")

  /// Files that rules name are read from the other files, by their paths in the folder of the rules.
  @Test func otherFiles() {
    let rules = """
      script Greeting from "scripts/a.js"
      configuration Web { scripts Greeting }
      """
    func request(_ script: String) -> [UInt8] {
      var writer = JSONWriter()
      writer.object { writer in
        writer.string("method", "check")
        Self.write("files", [("app/rules/a.bascule", rules), (script, "hello()")], &writer)
      }
      return writer.bytes
    }
    #expect(!Self.answer(request("app/rules/scripts/a.js")).contains("scripts/a.js"))
    #expect(Self.answer(request("app/scripts/a.js")).contains("scripts/a.js"))
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}", #"{"method":1}"#, #"{"method":"fly","files":[]}"#,
    #"{"method":"check"}"#, #"{"method":"check","files":{}}"#, #"{"method":"check","files":[1]}"#,
    #"{"method":"check","files":[{"name":"a.bascule"}]}"#,
    #"{"method":"check","files":[{"name":"a","text":""},{"name":"a","text":""}]}"#,
    #"{"method":"fix","files":[],"scope":"some"}"#, #"{"method":"format","files":[],"file":"a"}"#,
    #"{"method":"trace","files":[]}"#, #"{"method":"trace","files":[],"url":"a b"}"#,
    #"{"method":"trace","files":[],"url":"https://a.example","set":[]}"#,
    #"{"method":"trace","files":[],"url":"https://a.example","set":{"a":{}}}"#,
    #"{"method":"trace","files":[],"url":"https://a.example","options":{"colour":"red"}}"#,
    #"{"method":"trace","files":[],"url":"https://a.example","chain":"A","responses":"B"}"#,
    #"{"method":"diff","files":[]}"#, #"{"method":"page","files":[],"witnesses":1}"#,
    #"{"method":"complete","files":[{"name":"a.bascule","text":""}],"file":"a.bascule"}"#,
    #"{"method":"complete","files":[],"file":"a.bascule","offset":0}"#,
    #"{"method":"generate","files":[],"language":"cobol"}"#,
  ]) func nonsenseIsAnError(_ request: String) {
    #expect(Self.answer(Array(request.utf8)).hasPrefix(#"{"error":""#))
  }

  /// Places outside of the file become its ends.
  @Test(arguments: [-5, 0, 3, 1_000_000]) func anyPlace(_ place: Int) {
    let request = Self.request("complete", "flag a") { writer in
      writer.string("file", Self.name)
      writer.number("offset", place)
    }
    #expect(Self.answer(request).hasPrefix(#"{"start":"#))
  }

  @Test func requestThatIsNotText() {
    #expect(
      String(decoding: BrowserCore().call([0x22, 0xFF, 0x22]), as: UTF8.self)
        .hasPrefix(#"{"error":""#))
  }
}
