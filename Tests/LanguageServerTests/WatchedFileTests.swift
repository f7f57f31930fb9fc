import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text

@testable import LanguageServer

/// Tests files that change on the disk. The client reports the changes in any grouping.
@Suite struct WatchedFileTests {
  /// A disk whose files change.
  private final class Disk: ServerHost {
    var files: [String: String] = [:]
    var defaultFolder: String? { nil }

    func ruleSets(below folders: [String]) -> [FoundRuleSet] {
      let found = files.keys.filter { $0.hasSuffix(".bascule") }.sorted()
      return found.isEmpty
        ? [] : [FoundRuleSet(folder: "/w", files: found, configuration: configuration)]
    }
    func ruleSet(around file: String) -> FoundRuleSet {
      FoundRuleSet(folder: "/w", files: [], configuration: configuration)
    }
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
    func resource(_ path: String, in folder: String) -> [UInt8]? { read(folder + "/" + path) }
    func configuration(_ file: SourceFile) -> ReadConfiguration {
      var severities = Severities()
      if file.bytes.count == 3 { severities["unused-declaration"] = .off }
      return ReadConfiguration(severities: severities, files: [file])
    }

    private var configuration: String? { files["/w/bascule.json"] == nil ? nil : "/w/bascule.json" }
  }

  private static func started(_ disk: Disk) -> LanguageServer {
    let server = LanguageServer(host: disk, version: "0")
    server.receive([
      Array(
        #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"rootUri": "file:///w", "capabilities": {}}}"#
          .utf8), Array(#"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#.utf8),
    ])
    return server
  }

  /// Updates the last findings by file. Files without findings are left out.
  private static func collect(_ server: LanguageServer, _ last: inout [String: String]) {
    while server.hasWork { server.work() }
    for message in server.takeOutput().compactMap({ try? JSONReader.read($0) })
    where message["method"]?.string == "textDocument/publishDiagnostics" {
      let items = message["params"]?["diagnostics"]?.array ?? []
      let text = items.map {
        "\($0["range"]?["start"]?["line"]?.int ?? -1) \($0["message"]?.string ?? "")"
      }
      last[message["params"]?["uri"]?.string ?? ""] =
        items.isEmpty ? nil : text.joined(separator: "\n")
    }
  }

  @Test(.seeded) func toldInAnyGroupingTheyEqualAFreshStart() {
    let paths = ["/w/a.bascule", "/w/b.bascule", "/w/c.bascule", "/w/bascule.json", "/w/s.js"]
    var random = RandomChoice(seed: Seed.of(494))
    for _ in 0..<TestOptions.cases(40, long: 2_000) {
      let disk = Disk()
      func text(_ path: String) -> String {
        if path.hasSuffix(".json") { return random.one(of: ["off", "on"]) }
        if path.hasSuffix(".js") { return random.one(of: ["a()", "b("]) }
        let name = path.dropFirst(3).first.map(String.init) ?? ""
        return random.one(of: [
          "flag \(name)\n", "flag shared\n",
          "chain \(name.capitalizedFirst) { when shared cancel }\n",
          "script \(name.capitalizedFirst) at documentEnd from \"s.js\"\n", "flag \n",
        ])
      }
      for path in paths where random.below(2) == 0 { disk.files[path] = text(path) }
      let server = Self.started(disk)
      var told: [String: String] = [:]
      Self.collect(server, &told)
      for _ in 0..<3 {
        // The changes of each file are in order; those of different files are mixed.
        var changes: [(path: String, type: Int)] = []
        for _ in 0..<1 + random.below(6) {
          let path = random.one(of: paths)
          let isThere = disk.files[path] != nil
          let isDeleted = isThere && random.below(2) == 0
          disk.files[path] = isDeleted ? nil : text(path)
          changes.append((path, isDeleted ? 3 : isThere ? 2 : 1))
        }
        let order = paths.shuffled(using: &random)
        if random.below(2) == 0 {
          changes = order.flatMap { path in changes.filter { $0.path == path } }
        }
        while !changes.isEmpty {
          let group = changes.prefix(1 + random.below(3))
          changes.removeFirst(group.count)
          let list = group.map { #"{"uri": "file://\#($0.path)", "type": \#($0.type)}"# }
          server.receive([
            Array(
              #"{"jsonrpc": "2.0", "method": "workspace/didChangeWatchedFiles", "params": {"changes": [\#(list.joined(separator: ", "))]}}"#
                .utf8)
          ])
          if random.below(2) == 0 { Self.collect(server, &told) }
        }
        Self.collect(server, &told)
        var fresh: [String: String] = [:]
        Self.collect(Self.started(disk), &fresh)
        #expect(told == fresh, "\(disk.files)")
      }
    }
  }
}
