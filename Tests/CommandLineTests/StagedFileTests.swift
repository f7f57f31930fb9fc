import Foundation
import TestSupport
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

  /// Tests that a folder that cannot be created leaves none of its created parents.
  @Test func foldersAreMadeTogether() throws {
    let long = String(repeating: "x", count: 300)
    #expect(throws: FileError.self) { try Files.makeFolder(path("a/b/\(long)/c")) }
    #expect(folder.contents == [])
    #expect(try Files.makeFolder(path("a/b")) == [path("a"), path("a/b")])
    #expect(throws: FileError.self) { try Files.makeFolder(path("a/b/c/\(long)")) }
    #expect(try Files.makeFolder(path("a/b")) == [])
    #expect(folder.contents == ["a", "a/b"])
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

  /// Tests that the temporary file of a killed process is removed by the next process that writes there.
  @Test func leftoversAreRemoved() throws {
    let null = URL(fileURLWithPath: "/dev/null")
    let finished = try ChildProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "exit 0"], in: folder.url, environment: [:],
      output: .file(null), errors: .file(null))
    #expect(finished.wait() == 0)
    let dead = finished.identifier
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

  /// Writes bytes in pieces of 1,000 bytes.
  private func write(_ bytes: [UInt8], to output: StagedOutput) {
    for start in stride(from: 0, to: bytes.count, by: 1_000) {
      bytes[start..<min(start + 1_000, bytes.count)].withUnsafeBytes { output.write($0) }
    }
  }

  /// Tests that nothing is written while the pieces equal the present file.
  @Test(arguments: [true, false]) func piecesAreCompared(isWritten: Bool) throws {
    let old = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
    var changed = old
    changed[250_000] ^= 1
    let longer = old + [1]
    for new in [old, changed, longer, Array(old.dropLast()), Array(old.prefix(1_000)), [], [7]] {
      try folder.write("a", Data(old))
      let output = StagedOutput(path("a"), isWritten: isWritten)
      write(new, to: output)
      #expect(try output.finish() == (new == old ? .same : .different))
      #expect(folder.contents.count == (isWritten && new != old ? 2 : 1))
      #expect(try Data(contentsOf: folder.url.appending(path: "a")) == Data(old))
      try output.commit()
      #expect(folder.contents == ["a"])
      let expected = isWritten ? new : old
      #expect(try Data(contentsOf: folder.url.appending(path: "a")) == Data(expected))
    }
  }

  /// Tests that a checkout with CRLF is the same text, and that the new content has LF if a line changes.
  @Test(arguments: [true, false]) func checkoutsWithReturnsAreTheSame(isWritten: Bool) throws {
    let lines = (0..<20_000).map { "line \($0)\($0 % 7 == 3 ? "\r" : "")" }
    let new = Array((lines.joined(separator: "\n") + "\n").utf8)
    var changed = new
    changed[new.count - 9] = 7
    func checkout(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { $0 == 10 ? [13, 10] : [$0] } }
    let mixed = Array(checkout(new).prefix(100)) + new.dropFirst(100)
    let cases: [(old: [UInt8], isSame: Bool)] = [
      (new, true), (checkout(new), true), (checkout(changed), false), (changed, false),
      (checkout(new + [10]), false), (checkout(new.dropLast()), false), (mixed, false),
      ([13, 10], false),
    ]
    for (old, isSame) in cases {
      try folder.write("a", Data(old))
      let output = StagedOutput(path("a"), isWritten: isWritten)
      write(new, to: output)
      #expect(try output.finish() == (isSame ? .same : .different))
      try output.commit()
      let expected = isWritten && !isSame ? new : old
      #expect(try Data(contentsOf: folder.url.appending(path: "a")) == Data(expected))
    }
  }

  @Test func newFilesAreWrittenInPieces() throws {
    let bytes = [UInt8](repeating: 7, count: 10_500)
    for new in [bytes, []] {
      let output = StagedOutput(path("new"), isWritten: true)
      write(new, to: output)
      #expect(try output.finish() == .missing)
      try output.commit()
      #expect(try Data(contentsOf: folder.url.appending(path: "new")) == Data(new))
      try FileManager.default.removeItem(atPath: folder.path("new"))
    }
    let compared = StagedOutput(path("new"), isWritten: false)
    write(bytes, to: compared)
    #expect(try compared.finish() == .missing)
    #expect(folder.contents.isEmpty)
  }

  @Test func discardedOutputsLeaveNothing() throws {
    try folder.write(["old/a": "old"])
    let outputs = StagedOutputs(isWritten: true)
    for name in ["old/a", "x/y/b", "x/c"] { write([1, 2, 3], to: outputs.add(path(name))) }
    #expect(folder.contents.contains("x/y"))
    outputs.discard()
    #expect(folder.contents == ["old", "old/a"])
    #expect(try folder.text("old/a") == "old")
    let failing = StagedOutputs(isWritten: true)
    for name in ["x/b", "old", "old/a/c"] { write([1, 2, 3], to: failing.add(path(name))) }
    #expect(throws: FileError.self) { try failing.finish() }
    failing.discard()
    #expect(folder.contents == ["old", "old/a"])
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
