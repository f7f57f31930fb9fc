import Text

/// A file that is written in pieces, and replaced only if its new content is different.
///
/// A file whose lines end with CRLF, as git checks it out with `core.autocrlf`, counts as the same if nothing but
/// that is different; the new content always has LF.
///
/// `@unchecked Sendable` is sound since only one thread uses it at a time: the generator's, and after its end the
/// caller's.
final class StagedOutput: @unchecked Sendable {
  let path: Path
  /// False to compare only.
  private let isWritten: Bool
  private var content: [UInt8] = []
  private var staged: StagedFile?

  /// - Parameters:
  ///   - path: in a folder that exists.
  ///   - isWritten: false to compare only.
  init(_ path: Path, isWritten: Bool) {
    self.path = path
    self.isWritten = isWritten
  }

  /// Appends a piece of the content.
  func write(_ piece: UnsafeRawBufferPointer) { content += piece }

  /// Ends the content.
  ///
  /// - Returns: the result of comparing the file on disk with it.
  func finish() throws(FileError) -> StagedFile.Comparison {
    var comparison = try StagedFile.compare(path, with: content)
    if comparison == .different {
      comparison = try StagedFile.compare(path, with: LineEnds.withReturns(content))
    }
    if isWritten, comparison != .same { staged = try StagedFile(content, for: path) }
    content = []
    return comparison
  }

  /// Replaces the file by its new content.
  func commit() throws(FileError) {
    defer { staged = nil }
    try staged?.commit()
  }

  /// Removes the new content, unless it has been committed.
  func discard() {
    staged?.discard()
    staged = nil
  }
}
