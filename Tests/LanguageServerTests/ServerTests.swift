import Diagnostics
import Testing
import Text

@testable import LanguageServer

@Suite struct ServerTests {
  private func server(_ files: [String: String], _ capabilities: String = "{}") -> LanguageServer {
    let server = LanguageServer(host: FakeHost(files: files), version: "0")
    send(
      server,
      """
      {"jsonrpc": "2.0", "id": 1, "method": "initialize",
       "params": {"rootUri": "file:///w", "capabilities": \(capabilities)}}
      """, #"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#)
    _ = server.takeOutput()
    return server
  }

  private func send(_ server: LanguageServer, _ messages: String...) {
    server.receive(messages.map { Array($0.utf8) })
  }

  private func output(_ server: LanguageServer) throws -> [JSONValue] {
    while server.hasWork { server.work() }
    return try server.takeOutput().map { try JSONReader.read($0) }
  }

  private func open(_ path: String, _ text: String) -> String {
    """
    {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
      {"uri": "file://\(path)", "languageId": "bascule", "version": 1, "text": "\(text)"}}}
    """
  }

  private func diagnostics(_ messages: [JSONValue]) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for message in messages
    where message["method"]?.string == "textDocument/publishDiagnostics" {
      let params = message["params"]!
      found[params["uri"]!.string!] = params["diagnostics"]!.array!.map { $0["code"]!.string! }
    }
    return found
  }

  @Test func inputThatIsNoMessageIsAnswered() throws {
    let server = server([:])
    server.receiveFault("no header")
    let answer = try #require(try output(server).last)
    #expect(answer["id"]?.isNull == true && answer["error"]?["code"]?.int == -32700)
    #expect(answer["error"]?["message"]?.string == "no header")
  }

  @Test func unsavedTextCountsAndNotTheDisk() throws {
    let server = server(["/w/a.bascule": "flag a", "/w/b.bascule": "flag b"])
    #expect(
      diagnostics(try output(server)) == [
        "file:///w/a.bascule": ["unused-declaration"],
        "file:///w/b.bascule": ["unused-declaration"],
      ])
    send(server, open("/w/a.bascule", "flag b"))
    #expect(
      diagnostics(try output(server)) == [
        "file:///w/a.bascule": [], "file:///w/b.bascule": ["duplicate-declaration"],
      ])
    send(
      server,
      """
      {"jsonrpc": "2.0", "method": "textDocument/didClose",
       "params": {"textDocument": {"uri": "file:///w/a.bascule"}}}
      """)
    #expect(
      diagnostics(try output(server)) == [
        "file:///w/a.bascule": ["unused-declaration"],
        "file:///w/b.bascule": ["unused-declaration"],
      ])
  }

  @Test func aNewerChangeIsCheckedOnceOnly() throws {
    let server = server(["/w/a.bascule": ""])
    _ = try output(server)
    send(server, open("/w/a.bascule", ""), change("flag a", 2), change("flag", 3), change("x", 4))
    let published = try output(server).filter {
      $0["method"]?.string == "textDocument/publishDiagnostics"
    }
    #expect(published.count == 1)
    #expect(published[0]["params"]?["version"]?.int == 4)
  }

  private func change(_ text: String, _ version: Int) -> String {
    """
    {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
      "textDocument": {"uri": "file:///w/a.bascule", "version": \(version)},
      "contentChanges": [{"text": "\(text)"}]}}
    """
  }

  /// Returns the versions of the file for which diagnostics were published.
  private func versions(_ messages: [JSONValue]) -> [Int?] {
    messages.filter { $0["method"]?.string == "textDocument/publishDiagnostics" }
      .map { $0["params"]?["version"]?.int }
  }

  @Test func aCheckIsBrokenOffForWhatIsNewer() throws {
    let server = server(["/w/a.bascule": ""])
    let rules = (0..<40).map { "when path[1] == \\\"a\($0)\\\" cancel" }.joined(separator: " ")
    send(server, open("/w/a.bascule", "chain A { \(rules) otherwise allow }"))
    var asked = 0
    server.work {
      asked += 1
      return asked > 20
    }
    #expect(asked == 21, "a check asks before each rule")
    #expect(server.takeOutput().isEmpty && server.hasWork)
    // The server answers requests that do not need the findings in between.
    send(
      server, change("chain A { \(rules) \(rules) otherwise allow }", 2),
      """
      {"id": 7, "method": "textDocument/foldingRange",
       "params": {"textDocument": {"uri": "file:///w/a.bascule"}}}
      """)
    let answers = try server.takeOutput().map { try JSONReader.read($0) }
    #expect(answers.map { $0["id"]?.int } == [7])
    let messages = try output(server)
    #expect(versions(messages) == [2])
    // Each rule occurs twice, so the first is redundant and the second unreachable.
    #expect(diagnostics(messages)["file:///w/a.bascule"]?.count == 80)
  }

  /// Tests that a request for findings is answered with the findings of the newest text, even if the check of an older
  /// text was interrupted.
  @Test func aRequestForFindingsGetsThoseOfTheNewestText() throws {
    let server = server(["/w/a.bascule": ""])
    send(server, open("/w/a.bascule", ""))
    _ = try output(server)
    for version in 2..<7 {
      send(server, change("flag f\(version)", version))
      server.work { true }
    }
    send(
      server,
      """
      {"id": 7, "method": "textDocument/diagnostic",
       "params": {"textDocument": {"uri": "file:///w/a.bascule"}}}
      """)
    let messages = try output(server)
    let answers = messages.filter { $0["id"]?.int == 7 }
    #expect(answers.map { $0["result"]?["items"]?.array?.count } == [1])
    #expect(versions(messages).last == 6)
  }

  /// Tests that a check that continues after an edit is ended once a file was closed.
  @Test func closedFilesHaveNoFindingsOfAnOlderText() throws {
    let server = server(["/w/a.bascule": "", "/w/b.bascule": ""])
    send(server, open("/w/a.bascule", ""))
    _ = try output(server)
    for version in 2..<6 {
      send(server, change("flag f\(version)", version))
      server.work { true }
    }
    send(
      server,
      """
      {"jsonrpc": "2.0", "method": "textDocument/didClose",
       "params": {"textDocument": {"uri": "file:///w/a.bascule"}}}
      """)
    for message in try output(server) {
      #expect(diagnostics([message])["file:///w/a.bascule", default: []] == [])
    }
  }

  @Test func everyMessageIsAnsweredOnceAndErrorsByTheirCode() throws {
    let server = server([:])
    send(
      server, "{", "3", #"{"id": 2, "method": "no/such"}"#, #"{"id": "x", "method": "shutdown"}"#,
      #"{"id": 3, "method": "textDocument/hover", "params": {}}"#,
      #"{"method": "textDocument/didOpen"}"#)
    let answers = try output(server)
    #expect(answers.map { $0["error"]?["code"]?.int } == [-32700, -32600, -32601, nil, -32600])
    #expect(answers[3]["id"]?.string == "x")
    send(server, #"{"method": "exit"}"#)
    #expect(server.exitCode == 0)
  }

  /// Returns the answer to a question about a position in `/w/a.bascule`.
  ///
  /// - Parameter more: further parameters, each after a comma.
  private func answer(
    _ server: LanguageServer, _ method: String, _ line: Int, _ character: Int, _ more: String
  ) throws -> JSONValue? {
    send(
      server,
      """
      {"jsonrpc": "2.0", "id": 9, "method": "textDocument/\(method)", "params": {
        "textDocument": {"uri": "file:///w/a.bascule"},
        "position": {"line": \(line), "character": \(character)}\(more)}}
      """)
    return try output(server).last { $0["id"]?.int == 9 }
  }

  /// Tests that a value of the app has its name in every use, while a word of the language at the same place has none.
  @Test func valuesOfTheAppAreNames() throws {
    let text =
      "value server: String?\\nchain C {\\n  when host == server && exists server cancel\\n"
      + "  when frame == new && url in page.origin cancel\\n  when host ==  cancel\\n}"
    let server = server(["/w/a.bascule": ""])
    send(server, open("/w/a.bascule", text))
    _ = try output(server)
    func ask(_ method: String, _ line: Int, _ character: Int, _ more: String = "") throws
      -> JSONValue?
    {
      try answer(server, method, line, character, more)
    }
    func starts(_ answer: JSONValue?) -> [Int?] {
      (answer?["result"]?.array ?? []).map { $0["range"]?["start"]?["character"]?.int }
    }
    let all = #", "context": {"includeDeclaration": true}"#
    #expect(try starts(ask("references", 2, 16, all)) == [6, 15, 32])
    #expect(try starts(ask("definition", 2, 16)) == [6])
    let hover = try ask("hover", 2, 16)?["result"]?["contents"]?["value"]?.string
    #expect(hover?.contains("value server: String?") == true, "\(hover ?? "")")
    let word = try ask("hover", 3, 17)?["result"]?["contents"]?["value"]?.string
    #expect(word?.contains("No frame yet") == true, "\(word ?? "")")
    let origin = try ask("hover", 3, 36)?["result"]?["contents"]?["value"]?.string
    #expect(origin?.contains("scheme, host and port of `page`") == true, "\(origin ?? "")")
    let rename = try ask("rename", 2, 16, #", "newName": "home""#)
    #expect(rename?["error"] == nil && rename?["result"] != nil)
    let refused = try ask("rename", 3, 17, #", "newName": "home""#)
    #expect(refused?["error"]?["message"]?.string?.contains("defined by the language") == true)
    let completion = try ask("completion", 4, 15)?["result"]
    let items = completion?["items"]?.array ?? completion?.array ?? []
    let labels = items.compactMap { $0["label"]?.string }
    #expect(labels.contains("server") && labels.contains("page.host"), "\(labels)")
  }

  /// Tests the app's functions for schemes, which have no declaration; each use names them.
  @Test func functionsForSchemesAreNames() throws {
    let text =
      "configuration A {\\n  scheme \"a\" handler Files\\n  scheme \"b\" handler Files\\n}"
      .replacing("\"", with: "\\\"")
    let server = server(["/w/a.bascule": ""])
    send(server, open("/w/a.bascule", text))
    _ = try output(server)
    let all = #", "context": {"includeDeclaration": true}"#
    let found = try answer(server, "references", 1, 22, all)?["result"]?.array ?? []
    #expect(found.map { $0["range"]?["start"]?["line"]?.int } == [1, 2])
    let renamed = try answer(server, "rename", 1, 22, #", "newName": "Pages""#)
    #expect(renamed?["error"] == nil && renamed?["result"] != nil)
  }

  /// Tests values of the app in origins, and in patterns of hosts.
  @Test func valuesGiveOriginsAndPatterns() throws {
    let text =
      "value names: [String]\\nvalue server: URL\\norigin Home = server\\nchain C {\\n"
      + "  when host like names && url in Home cancel\\n  when host like  cancel\\n"
      + "  when url hasPrefix  cancel\\n}\\norigin B = "
    let server = server(["/w/a.bascule": ""])
    send(server, open("/w/a.bascule", text))
    _ = try output(server)
    func ask(_ method: String, _ line: Int, _ character: Int, _ more: String = "") throws
      -> JSONValue?
    {
      try answer(server, method, line, character, more)
    }
    func places(_ answer: JSONValue?) -> [Int?] {
      (answer?["result"]?.array ?? []).map { $0["range"]?["start"]?["line"]?.int }
    }
    func labels(_ line: Int, _ character: Int) throws -> [String] {
      let result = try ask("completion", line, character)?["result"]
      return (result?["items"]?.array ?? result?.array ?? []).compactMap { $0["label"]?.string }
    }
    let all = #", "context": {"includeDeclaration": true}"#
    #expect(try places(ask("references", 1, 7, all)) == [1, 2])
    #expect(try places(ask("references", 0, 7, all)) == [0, 4])
    #expect(try places(ask("definition", 2, 16)) == [1])
    let renamed = try ask("rename", 1, 7, #", "newName": "home""#)
    #expect(renamed?["error"] == nil && renamed?["result"] != nil)
    let hover = try ask("hover", 2, 16)?["result"]?["contents"]?["value"]?.string
    #expect(hover?.contains("value server: URL") == true, "\(hover ?? "")")
    #expect(try labels(5, 17).contains("names"))
    #expect(try labels(6, 21).contains("server"))
    let origins = try labels(8, 11)
    #expect(origins.contains("server") && !origins.contains("names"), "\(origins)")
  }

  @Test func progressIsReportedForTheFirstCheckOnly() throws {
    let server = server(
      ["/w/a.bascule": "flag a"], #"{"window": {"workDoneProgress": true}}"#)
    let first = try output(server).filter { $0["method"]?.string == "$/progress" }
    #expect(first.map { $0["params"]?["value"]?["kind"]?.string } == ["begin", "end"])
    send(server, open("/w/a.bascule", "flag b"))
    #expect(try output(server).allSatisfy { $0["method"]?.string != "$/progress" })
  }

  @Test func filesAreWatchedWhereTheClientCan() throws {
    let host = FakeHost(files: [:])
    let server = LanguageServer(host: host, version: "0")
    send(
      server,
      """
      {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"rootUri": "file:///w",
        "capabilities": {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}}}
      """, #"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#)
    let asked = try output(server).filter { $0["method"]?.string == "client/registerCapability" }
    #expect(asked.count == 1)
  }
}
