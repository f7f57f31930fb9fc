#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written under a temporary name in the same folder and then renamed, so that readers see
/// either the old content or the new.
package struct StagedFile {
  package let target: Path
  private let temporary: Path
  private let real: Path
  private let descriptor: Int32

  /// The result of comparing the file on disk with new content.
  package enum Comparison { case same, different, missing }

  package static func compare(_ path: Path, with bytes: [UInt8]) throws(FileError) -> Comparison {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor < 0 {
      if errno == ENOENT || errno == ENOTDIR { return .missing }
      throw FileError(.read, path)
    }
    defer { closeDescriptor(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.write, path, "it is a folder") }
    if Int(status.st_size) != bytes.count { return .different }
    var offset = 0
    var isSame = true
    let size = 1 << 18
    var failure: FileError?
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
      while isSame, offset < bytes.count {
        let got = read(descriptor, buffer.baseAddress!, min(size, bytes.count - offset))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = FileError(.read, path) }
        if got <= 0 {
          isSame = false
          break
        }
        isSame = bytes.withUnsafeBytes {
          memcmp($0.baseAddress! + offset, buffer.baseAddress!, got) == 0
        }
        offset += got
      }
    }
    if let failure { throw failure }
    return isSame ? .same : .different
  }

  /// Writes the bytes to a file in the same folder as the target, which must exist.
  package init(_ bytes: [UInt8], for target: Path) throws(FileError) {
    try self.init(for: target)
    var failure: FileError?
    bytes.withUnsafeBytes { bytes in
      do throws(FileError) { try append(bytes) } catch { failure = error }
    }
    if let failure {
      closeDescriptor(descriptor)
      discard()
      throw failure
    }
    try close()
  }

  /// Creates an empty file in the same folder as the target, which must exist.
  init(for target: Path) throws(FileError) {
    self.target = target
    // A link is kept; its destination is replaced.
    real = Files.realPath(target) ?? target
    var mode: mode_t?
    var status = stat()
    if real.withCString({ stat($0, &status) }) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.write, target, "it is a folder") }
      mode = status.st_mode & 0o7777
    }
    let prefix = Array(".bascule-\(getpid())-".utf8)
    temporary = real.folder.appending(prefix + real.name.prefix(200))
    Files.remove(temporary)
    Self.removeLeftovers(beside: real)
    descriptor = temporary.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw FileError(.write, target) }
    if let mode { _ = fchmod(descriptor, mode) }
  }

  /// Appends bytes to the new content.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      let done = write(descriptor, piece.baseAddress, piece.count)
      if done < 0, errno == EINTR { continue }
      if done < 0 { throw FileError(.write, target) }
      rest = rest.dropFirst(done)
    }
  }

  /// Ends the new content; after a failure the file is removed.
  func close() throws(FileError) {
    if closeDescriptor(descriptor) == 0 { return }
    let failure = FileError(.write, target)
    discard()
    throw failure
  }

  /// Removes the temporary files of this target that processes have left which were killed.
  private static func removeLeftovers(beside target: Path) {
    guard let entries = try? Files.entries(of: target.folder) else { return }
    let (start, end) = (Array(".bascule-".utf8), Array("-".utf8) + target.name.prefix(200))
    for entry in entries where entry.name.starts(with: start) {
      let number = entry.name.dropFirst(start.count).prefix { $0 &- 0x30 < 10 }
      guard entry.name.dropFirst(start.count + number.count).elementsEqual(end),
        let process = pid_t(String(decoding: number, as: UTF8.self)), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      Files.remove(target.folder.appending(entry.name))
    }
  }

  package func commit() throws(FileError) {
    let done = temporary.withCString { from in real.withCString { rename(from, $0) } }
    if done != 0 {
      let error = FileError(.write, target)
      discard()
      throw error
    }
  }

  package func discard() { Files.remove(temporary) }
}

@discardableResult private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
