/// A group of files that are written together: either all of them or none.
final class StagedOutputs {
  private(set) var files: [StagedOutput] = []
  private let isWritten: Bool
  /// The folders that were created, outermost first.
  private var made: [Path] = []
  private var failure: FileError?
  private var signals: HeldSignals?

  /// - Parameter isWritten: true to replace the files; false to compare only.
  init(isWritten: Bool) { self.isWritten = isWritten }

  /// Adds a file, and creates its folder.
  func add(_ path: Path) -> StagedOutput {
    if isWritten, failure == nil {
      do throws(FileError) { made += try Files.makeFolder(path.folder) } catch { failure = error }
    }
    let file = StagedOutput(path, isWritten: isWritten)
    files.append(file)
    return file
  }

  /// Ends the content of all files. Until `discard`, signals do not end the process, since new contents would stay in
  /// the folders.
  ///
  /// - Returns: the comparison of each file on disk with its content.
  func finish() throws(FileError) -> [StagedFile.Comparison] {
    if let failure { throw failure }
    if isWritten { signals = HeldSignals() }
    var comparisons: [StagedFile.Comparison] = []
    for file in files { comparisons.append(try file.finish()) }
    return comparisons
  }

  /// Removes all new contents that have not replaced their files, and the created folders that are then empty.
  func discard() {
    for file in files { file.discard() }
    Files.removeEmptyFolders(made)
    signals?.release()
    signals = nil
  }
}
