import Foundation
import TestSupport
import Testing

/// Tests the messages of the verbs that read revisions when git fails.
@Suite struct GitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(["full/a.bascule": "chain Main { otherwise allow }\n"])
    try git("init", "-q", "-b", "main", "full")
    try git("-C", "full", "add", "-A")
    for message in ["one", "two"] {
      try git("-C", "full", "commit", "-q", "--allow-empty", "-m", message)
    }
  }

  private func git(_ arguments: String...) throws {
    let result = try ProcessRunner.run(
      ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com"] + arguments,
      in: folder.url)
    try #require(result.status == 0, "git \(arguments): \(result.output)")
  }

  private static let verbs = [["diff", "--against"], ["check", "--since"]]

  /// Tests a clone without history, which is the usual cause of an unknown revision in CI.
  @Test(arguments: verbs) func shallowClones(_ verb: [String]) throws {
    try git("clone", "-q", "--depth", "1", "file://\(folder.path("full"))", "shallow")
    let result = try Executable.run(verb + ["HEAD~1"], in: folder, "shallow")
    #expect(result.code == 2)
    #expect(
      result.errors.contains(
        "there is no git revision `HEAD~1`; this clone is shallow: fetch the history"),
      "\(result.errors)")
    #expect(result.errors.contains("`git fetch --unshallow`"))
    #expect(result.errors.contains("`fetch-depth: 0`"))
    let full = try Executable.run(verb + ["HEAD~2"], in: folder, "full")
    #expect(full.errors.contains("there is no git revision `HEAD~2`"))
    #expect(!full.errors.contains("shallow"))
  }

  /// Tests a shallow clone that has both commits, but not their common ancestor.
  @Test func shallowClonesWithoutTheMergeBase() throws {
    try git("-C", "full", "checkout", "-q", "-b", "branch")
    try git("-C", "full", "commit", "-q", "--allow-empty", "-m", "three")
    try git("-C", "full", "checkout", "-q", "main")
    try git("-C", "full", "commit", "-q", "--allow-empty", "-m", "four")
    try git(
      "clone", "-q", "--depth", "1", "--no-single-branch", "file://\(folder.path("full"))",
      "shallow")
    let result = try Executable.run(
      ["diff", "--against", "origin/branch"], in: folder, "shallow")
    #expect(result.code == 2)
    #expect(result.errors.contains("share no commit"), "\(result.errors)")
    #expect(result.errors.contains("`fetch-depth: 0`"), "\(result.errors)")
  }

  /// Tests a working tree that belongs to another user, as is usual in a container. Git's message says what to do.
  @Test(arguments: verbs) func dubiousOwnership(_ verb: [String]) throws {
    let result = try Executable.run(
      verb + ["HEAD"], in: folder, "full",
      environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
    #expect(result.code == 2)
    #expect(
      result.errors.contains("`.` is not in a git repository; git says: fatal: detected dubious"),
      "\(result.errors)")
    #expect(result.errors.contains("safe.directory"), "\(result.errors)")
  }
}
