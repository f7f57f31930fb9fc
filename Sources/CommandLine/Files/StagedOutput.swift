#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Text

/// A file that is written in pieces, and only from the first piece that differs from its present content.
///
/// A file whose lines end with CRLF, as git checks it out with `core.autocrlf`, counts as the same if nothing but
/// that is different; the new content always has LF.
///
/// Errors are thrown at the end. `@unchecked Sendable` is sound since one thread at a time uses it: that of the
/// generator, and after its end that of the caller.
final class StagedOutput: @unchecked Sendable {
  let path: Path

  private enum State {
    /// All bytes so far, of that number, are the start of the file with that descriptor.
    case same(Int32, Int)
    /// The file is different or missing, and its new content is not wanted.
    case known
    case writing(StagedFile)
    case written(StagedFile)
    case failed(FileError)
    /// It has been committed or discarded.
    case ended
  }

  private var state: State
  private var comparison = StagedFile.Comparison.same
  /// False to compare only.
  private let isWritten: Bool
  /// True if the first line of the present content ends with CRLF.
  private var hasReturns = false

  /// - Parameters:
  ///   - path: in a folder that exists.
  ///   - isWritten: false to compare only.
  init(_ path: Path, isWritten: Bool) {
    self.path = path
    self.isWritten = isWritten
    state = .ended
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor >= 0 {
      state = .same(descriptor, 0)
      var status = stat()
      if fstat(descriptor, &status) != 0 {
        fail(FileError(.read, path))
      } else if status.st_mode & S_IFMT == S_IFDIR {
        fail(FileError(.write, path, "it is a folder"))
      } else {
        let start = (try? Files.chunk(descriptor, path, 1_000, at: 0)) ?? []
        hasReturns = start.firstIndex(of: 0x0A).map { $0 > 0 && start[$0 - 1] == 0x0D } ?? false
      }
    } else if errno != ENOENT, errno != ENOTDIR {
      fail(FileError(.read, path))
    } else {
      become(.missing)
    }
  }

  /// Appends a piece of the content.
  func write(_ piece: UnsafeRawBufferPointer) {
    do throws(FileError) {
      if case .same(let descriptor, let count) = state {
        if let length = try length(of: piece, in: descriptor, at: count) {
          state = .same(descriptor, count + length)
          return
        }
        become(.different)
      }
      if case .writing(let file) = state { try file.append(piece) }
    } catch {
      fail(error)
    }
  }

  /// Ends the content.
  ///
  /// - Returns: the result of comparing the file on disk with it.
  func finish() throws(FileError) -> StagedFile.Comparison {
    if case .same(let descriptor, let count) = state {
      var status = stat()
      if fstat(descriptor, &status) == 0, Int(status.st_size) != count { become(.different) }
    }
    switch state {
    case .same(let descriptor, _):
      close(descriptor)
      state = .ended
    case .writing(let file):
      state = .ended
      try file.close()
      state = .written(file)
    case .failed(let error): throw error
    case .known, .written, .ended: break
    }
    return comparison
  }

  /// Replaces the file by its new content.
  func commit() throws(FileError) {
    guard case .written(let file) = state else { return }
    state = .ended
    try file.commit()
  }

  /// Removes the new content, unless it has been committed.
  func discard() {
    switch state {
    case .same(let descriptor, _): close(descriptor)
    case .writing(let file):
      try? file.close()
      file.discard()
    case .written(let file): file.discard()
    case .known, .failed, .ended: break
    }
    state = .ended
  }

  private func fail(_ error: FileError) {
    discard()
    state = .failed(error)
  }

  /// Begins the new content with the bytes that are the same.
  private func become(_ comparison: StagedFile.Comparison) {
    self.comparison = comparison
    let old = state
    state = .ended
    defer { if case .same(let descriptor, _) = old { close(descriptor) } }
    if !isWritten {
      state = .known
      return
    }
    do throws(FileError) {
      let file = try StagedFile(for: path)
      state = .writing(file)
      if case .same(let descriptor, let count) = old { try copy(count, of: descriptor, to: file) }
    } catch {
      fail(error)
    }
  }

  private func copy(_ count: Int, of descriptor: Int32, to file: StagedFile) throws(FileError) {
    var offset = 0
    var holdsReturn = false
    while offset < count {
      let bytes = try Files.chunk(
        descriptor, path, min(1 << 18, count - offset), at: offset)
      if bytes.isEmpty { throw FileError(.read, path, "it has changed meanwhile") }
      offset += bytes.count
      var new = bytes
      if hasReturns {
        new = LineEnds.withoutReturns(bytes, holdsReturn: &holdsReturn)
        if holdsReturn, offset == count { new.append(0x0D) }
      }
      var failure: FileError?
      new.withUnsafeBytes { bytes in
        do throws(FileError) { try file.append(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  /// The number of bytes that the piece has in the file at the offset; nil if others are there.
  private func length(
    of piece: UnsafeRawBufferPointer, in descriptor: Int32, at offset: Int
  ) throws(FileError) -> Int? {
    if hasReturns {
      let bytes = LineEnds.withReturns(piece)
      return try Files.chunk(descriptor, path, bytes.count, at: offset) == bytes ? bytes.count : nil
    }
    guard let start = piece.baseAddress, !piece.isEmpty else { return 0 }
    let bytes = try Files.chunk(descriptor, path, piece.count, at: offset)
    let isNext =
      bytes.count == piece.count
      && bytes.withUnsafeBytes { memcmp($0.baseAddress!, start, piece.count) == 0 }
    return isNext ? piece.count : nil
  }
}
