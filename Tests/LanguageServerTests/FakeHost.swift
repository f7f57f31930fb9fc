import Diagnostics
import Testing
import Text

@testable import LanguageServer

/// A fake disk with files in memory.
final class FakeHost: ServerHost {
  private let files: [String: String]
  var defaultFolder: String? { nil }

  init(files: [String: String]) { self.files = files }

  func ruleSets(below folders: [String]) -> [FoundRuleSet] {
    folders.compactMap { folder in
      let found = files.keys.filter { $0.hasPrefix(folder) && $0.hasSuffix(".bascule") }.sorted()
      return found.isEmpty
        ? nil : FoundRuleSet(folder: folder, files: found, configuration: nil)
    }
  }

  func ruleSet(around file: String) -> FoundRuleSet {
    FoundRuleSet(folder: file.folderOfPath, files: [], configuration: nil)
  }

  func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
  func resource(_ path: String, in folder: String) -> [UInt8]? { read(folder + "/" + path) }
}

/// A server with one open rule file, and requests about places in this file.
final class AskedServer {
  private let server: LanguageServer
  let text: String
  /// The offset of `‸` in the text.
  private let mark: Int
  /// The messages of the server before the first request, and after notifications.
  private(set) var announced: [JSONValue] = []

  /// - Parameters:
  ///   - marked: the text of `/w/a.bascule`, with `‸` at the place of the requests.
  ///   - others: additional files.
  ///   - capabilities: the capabilities of the client, as JSON.
  ///   - options: the options of the initialization, as JSON.
  init(
    _ marked: String, others: [String: String] = [:], capabilities: String = "{}",
    options: String = "{}"
  ) {
    let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
    text = parts.joined()
    mark = parts[0].utf16.count
    var files = others
    files["/w/a.bascule"] = text
    server = LanguageServer(host: FakeHost(files: files), version: "0")
    server.receive([
      Array(
        """
        {"jsonrpc": "2.0", "id": 1, "method": "initialize",
         "params": {"rootUri": "file:///w", "capabilities": \(capabilities),
          "initializationOptions": \(options)}}
        """.utf8), Array(#"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#.utf8),
    ])
    while server.hasWork { server.work() }
    announced = server.takeOutput().compactMap { try? JSONReader.read($0) }
  }

  /// Sends a notification.
  ///
  /// - Parameter params: JSON without the outer braces.
  func notify(_ method: String, _ params: String) {
    server.receive([
      Array(#"{"jsonrpc": "2.0", "method": "\#(method)", "params": {\#(params)}}"#.utf8)
    ])
    while server.hasWork { server.work() }
    announced += server.takeOutput().compactMap { try? JSONReader.read($0) }
  }

  /// Sends a request and returns its result.
  ///
  /// - Parameter params: JSON without the outer braces.
  func request(_ method: String, _ params: String) throws -> JSONValue? {
    let message = #"{"jsonrpc": "2.0", "id": 9, "method": "\#(method)", "params": {\#(params)}}"#
    server.receive([Array(message.utf8)])
    while server.hasWork { server.work() }
    return try server.takeOutput().map { try JSONReader.read($0) }.last { $0["id"]?.int == 9 }
  }

  /// Returns the answer about the marked place, or about another one.
  ///
  /// - Parameter offset: the number of UTF-16 units before the place.
  func ask(_ method: String, _ more: String = "", at offset: Int? = nil) throws -> JSONValue? {
    let before = text.utf16.prefix(offset ?? mark)
    let line = before.count { $0 == 0x0A }
    let column = before.reversed().prefix { $0 != 0x0A }.count
    return try request(
      "textDocument/\(method)",
      """
      "textDocument": {"uri": "file:///w/a.bascule"},
      "position": {"line": \(line), "character": \(column)}\(more)
      """)?["result"]
  }

  func hover() throws -> String? { try ask("hover")?["contents"]?["value"]?.string }

  func labels() throws -> [String] {
    (try ask("completion")?["items"]?.array ?? [])
      .sorted { ($0["sortText"]?.string ?? "") < ($1["sortText"]?.string ?? "") }
      .compactMap { $0["label"]?.string }
  }

  /// Returns the texts of ranges in the file.
  func texts(_ ranges: [JSONValue]) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return ranges.map { range in
      guard let line = range["start"]?["line"]?.int, let start = range["start"]?["character"]?.int,
        line == range["end"]?["line"]?.int, let end = range["end"]?["character"]?.int
      else { return "" }
      return String(lines[line].dropFirst(start).prefix(end - start))
    }
  }
}
