import Foundation
import RandomRules
import TestSupport
import Testing

/// Tests that `check --since` reports exactly the findings that a change has touched or caused. A finding is touched if
/// it has a place, possibly a related one, on a new or different line, and caused if the revision does not have it.
@Suite struct RandomChangeTests {
  /// A finding of `check --format json`.
  private struct Shown {
    /// The code and the text of the lines, by which the same finding of another version is recognized.
    var identity: String
    /// The name of the file and the number of the line, for each place of the finding.
    var lines: [String]
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func git(_ words: String...) throws {
    let git = try #require(Tool.find("git", for: "check --since"))
    let result = try ProcessRunner.run(
      git, ["-c", "user.name=Test", "-c", "user.email=test@example.com"] + words, in: folder.url)
    try #require(result.status == 0, "\(result.output)")
  }

  private func check(_ arguments: String...) throws -> [Shown] {
    let result = try Executable.run(["check", "--format", "json"] + arguments, in: folder)
    let top = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let findings = try #require(top?["findings"] as? [[String: Any]], "\(result.errors)")
    return try findings.map { finding in
      func lines(_ place: [String: Any]) throws -> (file: String, numbers: ClosedRange<Int>) {
        let range = try #require(place["range"] as? [String: [String: Int]])
        let start = try #require(range["start"]?["line"])
        return (
          try #require(place["file"] as? String), start...(try #require(range["end"]?["line"]))
        )
      }
      let own = try lines(finding)
      let related = try #require(finding["related"] as? [[String: Any]]).map(lines)
      let text = try folder.text(own.file).split(separator: "\n", omittingEmptySubsequences: false)
      let code = try #require(finding["code"] as? String)
      return Shown(
        identity: "\(code) \(own.file) " + own.numbers.map { text[$0 - 1] }.joined(separator: "\n"),
        lines: ([own] + related).flatMap { place in
          place.numbers.map { "\(place.file) \($0)" }
        })
    }
  }

  @Test(.seeded) func findingsOfChangedLines() throws {
    var random = RandomChoice(seed: Seed.of(50))
    var number = 0
    /// Returns a rule whose line no other rule has.
    func rule() -> String {
      number += 1
      let test = random.one(of: [
        #"path hasPrefix "/a""#, #"path == "/a/b""#, #"path[1] == "a""#, #"path like "/a/*""#,
        #"host == "a.com""#, "port == 81", "isHome", #"host == "a.com" && isHome"#,
        "exists query.k", #"query.k == "1""#, "port == 81 && port == 82",
      ])
      return "  when \(test) \(random.one(of: ["cancel", "allow"])) // \(number)"
    }
    try git("init", "-q")
    var (reported, omitted, related) = (0, 0, 0)
    for _ in 0..<TestOptions.cases(16, long: 300) {
      var files = [
        "a.bascule": ["flag isHome", "handler H {"] + (0..<3).map { _ in rule() } + ["}"],
        "b.bascule": ["chain C {", rule(), "  use H", rule(), rule(), "}"],
      ]
      func write() throws {
        try folder.write(files.mapValues { $0.joined(separator: "\n") + "\n" })
      }
      try write()
      try git("add", ".")
      try git("commit", "-q", "-m", "one")
      let before = Set(try check().map(\.identity))
      // One rule is replaced, added or removed. The lines after it keep their text.
      let name = random.one(of: ["a.bascule", "b.bascule"])
      var lines = try #require(files[name])
      let rules = lines.indices.filter { lines[$0].hasPrefix("  when") }
      let place = random.one(of: rules)
      var changed: Set<String> = ["\(name) \(place + 1)"]
      switch random.below(4) {
      case 0: lines.insert(rule(), at: place)
      case 1:
        lines.remove(at: place)
        changed = []
      default:
        lines[place] = rule()
      }
      files[name] = lines
      try write()
      let all = try check()
      let found = try check("--since", "HEAD").map(\.identity)
      let expected = all.filter { shown in
        !before.contains(shown.identity) || shown.lines.contains(where: changed.contains)
      }
      let texts = files.sorted { $0.key < $1.key }.map { $0.value.joined(separator: "\n") }
      #expect(
        found == expected.map(\.identity), "\(changed)\n\(texts.joined(separator: "\n---\n"))")
      reported += found.count
      omitted += all.count - found.count
      related += expected.count {
        before.contains($0.identity) && !changed.contains($0.lines[0])
      }
    }
    print("since: \(reported) findings reported, \(related) by a related line, \(omitted) omitted")
    #expect(reported > 0 && omitted > 0 && related > 0)
  }
}
