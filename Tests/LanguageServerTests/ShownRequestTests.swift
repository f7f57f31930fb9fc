import Diagnostics
import Testing
import Text
import Workspace

@testable import LanguageServer

/// Tests that any request that the editor shows can be pasted into a `test` block.
@Suite struct ShownRequestTests {
  private final class Host: ServerHost {
    private let text: String
    var defaultFolder: String? { nil }

    init(text: String) { self.text = text }

    func ruleSets(below folders: [String]) -> [FoundRuleSet] {
      [FoundRuleSet(folder: "/w", files: ["/w/a.bascule"], configuration: nil)]
    }
    func ruleSet(around file: String) -> FoundRuleSet {
      FoundRuleSet(folder: "/w", files: ["/w/a.bascule"], configuration: nil)
    }
    func read(_ path: String) -> [UInt8]? { Array(text.utf8) }
    func resource(_ path: String, in folder: String) -> [UInt8]? { nil }
  }

  private static let rules = """
    flag isHome
    chain Main {
      frames all
      when header["x`\\""] == "\\u{202E}`a\\\\" && isHome cancel
      when page.host == "a.com" cancel
      when page.host == "a.com" && path[1] == "x" download
      when method == "POST" && navigation == reload cancel
      when frame == new && query["k`"] == "\\"" cancel
      when download && path[2] == "\\u{200B}" cancel
      otherwise allow
    }

    """

  /// Returns the result of a request.
  private func ask(
    _ server: LanguageServer, _ method: String, _ params: String
  ) throws -> JSONValue {
    server.receive([
      Array("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\(method)\",\"params\":\(params)}".utf8)
    ])
    while server.hasWork { server.work() }
    let answers = try server.takeOutput().map { try JSONReader.read($0) }
    return try #require(answers.first { $0["id"]?.int == 7 }?["result"])
  }

  @Test func canBePasted() throws {
    let server = LanguageServer(host: Host(text: Self.rules), version: "0")
    _ = try ask(server, "initialize", #"{"rootUri": "file:///w", "capabilities": {}}"#)
    server.receive([Array(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.utf8)])
    while server.hasWork { server.work() }
    _ = server.takeOutput()

    var requests: [(from: String, text: String)] = []
    var offset = 0
    for (number, line) in Self.rules.split(separator: "\n").enumerated() {
      if line.hasPrefix("  when") {
        let data =
          #"{"uri":"file:///w/a.bascule","kind":"rule","name":"Main","offset":\#(offset + 2)}"#
        let range = #"{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}"#
        let lens = try ask(server, "codeLens/resolve", "{\"range\":\(range),\"data\":\(data)}")
        let title = try #require(lens["command"]?["title"]?.string)
        if title.hasPrefix("reached by ") { requests.append(("lens", String(title.dropFirst(11)))) }

        let position = #"{"line":\#(number),"character":3}"#
        let hover = try ask(
          server, "textDocument/hover",
          #"{"textDocument":{"uri":"file:///w/a.bascule"},"position":\#(position)}"#)
        let text = try #require(hover["contents"]?["value"]?.string)
        for mark in ["reached by ", " handles "] {
          guard let start = text.firstRange(of: mark)?.upperBound else { continue }
          let rest = text[start...]
          let fence = rest.prefix { $0 == "`" }
          let body = rest.dropFirst(fence.count)
          let end = try #require(body.firstRange(of: fence)).lowerBound
          let code = body[..<end]
          requests.append(
            ("hover", fence.count > 1 ? String(code.dropFirst().dropLast()) : String(code)))
        }
      }
      offset += line.utf8.count + 1
    }
    #expect(requests.count { $0.from == "lens" } == 5)
    #expect(requests.count { $0.from == "hover" } == 6)
    for (from, text) in requests {
      let isVisible = text.isVisible
      #expect(isVisible, "\(from): \(text)")
      let set = Workspace.load(
        RuleSetInput(files: [
          SourceFile(name: "a.bascule", text: Self.rules + "test Main { \(text) cancel }\n")
        ]))
      #expect(!set.hasErrors, "\(from): \(text): \(set.findings.map(\.message))")
      #expect(TestRun([set]).passed == 1, "\(from): \(text)")
    }
  }
}
