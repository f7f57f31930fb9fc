import Diagnostics
import Foundation
import TestSupport
import Testing
import Workspace

@testable import CommandLine

/// `bascule help TOPIC` prints the language reference.
@Suite struct HelpTopicTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func help(_ words: String...) throws -> Executable.Result {
    try Executable.run(["help"] + words, in: folder)
  }

  /// `Tests/tools/embed_reference.py` has run since the last change of the pages.
  @Test func textIsFresh() throws {
    let result = try ProcessRunner.run(
      URL(filePath: "/usr/bin/env"), ["python3", "Tests/tools/embed_reference.py", "--check"],
      in: TestPackage.root)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func topics() throws {
    let names = ReferenceTopic.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: Verb.all.map(\.name)))
    #expect(names.count > 40)
    for topic in ReferenceTopic.all {
      #expect(topic.text.hasPrefix("# "))
      #expect(!topic.text.contains("```ebnf"))
      #expect(topic.text.count > 100)
      #expect(topic.text.split(separator: "\n").allSatisfy { $0.count <= 112 }, "\(topic.name)")
    }
    let overview = try help().output
    for name in names { #expect(overview.contains(name)) }
  }

  /// Each code's page ends with a topic that exists.
  @Test func findingsNameATopic() throws {
    let names = Set(ReferenceTopic.all.map(\.name))
    for code in Workspace.codes {
      let page = try #require(Workspace.summary(ofCode: code)?.page)
      let match = try #require(page.firstMatch(of: /\nSee: `bascule help ([\w-]+)`\n$/), "\(code)")
      #expect(names.contains(String(match.1)), "\(code)")
    }
  }

  @Test func lookup() throws {
    #expect(try help("patterns").output.hasPrefix("# Patterns\n"))
    #expect(try help("pattern").output == help("patterns").output)
    #expect(try help("strategy").output.hasPrefix("# Strategies\n"))
    #expect(try help("popup").output.hasPrefix("# Decisions\n"))
    #expect(try help("frame").output.contains("`chains`, "))
    #expect(try help("check").output == Executable.run(["check", "--help"], in: folder).output)
    let unknown = try help("paterns")
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("did you mean `patterns`?"))
  }
}
