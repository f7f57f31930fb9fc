import Foundation
import GeneratedNames
import Testing

@testable import Generation

/// The names that checks reserve are those that the generated code declares.
@Suite struct FixedNamesTests {
  /// The types and functions that some Swift code declares at the top level.
  private func declared(in text: String) -> Set<String> {
    let declaration =
      #/^( *)(?:@\w+ )*(?:(?:public|private|fileprivate|final|indirect|nonisolated) )*(?:struct|class|enum|protocol|func) (\w+)/#
      .anchorsMatchLineEndings()
    // Code in a condition around the whole file is indented once.
    let code = text.split(separator: "\n").first { !$0.hasPrefix("//") }
    let depth = code?.hasPrefix("#if ") == true ? 2 : 0
    return Set(text.matches(of: declaration).filter { $0.1.count == depth }.map { String($0.2) })
  }

  private func declared(_ files: [GeneratedFile]) -> Set<String> {
    files.reduce(into: []) { $0.formUnion(declared(in: String(decoding: $1.bytes, as: UTF8.self))) }
  }

  @Test func rulesDeclareNoOtherNames() throws {
    for text in ["", "chain A { otherwise allow }", "strategy A\nconfiguration B { strategies A }"]
    {
      let files = SwiftRuleSet(text).swift().map { file in
        let code = String(decoding: file.bytes, as: UTF8.self)
        return declared(in: code)
      }
      let names = files.reduce(into: Set<String>()) { $0.formUnion($1) }
      #expect(
        names.subtracting(SwiftNames.fixed).subtracting([
          "ANavigationChain", "AScriptMessageStrategy",
        ]) == [])
    }
  }

  @Test func everyReservedNameIsDeclared() throws {
    var names = declared(try SwiftRuleSet(folder: "showcase").swift())
    var all: SwiftRuntimeSet = []
    all.formUnion(SwiftRuntime.allCases)
    for part in SwiftRuntime.allCases {
      var out = CodeWriter()
      if let condition = part.output.condition { out.line("#if ", condition) }
      part.write(among: all, "public ", &out)
      names.formUnion(declared(in: String(decoding: out.bytes, as: UTF8.self)))
    }
    #expect(SwiftNames.fixed.subtracting(names) == [])
  }

  /// Build systems know the files before they run; a plugin cannot import the generator.
  @Test func pluginNamesAllFiles() throws {
    let plugin = try String(
      contentsOf: SwiftCompiler.root.appendingPathComponent(
        "Sources/Plugins/BasculePlugin/BasculePlugin.swift"), encoding: .utf8)
    let list = try #require(
      plugin.firstMatch(of: #/static let outputs = \[([^\]]*)\]/#)?.output.1)
    let names = list.matches(of: #/"(\w+)"/#).map { String($0.output.1) + ".swift" }
    #expect(names == SwiftGenerator.fileNames)
  }
}
