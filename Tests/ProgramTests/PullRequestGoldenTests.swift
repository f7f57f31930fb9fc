import Diagnostics
import Foundation
import TestSupport
import Testing

/// Tests the output in every format for a pull request that adds a shadowed rule, and a field that old pages do not
/// send. `PullRequest/before` and `after` are written by hand; the other files are golden files.
@Suite struct PullRequestGoldenTests {
  private static let golden = TestPackage.url(
    "Tests/ProgramTests/PullRequest")

  /// The commands, each with its golden file and its exit code.
  private static let views: [(file: String, arguments: [String], code: Int32)] =
    FindingFormat.allCases.map { format in
      let suffix =
        switch format {
        case .json, .gitlab: "json"
        case .sarif: "sarif"
        case .junit, .checkstyle: "xml"
        case .human, .github, .xcode: "txt"
        }
      return (
        "check.\(format.rawValue).\(suffix)",
        ["check", "rules", "--since", "main", "--format", format.rawValue], 1
      )
    } + [
      ("check-all.txt", ["check", "rules"], 1),
      ("fix.patch", ["check", "rules", "--fix=all", "--diff"], 1),
      ("diff.txt", ["diff", "rules", "--against", "main", "--fail-on", "breaking"], 1),
      (
        "diff.md",
        ["diff", "rules", "--against", "main", "--fail-on", "apps", "--format", "markdown"], 0
      ),
      ("diff.json", ["diff", "rules", "--against", "main", "--format", "json"], 1),
    ]

  private func repository() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let git = try #require(Tool.find("git", for: "a pull request"))
    func run(_ arguments: String...) throws {
      let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
      let result = try ProcessRunner.run(git, identity + arguments, in: folder.url)
      try #require(result.status == 0, "\(result.output)")
    }
    func copy(_ version: String) throws {
      for name in ["rules/shop.bascule", "rules/bascule.json"] {
        let data = try Data(contentsOf: Self.golden.appendingPathComponent("\(version)/\(name)"))
        try folder.write(name, data)
      }
    }
    try run("init", "-q", "-b", "main")
    try copy("before")
    try run("add", ".")
    try run("commit", "-q", "-m", "The shop")
    try run("checkout", "-q", "-b", "reviews")
    try copy("after")
    try run("commit", "-q", "-a", "-m", "Reviews, and where an item is sent from")
    return folder
  }

  @Test func whatAReviewerSees() throws {
    let folder = try repository()
    for view in Self.views {
      let result = try Executable.run(
        view.arguments, in: folder, environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
      #expect(result.code == view.code, "\(view.file)")
      // A check that fails names the entries that would accept the changes.
      let notes = result.errors.split(separator: "\n")
      #expect(
        notes.allSatisfy { $0.hasPrefix("note: if this change is meant, add it") }, "\(view.file)")
      let text = result.output.replacingOccurrences(of: folder.path, with: "/checkout")
      let url = Self.golden.appendingPathComponent(view.file)
      let old = try? String(contentsOf: url, encoding: .utf8)
      if old != text, TestOptions.updatesGoldenFiles {
        try Data(text.utf8).write(to: url)
      } else {
        #expect(old == text, "\(view.file): run Tests/update-golden")
      }
    }
    let files = Set(try FileManager.default.contentsOfDirectory(atPath: Self.golden.path))
    #expect(files == Set(Self.views.map(\.file)).union(["before", "after"]))
  }
}
