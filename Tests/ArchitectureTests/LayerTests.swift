import Foundation
import Testing

/// SwiftPM does not stop a target from importing what its dependencies depend on; this does.
@Suite struct LayerTests {
  /// What each layer may import, the standard library and the toolchain's own modules aside.
  static let layers: [String: Set<String>] = [
    "Text": [],
    "WebURL": [],
    "Automata": [],
    "Diagnostics": ["Text"],
    "Syntax": ["Text", "Diagnostics"],
    "Formatting": ["Text", "Syntax"],
    "Semantics": ["Text", "Syntax", "WebURL"],
    "Interpreter": ["Text", "Semantics", "WebURL"],
    "DispatchTables": ["Semantics", "WebURL", "Interpreter"],
    "Reachability": ["Text", "Semantics", "WebURL", "Automata", "Interpreter"],
    "Checks": [
      "Text", "Diagnostics", "Syntax", "Semantics", "Interpreter", "Reachability", "WebURL",
    ],
    "Generation": ["Text", "Semantics", "Interpreter", "DispatchTables"],
    "Workspace": [
      "Text", "WebURL", "Diagnostics", "Syntax", "Formatting", "Semantics",
      "Interpreter", "Reachability", "Checks", "Generation",
    ],
    "LanguageServer": [
      "Text", "Diagnostics", "Syntax", "Semantics", "Interpreter", "Reachability", "Checks",
      "Generation", "Workspace", "Formatting",
    ],
    "CommandLine": ["Text", "Diagnostics", "Generation", "Workspace", "LanguageServer"],
    "bascule": ["CommandLine"],
    "Plugins": [],
  ]

  /// Modules of the toolchain, by the layers that may use them: no file, clock or environment is
  /// touched below `CommandLine`.
  static let toolchain: [String: Set<String>] = [
    "CommandLine": ["Glibc", "Musl", "Darwin", "FoundationEssentials", "Foundation"],
    "Plugins": ["Foundation", "PackagePlugin", "XcodeProjectPlugin"],
  ]

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func nothingImportsUpward() throws {
    let sources = Self.root.appendingPathComponent("Sources")
    var seen: Set<String> = []
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let relative = file.path.dropFirst(sources.path.count + 1)
      let layer = String(relative.prefix { $0 != "/" })
      let allowed = try #require(Self.layers[layer], "`\(layer)` is not in the list of layers")
        .union(Self.toolchain[layer] ?? [])
      seen.insert(layer)
      var isInLiteral = false
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if line.components(separatedBy: #"""""#).count.isMultiple(of: 2) { isInLiteral.toggle() }
        if isInLiteral { continue }
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), at <= 1, at + 1 < words.count,
          at == 0 || ["package", "public", "internal", "private", "@testable"].contains(words[0])
        else { continue }
        let module = String(words[at + 1].prefix { $0 != "." })
        #expect(allowed.contains(module), "\(relative) imports \(module)")
      }
    }
    #expect(seen == Set(Self.layers.keys))
  }

  @Test func topLevelHoldsOnlyWhatItShould() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    #expect(
      Set(names).subtracting([
        "Package.swift", "Sources", "Tests", "rules", "grammar", "README.md", "LICENSE",
      ]) == [])
  }
}
