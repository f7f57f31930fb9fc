import Generation
import Semantics
import Testing
import Text
import Workspace

@testable import CommandLine

/// Tasks in threads.
@Suite struct ThreadTests {
  @Test func resultsHaveTheOrderOfTheElements() {
    let numbers = TaskRunner.threads.map(Array(0..<100)) { number in
      TaskRunner.threads.map([1, 2, 3]) { $0 * number }.reduce(0, +)
    }
    #expect(numbers == (0..<100).map { $0 * 6 })
    #expect(TaskRunner.threads.map([Int]()) { $0 }.isEmpty)
  }

  @Test func outputIsTheSameWithThreads() throws {
    let text = """
      model Item { name: String, parts: [Item] }
      union Reply by "kind" { done(item: Item), failed(code: Int) }
      event Changed sends Item
      strategy Save receives Item replies Reply
      chain Main { when path like "/{id}/a" && host matches /a+/ open url cancel }
      configuration Main { chain Main  strategies Save }
      """
    let input = RuleSetInput(files: [SourceFile(name: "a.bascule", bytes: Array(text.utf8))])
    let options = GenerationOptions(swift: SwiftOptions(), typeScript: GeneratedHeading())
    let expected = try #require(Workspace.generate(input, options).output)
    let output = try #require(Workspace.generate(input, options, tasks: .threads).output)
    #expect(output.swift.map(\.name) == expected.swift.map(\.name))
    #expect(output.swift.map(\.bytes) == expected.swift.map(\.bytes))
    #expect(output.typeScript == expected.typeScript)
    #expect(output.typeScriptTesting == expected.typeScriptTesting)
    #expect(output.typeScript?.isEmpty == false)
  }
}
