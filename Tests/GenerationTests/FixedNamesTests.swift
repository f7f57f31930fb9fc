import Foundation
import GeneratedNames
import Testing

@testable import Generation

/// The names that checks keep from declarations are those that the generated code has.
@Suite struct FixedNamesTests {
  /// The types and functions that a rule set's Swift declares at the top level.
  private func declared(_ set: SwiftRuleSet) -> Set<String> {
    var names: Set<String> = []
    let declaration =
      #/^( *)(?:@\w+ )*(?:(?:public|private|fileprivate|final|indirect) )*(?:struct|class|enum|protocol|func) (\w+)/#
      .anchorsMatchLineEndings()
    for file in set.swift(.public) {
      let text = String(decoding: file.bytes, as: UTF8.self)
      // Code in a condition is indented once.
      let depth = text.contains("\n#if ") ? 2 : 0
      for match in text.matches(of: declaration) where match.1.count == depth {
        names.insert(String(match.2))
      }
    }
    return names
  }

  @Test func swift() throws {
    #expect(declared(SwiftRuleSet("")).subtracting(SwiftNames.fixed) == [])
    #expect(
      SwiftNames.fixed.subtracting(declared(try SwiftRuleSet(folder: "showcase"))) == [])
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
