import Foundation
import Testing

@testable import CommandLine

@Suite struct StagedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> Path { Path(folder.path(name)) }

  @Test func comparison() throws {
    let long = [UInt8](repeating: 7, count: 1_000_000)
    var other = long
    other[999_999] = 8
    try folder.write("a", Data(long))
    #expect(try StagedFile.compare(path("a"), with: long) == .same)
    #expect(try StagedFile.compare(path("a"), with: other) == .different)
    #expect(try StagedFile.compare(path("a"), with: []) == .different)
    #expect(try StagedFile.compare(path("b"), with: long) == .missing)
    #expect(try StagedFile.compare(path("a/b"), with: long) == .missing)
    #expect(throws: FileError.self) { try StagedFile.compare(Path(folder.path), with: long) }
  }

  @Test func nothingIsSeenBeforeTheCommit() throws {
    try folder.write(["a": "old"])
    let staged = try StagedFile(Array("new".utf8), for: path("a"))
    #expect(try folder.text("a") == "old")
    #expect(folder.contents.count == 2)
    try staged.commit()
    #expect(try folder.text("a") == "new")
    #expect(folder.contents == ["a"])
    let dropped = try StagedFile(Array("newer".utf8), for: path("a"))
    dropped.discard()
    #expect(try folder.text("a") == "new")
    #expect(folder.contents == ["a"])
  }

  /// A process that is killed leaves its temporary file; the next one that writes there removes it.
  @Test func leftoversAreRemoved() throws {
    let finished = Process()
    finished.executableURL = URL(fileURLWithPath: "/bin/sh")
    finished.arguments = ["-c", "exit 0"]
    try finished.run()
    finished.waitUntilExit()
    let dead = finished.processIdentifier
    let living = ProcessInfo.processInfo.processIdentifier == 1 ? dead : 1
    try folder.write([
      "a": "old", ".bascule-\(dead)-a": "half", ".bascule-\(dead)-b": "of another target",
      ".bascule-\(living)-a": "of a living process", ".bascule-x-a": "of nobody",
    ])
    try StagedFile(Array("new".utf8), for: path("a")).commit()
    #expect(try folder.text("a") == "new")
    #expect(
      Set(folder.contents)
        == ["a", ".bascule-\(dead)-b", ".bascule-\(living)-a", ".bascule-x-a"])
  }

  @Test func linksAndModesStay() throws {
    try folder.write(["real/a": "old"])
    try folder.link("a", to: "real/a")
    #expect(chmod(folder.path("real/a"), 0o640) == 0)
    try StagedFile(Array("new".utf8), for: path("a")).commit()
    #expect(try folder.text("real/a") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("real/a"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("a")) == "real/a")
  }

  @Test func foldersAreMadeAndTakenBack() throws {
    let made = try Files.makeFolder(path("a/b/c"))
    #expect(made == [path("a"), path("a/b"), path("a/b/c")])
    #expect(try Files.makeFolder(path("a/b")).isEmpty)
    Files.removeEmptyFolders(made)
    #expect(folder.contents.isEmpty)
    try folder.write(["file": ""])
    #expect(throws: FileError.self) { try Files.makeFolder(path("file/x")) }
  }
}
