import Diagnostics
import Foundation
import TestSupport
import Testing
import Text
import Workspace

@testable import CommandLine

/// Tests levels for groups of codes, in `bascule.json` and on the command line.
@Suite struct CodeGroupTests {
  private static let words = Workspace.settableCodesAndGroups

  /// Returns the level of a code as documented: the narrowest word that contains the code decides, and the last of
  /// equal words.
  private func expected(
    _ code: String, _ levels: [(word: String, level: Severities.Level)]
  ) -> Severities.Level? {
    let groups = Workspace.groups.filter { $0.codes.contains(code) }.map(\.name)
    for word in [code] + groups.reversed() {
      if let last = levels.last(where: { $0.word == word }) { return last.level }
    }
    return nil
  }

  @Test func theNarrowestWordDecides() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let levels = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        // Half of the words are groups, since there are many codes.
        let list = Bool.random(using: &random) ? Self.words : Workspace.groups.map(\.name)
        return (
          word: list.randomElement(using: &random)!,
          level: Severities.Level.allCases.randomElement(using: &random)!
        )
      }
      let options = try Severities(levels.map { "\($0.word)=\($0.level.rawValue)" }, "check")
      for code in Workspace.codes {
        #expect(options[code] == expected(code, levels), "\(code): \(levels)")
      }
      // A file names each word once, in any order.
      let once = Dictionary(levels.map { ($0.word, $0.level) }) { $1 }
      let members = once.shuffled().map { "\"\($0.key)\": \"\($0.value.rawValue)\"" }
      let file = SourceFile(
        name: "bascule.json", text: "{\"severities\": {\(members.joined(separator: ", "))}}")
      let (configuration, findings) = Configuration.read(file)
      #expect(findings.isEmpty)
      #expect(configuration.severities == options)
    }
  }

  @Test func groupsAreNamedAsTopics() {
    let topics = Set(ReferenceTopic.all.map(\.name))
    #expect(Workspace.groups.prefix(2).map(\.name) == ["all", "security"])
    for group in Workspace.groups.dropFirst(2) { #expect(topics.contains(group.name)) }
    for group in Workspace.groups {
      #expect(!group.codes.isEmpty)
      #expect(Set(group.codes).isSubset(of: Workspace.settableCodes))
      #expect(!Workspace.codes.contains(group.name))
    }
    #expect(Workspace.groups[0].codes == Workspace.settableCodes)
  }

  @Test func unknownWordsGetASuggestion() throws {
    for (word, meant) in [
      ("securty", "security"), ("prooofs", "proofs"), ("any-orign", "any-origin"),
    ] {
      let error = try #require(throws: UsageError.self) { try Severities(["\(word)=off"], "check") }
      #expect(error.message == "there is no code or group `\(word)`")
      #expect(error.help.first == "did you mean `\(meant)`?")
      let file = SourceFile(name: "bascule.json", text: "{\"severities\": {\"\(word)\": \"off\"}}")
      let findings = Configuration.read(file).findings
      #expect(findings.map(\.message) == ["there is no code or group `\(word)`"])
      #expect(findings.first?.fix?.edits.first?.replacement == "\"\(meant)\"")
    }
  }

  /// Tests that only the findings of the group are reported.
  @Test func aGroupIsSelected() throws {
    let folder = try TemporaryFolder()
    try folder.write([
      "a.bascule": """
      origin Store = "https://a.example"
      screen Unused
      strategy Ready from Store
      strategy Pay receives String
      chain Main {
        when path hasPrefix "/p" cancel
        when path hasPrefix "/p/q" download
        otherwise allow
      }

      """
    ])
    func codes(_ options: String...) throws -> [String] {
      let result = try Executable.run(
        ["check", "--format", "xcode"] + options.flatMap { ["--severity", $0] }, in: folder)
      return result.output.matches(of: /\[([a-z-]+)\]\n/).map { String($0.1) }.sorted()
    }
    #expect(try codes() == ["any-origin", "unreachable-rule", "unused-declaration"])
    #expect(try codes("all=off", "security=error") == ["any-origin"])
    #expect(try codes("proofs=off") == ["any-origin", "unused-declaration"])
    #expect(try codes("proofs=off", "unreachable-rule=info").contains("unreachable-rule"))
    try folder.write(["bascule.json": #"{"ignore": {"a.bascule": ["proofs", "suppression"]}}"#])
    #expect(try codes() == ["any-origin"])
  }

  @Test func explainPrintsGroups() throws {
    let folder = try TemporaryFolder()
    let list = try Executable.run(["explain", "groups"], in: folder).output.split(separator: "\n")
    #expect(list.count == Workspace.groups.count)
    #expect(list.contains { $0.hasPrefix("security: any-origin, ") })
    let group = try Executable.run(["explain", "security"], in: folder).output
    #expect(group.split(separator: "\n").count == Workspace.groups[1].codes.count)
    let unknown = try Executable.run(["explain", "securiti"], in: folder)
    #expect(unknown.code == 2 && unknown.errors.contains("did you mean `security`?"))
  }
}
