import Diagnostics
import Testing
import Text
import Workspace

@testable import LanguageServer

/// Tests an open `apple-app-site-association` file, which is a JSON document with findings and their fixes, and has no
/// answers about rules.
struct LinkServerTests {
  private static let uri = "file:///w/public/apple-app-site-association"
  private static let text = """
    {"applinks": {"details": [{"appIDs": ["ABCDE12345.a"], "components": [
      {"/": "/*"},
      {"/": "/é", "percentEncoded": false, "exclude": true}
    ]}]}}
    """

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func open(_ text: String) -> AskedServer {
    let server = AskedServer("chain Default { otherwise allow }\n")
    server.notify(
      "textDocument/didOpen",
      """
      "textDocument": {"uri": "\(Self.uri)", "languageId": "json", "version": 1,
        "text": \(Self.quoted(text))}
      """)
    return server
  }

  private func diagnostics(_ server: AskedServer) -> [JSONValue]? {
    server.announced.last {
      $0["method"]?.string == "textDocument/publishDiagnostics"
        && $0["params"]?["uri"]?.string == Self.uri
    }?["params"]?["diagnostics"]?.array
  }

  @Test func findingsAreSent() throws {
    let server = open(Self.text)
    let sent = try #require(diagnostics(server))
    #expect(sent.map { $0["code"]?.string } == ["late-exclusion"])
    let range = sent.first?["range"]
    #expect(range?["start"]?["line"]?.int == 2 && range?["start"]?["character"]?.int == 3)
    #expect(range?["end"]?["character"]?.int == 12)
    server.notify(
      "textDocument/didChange",
      """
      "textDocument": {"uri": "\(Self.uri)", "version": 2}, "contentChanges": [{"text": "{"}]
      """)
    #expect(diagnostics(server)?.map { $0["code"]?.string } == ["invalid-association"])
    server.notify("textDocument/didClose", "\"textDocument\": {\"uri\": \"\(Self.uri)\"}")
    #expect(diagnostics(server)?.isEmpty == true)
  }

  @Test func fixesAreOffered() throws {
    let answer = try open(Self.text).request(
      "textDocument/codeAction",
      """
      "textDocument": {"uri": "\(Self.uri)"}, "context": {"diagnostics": []},
      "range": {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 4}}
      """)
    let actions = try #require(answer?["result"]?.array)
    #expect(actions.map { $0["title"]?.string } == ["move it before that pattern"])
    #expect(actions.first?["edit"]?["changes"]?[Self.uri]?.array?.count == 2)
  }

  @Test(arguments: [
    "hover", "definition", "completion", "documentSymbol", "formatting", "semanticTokens/full",
    "codeLens", "foldingRange", "documentHighlight",
  ])
  func nothingOfRulesIsAnswered(_ method: String) throws {
    let answer = try open(Self.text).request(
      "textDocument/\(method)",
      """
      "textDocument": {"uri": "\(Self.uri)"}, "position": {"line": 1, "character": 5},
      "options": {"tabSize": 2, "insertSpaces": true}
      """)
    let result = try #require(answer)["result"]
    let isNothing =
      switch result?.kind {
      case nil, .null: true
      case .array(let list): list.isEmpty
      case .object: result?["data"]?.array?.isEmpty ?? (result?["items"]?.array?.isEmpty ?? false)
      default: false
      }
    #expect(isNothing, "\(String(describing: result))")
  }
}
