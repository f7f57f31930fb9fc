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

  /// The pages are those in the table of the reference, and `EmbeddedFiles.c` has them in this order.
  @Test func pagesAreThoseOfTheTable() throws {
    let reference = try TestPackage.text("Sources/Documentation/language.md")
    let table = try #require(reference.firstMatch(of: /\n\| page \|[\s\S]*?\n\n/)).0
    let listed = table.matches(of: /\n\| \[[^\]]*\]\(([\w-]+\.md)\)/).map { String($0.1) }
    #expect(ReferenceTopic.pages == ["language.md"] + listed)
    let files = try TestPackage.text("Sources/EmbeddedFiles/EmbeddedFiles.c")
    let embedded = files.matches(of: /"\.\.\/Documentation\/([^"]*)"/).map { String($0.1) }
    #expect(ReferenceTopic.pages == embedded)
    for topic in ReferenceTopic.all {
      let page = try TestPackage.text("Sources/Documentation/\(topic.page)")
      #expect(page.contains(topic.text.prefix { $0 != "\n" }), "\(topic.name)")
    }
  }

  @Test func topics() throws {
    let names = ReferenceTopic.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: Verb.all.map(\.name)))
    #expect(names.count > 40)
    for topic in ReferenceTopic.all {
      #expect(topic.text.hasPrefix("# "))
      #expect(!topic.text.contains("```ebnf"))
      // A terminal follows no links.
      #expect(!topic.text.contains(/\]\([^)\s]*\.md|\]\(#/), "\(topic.name)")
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
