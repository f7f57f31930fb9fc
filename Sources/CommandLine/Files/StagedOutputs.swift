/// Files that are written all or not at all.
final class StagedOutputs {
  private(set) var files: [StagedOutput] = []
  private let isWritten: Bool
  /// The folders that were created, outermost first.
  private var made: [Path] = []
  private var failure: FileError?
  private var signals: HeldSignals?

  /// - Parameter isWritten: false to compare only.
  init(isWritten: Bool) { self.isWritten = isWritten }

  /// Adds a file; creates its folder.
  func add(_ path: Path) -> StagedOutput {
    if isWritten, failure == nil {
      do throws(FileError) { made += try Files.makeFolder(path.folder) } catch { failure = error }
    }
    let file = StagedOutput(path, isWritten: isWritten)
    files.append(file)
    return file
  }

  /// Ends all files. Until `discard`, a signal does not end the process, since new contents would stay in the folder.
  ///
  /// - Returns: the comparison of each with its present content.
  func finish() throws(FileError) -> [StagedFile.Comparison] {
    if let failure { throw failure }
    if isWritten { signals = HeldSignals() }
    var comparisons: [StagedFile.Comparison] = []
    for file in files { comparisons.append(try file.finish()) }
    return comparisons
  }

  /// Removes all new contents that have not been committed, and the folders that are empty then.
  func discard() {
    for file in files { file.discard() }
    Files.removeEmptyFolders(made)
    signals?.release()
    signals = nil
  }
}
