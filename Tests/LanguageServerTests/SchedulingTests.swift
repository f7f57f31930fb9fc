import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests the order in which the server answers, drops and checks while messages arrive.
@Suite struct SchedulingTests {
  /// A disk with one file, and a clock that advances whenever it is read.
  private final class TickingHost: ServerHost {
    let text: String
    var milliseconds: Int {
      now += 1
      return now
    }
    private(set) var now = 0
    var defaultFolder: String? { nil }

    init(_ text: String) { self.text = text }

    func ruleSets(below folders: [String]) -> [FoundRuleSet] {
      folders.map { FoundRuleSet(folder: $0, files: [$0 + "/a.bascule"], configuration: nil) }
    }
    func ruleSet(around file: String) -> FoundRuleSet {
      FoundRuleSet(folder: file.folderOfPath, files: [], configuration: nil)
    }
    func read(_ path: String) -> [UInt8]? { Array(text.utf8) }
    func resource(_ path: String, in folder: String) -> [UInt8]? { nil }
  }

  /// A server with a file at whose start the user types.
  private final class TypedServer {
    let host: TickingHost
    let server: LanguageServer
    private var version = 1
    private var lastRequest = 10
    private(set) var sent: [JSONValue] = []

    init(_ text: String, capabilities: String = "{}") {
      host = TickingHost(text)
      server = LanguageServer(host: host, version: "0")
      let quoted = String(decoding: JSON.string(text).bytes, as: UTF8.self)
      server.receive([
        Array(
          """
          {"jsonrpc": "2.0", "id": 1, "method": "initialize",
           "params": {"rootUri": "file:///w", "capabilities": \(capabilities)}}
          """.utf8),
        Array(#"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#.utf8),
        Array(
          """
          {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
            {"uri": "file:///w/a.bascule", "languageId": "bascule", "version": 1, "text": \(quoted)}}}
          """.utf8),
      ])
      finish()
    }

    func edit(_ text: String = " ") {
      version += 1
      add(
        """
        {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
          "textDocument": {"uri": "file:///w/a.bascule", "version": \(version)},
          "contentChanges": [{"range": {"start": {"line": 0, "character": 0},
            "end": {"line": 0, "character": 0}}, "text": "\(text)"}]}}
        """)
    }

    /// Sends a request about the whole text.
    func ask(_ method: String) -> Int {
      lastRequest += 1
      add(
        """
        {"jsonrpc": "2.0", "id": \(lastRequest), "method": "textDocument/\(method)", "params": {
          "textDocument": {"uri": "file:///w/a.bascule"}, "position": {"line": 0, "character": 0},
          "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
          "context": {"diagnostics": []}}}
        """)
      return lastRequest
    }

    func cancel(_ id: Int) {
      add(#"{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": \#(id)}}"#)
    }

    private func add(_ message: String) { server.add([Array(message.utf8)]) }

    /// Performs the next task. A check is interrupted at its first opportunity.
    func step(interrupts: Bool = false) {
      server.proceed(unless: { interrupts })
      sent += server.takeOutput().compactMap { try? JSONReader.read($0) }
    }

    func finish() { while !server.isIdle { step() } }

    /// Returns the answers to a request.
    func answers(_ id: Int) -> [JSONValue] {
      sent.filter { $0["id"]?.int == id && $0["method"] == nil }
    }

    /// The versions whose findings were published.
    var published: [Int] {
      sent.filter { $0["method"]?.string == "textDocument/publishDiagnostics" }
        .compactMap { $0["params"]?["version"]?.int }
    }
  }

  private static let text = text(200)

  private static func text(_ count: Int) -> String {
    let rules = (1...count).map { "  when path like \"/a\($0)/{id}\" cancel\n" }.joined()
    return "chain Main {\n\(rules)  otherwise allow\n}\nconfiguration Only { chain Main }\n"
  }

  /// Tests that the findings of an open file do not wait for the sets of other folders.
  @Test func openFilesComeFirst() throws {
    let server = LanguageServer(host: TickingHost("flag a"), version: "0")
    let folders = (0..<5).map { #"{"uri": "file:///w\#($0)", "name": "w"}"# }.joined(separator: ",")
    server.receive([
      Array(
        """
        {"jsonrpc": "2.0", "id": 1, "method": "initialize",
         "params": {"workspaceFolders": [\(folders)], "capabilities": {}}}
        """.utf8),
      Array(#"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#.utf8),
      Array(
        """
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
          {"uri": "file:///w3/a.bascule", "languageId": "bascule", "version": 1, "text": "flag b"}}}
        """.utf8),
    ])
    _ = server.takeOutput()
    server.work()
    let reports = server.takeOutput().map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.contains("publishDiagnostics") }
    #expect(reports.count == 1 && reports.allSatisfy { $0.contains("file:///w3/a.bascule") })
  }

  @Test func cancelsCountWhileOtherMessagesWait() {
    let typed = TypedServer(Self.text)
    typed.edit()
    let ids = (0..<5).map { _ in typed.ask("semanticTokens/full") }
    typed.step()
    typed.cancel(ids[3])
    typed.finish()
    for id in ids {
      let code = typed.answers(id).first?["error"]?["code"]?.int
      #expect(typed.answers(id).count == 1 && code == (id == ids[3] ? -32800 : nil))
    }
    // Cancelling a request that is answered or unknown has no answer.
    let count = typed.sent.count
    typed.cancel(ids[3])
    typed.cancel(999)
    typed.finish()
    #expect(typed.sent.count == count)
  }

  @Test(arguments: ["semanticTokens/full", "inlayHint", "codeLens", "foldingRange"])
  func answersAboutAnOutdatedTextAreNotComputed(_ method: String) {
    for (capabilities, code) in [
      ("{}", nil), (#"{"general": {"staleRequestSupport": {"cancel": true}}}"#, -32801),
    ] {
      let typed = TypedServer(Self.text, capabilities: capabilities)
      let early = typed.ask(method)
      typed.edit()
      let late = typed.ask(method)
      typed.finish()
      let answer = typed.answers(early).first
      #expect(answer?["error"]?["code"]?.int == code)
      #expect(code != nil || answer?["result"]?.isNull == true)
      #expect(typed.answers(late).first?["result"]?.isNull == false)
    }
  }

  @Test func pulledFindingsWaitForTheCheckAndAreAskedForAgain() {
    let typed = TypedServer(Self.text, capabilities: #"{"textDocument": {"diagnostic": {}}}"#)
    typed.edit("x")
    let early = typed.ask("diagnostic")
    typed.step()
    typed.step()
    #expect(typed.answers(early).isEmpty)
    typed.edit()
    typed.step()
    let refusal = typed.answers(early).first?["error"]
    #expect(refusal?["code"]?.int == -32802)
    #expect(refusal?["data"]?["retriggerRequest"]?.bool == true)
    let late = typed.ask("diagnostic")
    typed.finish()
    #expect(typed.answers(late).first?["result"]?["items"]?.array?.isEmpty == false)
    #expect(typed.answers(early).count == 1)
  }

  /// Tests that findings appear although edits and requests arrive faster than they are answered.
  @Test(.seeded) func findingsAppearUnderAFlood() {
    let methods = ["hover", "completion", "semanticTokens/full", "inlayHint", "codeAction"]
    var random = RandomChoice(seed: Seed.of(491))
    let typed = TypedServer(Self.text)
    var ids: [Int] = []
    for _ in 0..<600 {
      if random.below(3) == 0 {
        typed.edit()
      } else {
        ids.append(typed.ask(random.one(of: methods)))
      }
      if random.below(2) == 0 { typed.step(interrupts: true) }
    }
    let beforeTheEnd = Set(typed.published)
    #expect(beforeTheEnd.count > 3)
    typed.finish()
    for id in ids { #expect(typed.answers(id).count == 1) }
  }

  /// Tests that while each check is interrupted at its first opportunity, findings are at most as old as a few checks
  /// take, in sets of any size.
  @Test(arguments: [20, 200, 2_000]) func theAgeOfFindingsIsBounded(_ rules: Int) {
    let typed = TypedServer(Self.text(rules))
    let before = typed.host.now
    typed.edit()
    typed.finish()
    let check = typed.host.now - before
    var (known, changed, oldest) = (typed.published.count, typed.host.now, 0)
    while typed.published.count < 12 {
      typed.edit()
      typed.step(interrupts: true)
      if typed.published.count > known {
        (known, changed) = (typed.published.count, typed.host.now)
      }
      oldest = max(oldest, typed.host.now - changed)
      guard oldest < 100 * check + 10_000 else { break }
    }
    #expect(oldest < 4 * check + 200, "a check takes \(check)")
  }

  @Test func theClientIsToldWhenAllIsDone() {
    let typed = TypedServer(
      Self.text, capabilities: #"{"experimental": {"serverStatusNotification": true}}"#)
    func states() -> [Bool] {
      typed.sent.filter { $0["method"]?.string == "experimental/serverStatus" }
        .compactMap { $0["params"]?["quiescent"]?.bool }
    }
    #expect(states() == [true])
    typed.edit()
    typed.step()
    #expect(states() == [true, false])
    _ = typed.ask("hover")
    typed.finish()
    #expect(states() == [true, false, true])
    #expect(typed.published.last == 2)
  }

  /// Tests that each request is answered without a check of the whole set: either it waits for a check, or it needs
  /// none.
  @Test func noRequestChecksTheSet() throws {
    let host = TickingHost(Self.text)
    let state = ServerState(host: host)
    state.client.showsTests = true
    state.folders = ["/w"]
    state.discover()
    let uri = "file:///w/a.bascule"
    for feature in Feature.all {
      for line in [0, 1, 201, 203] {
        let params = try JSONReader.read(
          Array(
            """
            {"textDocument": {"uri": "\(uri)"}, "position": {"line": \(line), "character": 8},
             "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
             "positions": [{"line": \(line), "character": 8}], "newName": "other", "query": "M",
             "context": {"diagnostics": []}, "ch": "\\n", "options": {"tabSize": 2},
             "data": {"uri": "\(uri)", "kind": "rule", "name": "Main", "offset": 15, "rule": 15},
             "command": "bascule.tests", "arguments": ["\(uri)", "Main", "https://a.example/"]}
            """.utf8))
        _ = try? feature.handle(state)(Params(params))
        #expect(!state.sets[0].snapshot(state).isChecked, "\(feature.method) at line \(line)")
      }
    }
  }
}
