import Foundation
import ParsedRules
import TestSupport
import Testing

@testable import GeneratedNames
@testable import Generation

/// Tests the names of parameters in generated TypeScript.
struct ParameterNameTests {
  /// Tests types whose last word is a name of the run-time support, or of another parameter. They are received, sent
  /// and answered without hiding that name from the function that uses it.
  @Test func hideNothing() throws {
    guard TypeScriptTools.hasDeno("names of parameters") else { return }
    let words =
      TypeScriptNames.runtime.filter { $0.allSatisfy { $0.isLowercase } } + [
        "options", "listener", "value", "values", "name", "json", "fields",
      ]
    #expect(words.count > 10)
    var rules = "origin Site = \"https://a.example\"\n"
    var names: [String] = []
    for (number, word) in words.enumerated() {
      let type = "My\(word.prefix(1).uppercased())\(word.dropFirst())"
      rules += """
        model \(type) { \(word): Int }
        strategy Take\(number) receives \(type) replies \(type) from Site
        strategy Maybe\(number) receives \(type)? from Site
        event Changed\(number) sends \(type) to Site
        call Ask\(number) sends \(type) replies \(type) to Site

        """
      names += ["Take\(number)", "Maybe\(number)"]
    }
    rules += "configuration Web { strategies \(names.joined(separator: ", ")) }\n"
    let set = SwiftRuleSet(rules)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let folder = try TestPackage.scratchFolder("parameter-names")
    for (file, code) in [
      ("bascule.ts", TypeScriptGenerator.module(for: set.rules)),
      ("bascule.testing.ts", TypeScriptGenerator.testing(for: set.rules)),
    ] {
      try Data(code).write(to: folder.appending(path: file))
    }
    try Data(#"{"compilerOptions": {"lib": ["es2022", "dom"], "strict": true}}"#.utf8)
      .write(to: folder.appending(path: "deno.json"))
    let result = try TypeScriptTools.run(
      ["check", "--quiet", "bascule.ts", "bascule.testing.ts"], in: folder)
    #expect(result.status == 0, "\(result.output)")
  }
}
