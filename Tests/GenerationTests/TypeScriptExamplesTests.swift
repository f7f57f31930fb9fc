import Foundation
import Generation
import Testing

/// What comes out of the rule files that the project ships.
@Suite(.serialized) struct TypeScriptExamplesTests {
  @Test func examplesAreThere() {
    #expect(TypeScriptFiles.examples.count >= 5, "\(TypeScriptFiles.examples)")
  }

  @Test(arguments: TypeScriptFiles.examples)
  func exampleTypeChecks(_ name: String) throws {
    let rules = try TypeScriptFiles.example(name)
    guard TypeScriptTools.hasDeno("the TypeScript of rules/\(name)") else { return }
    let folder = try TypeScriptTools.folder("rules")
    try TypeScriptTools.copyTests(to: folder)
    let module = "\(name).ts"
    try Data(TypeScriptGenerator.module(for: rules)).write(to: folder.appending(path: module))
    let testing = "\(name).testing.ts"
    try Data(TypeScriptGenerator.testing(for: rules)).write(to: folder.appending(path: testing))
    for arguments in [["check"], ["lint"], ["fmt", "--check"]] {
      let result = try TypeScriptTools.run(arguments + [module, testing], in: folder)
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
