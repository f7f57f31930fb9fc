import Text

/// A file that is written in pieces, and replaced only if its new content is different.
///
/// A file with CRLF line ends, which git writes with `core.autocrlf`, counts as equal if only the line ends differ. The
/// new content always has LF.
///
/// `@unchecked Sendable` is sound since only one thread uses the file at a time: first the generator's, then the
/// caller's.
final class StagedOutput: @unchecked Sendable {
  let path: Path
  /// True to replace the file; false to compare only.
  private let isWritten: Bool
  private var content: [UInt8] = []
  private var staged: StagedFile?

  /// - Parameters:
  ///   - path: a path in an existing folder.
  ///   - isWritten: true to replace the file; false to compare only.
  init(_ path: Path, isWritten: Bool) {
    self.path = path
    self.isWritten = isWritten
  }

  /// Appends a piece of the content.
  func write(_ piece: UnsafeRawBufferPointer) { content += piece }

  /// Ends the content.
  ///
  /// - Returns: the result of comparing the file on disk with the content.
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

  /// Removes the new content, unless it has replaced the file already.
  func discard() {
    staged?.discard()
    staged = nil
  }
}
