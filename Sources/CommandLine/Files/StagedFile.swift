#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written under a temporary name in the same folder and then renamed, so that readers see either the
/// old or the new content.
package struct StagedFile {
  package let target: Path
  private let temporary: Path
  private let real: Path

  /// The result of comparing the file on disk with new content.
  package enum Comparison { case same, different, missing }

  package static func compare(_ path: Path, with bytes: [UInt8]) throws(FileError) -> Comparison {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor < 0 {
      if errno == ENOENT || errno == ENOTDIR { return .missing }
      throw FileError(.read, path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.write, path, "it is a folder") }
    if Int(status.st_size) != bytes.count { return .different }
    return try Files.read(descriptor, path, expecting: bytes.count) == bytes ? .same : .different
  }

  /// Writes the bytes to a file in the same folder as the target, which must exist.
  package init(_ bytes: [UInt8], for target: Path) throws(FileError) {
    self.target = target
    // If the target is a link, the link is kept and its destination is replaced.
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
    let descriptor = temporary.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw FileError(.write, target) }
    if let mode { _ = fchmod(descriptor, mode) }
    var error = Self.append(bytes, to: descriptor) ? nil : FileError(.write, target)
    if close(descriptor) != 0, error == nil { error = FileError(.write, target) }
    if let error {
      discard()
      throw error
    }
  }

  private static func append(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
        let done = write(descriptor, piece.baseAddress, piece.count)
        if done < 0, errno == EINTR { continue }
        if done < 0 { return false }
        rest = rest.dropFirst(done)
      }
      return true
    }
  }

  /// Removes the temporary files of this target that killed processes have left.
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
