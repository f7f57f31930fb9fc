#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

import Text

/// A failed operation on a file.
package struct FileError: Error {
  package enum Action: String, Sendable { case read, write }

  package let action: Action
  package let path: Path
  /// The reason in lower case, without a full stop.
  package let reason: String

  package init(_ action: Action, _ path: Path, _ reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
  }

  /// Creates the error of a failed system call.
  ///
  /// - Requires: the failed call was the last one to set `errno`.
  init(_ action: Action, _ path: Path) {
    let reason = String(cString: strerror(errno))
    self.init(action, path, reason.lowercasedFirst)
  }

  package var message: String { "cannot \(action) `\(path.display)`: \(reason)" }
}

/// Accesses the file system directly, since loading Foundation would delay the start.
package enum Files {
  /// The identity of a file, independent of its path.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let node: UInt64
  }

  /// Metadata that changes when a file is written.
  struct Stamp: Equatable, Sendable {
    let identity: Identity
    let size: Int64
    /// The time of the last change of the content or metadata, as seconds since 1970 and nanoseconds.
    let changed: (seconds: Int64, nanoseconds: Int64)

    static func == (a: Stamp, b: Stamp) -> Bool {
      a.identity == b.identity && a.size == b.size && a.changed == b.changed
    }
  }

  package enum Kind: Sendable { case file, folder, link, other }

  package struct Entry: Sendable {
    package let name: [UInt8]
    package let kind: Kind
  }

  /// The maximum size of a file in bytes. Offsets in rule files have 32 bits.
  package static let sizeLimit = 1 << 30

  /// Returns the kind of the file at the path, following links; nil if there is none.
  package static func status(of path: Path) throws(FileError) -> (kind: Kind, identity: Identity)? {
    var status = stat()
    if path.withCString({ stat($0, &status) }) != 0 {
      if errno == ENOENT { return nil }
      throw FileError(.read, path)
    }
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(status.st_ino))
    return (kind(status.st_mode), identity)
  }

  /// Returns the metadata of a file; nil if there is no file or its metadata cannot be read.
  static func stamp(of path: Path) -> Stamp? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_ctimespec
    #else
      let changed = status.st_ctim
    #endif
    return Stamp(
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(status.st_ino)),
      size: Int64(status.st_size), changed: (Int64(changed.tv_sec), Int64(changed.tv_nsec)))
  }

  package static func read(_ path: Path) throws(FileError) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    if kind(status.st_mode) == .folder { throw FileError(.read, path, "it is a folder") }
    return try read(descriptor, path, expecting: Int(status.st_size))
  }

  /// Returns at most `count` bytes at the start of a file.
  static func start(of path: Path, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    return try chunk(descriptor, path, count)
  }

  /// Returns the next bytes of a file, which are fewer than `count` at its end.
  private static func chunk(
    _ descriptor: Int32, _ path: Path, _ count: Int
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        let got = systemRead(descriptor, start + filled, count - filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = FileError(.read, path) }
        if got <= 0 { break }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  package static func readStandardInput(named path: Path) throws(FileError) -> [UInt8] {
    try read(STDIN_FILENO, path, expecting: 0)
  }

  /// Returns the entries of a folder, sorted by the bytes of their names.
  package static func entries(of folder: Path) throws(FileError) -> [Entry] {
    guard let stream = folder.withCString({ opendir($0) }) else { throw FileError(.read, folder) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      entries.append(
        Entry(name: name, kind: kind(of: folder.appending(name), entry.pointee.d_type)))
    }
    if errno != 0 { throw FileError(.read, folder) }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// Returns the path without links, `.` and `..`; nil if it does not exist.
  package static func realPath(_ path: Path) -> Path? {
    guard let real = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return Path(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)).map { $0 })
  }

  /// Returns the path without links, `.` and `..`. The path need not exist.
  package static func resolved(_ path: Path) -> Path {
    if let real = realPath(path) { return real }
    let folder = path.folder
    if folder == path { return path }
    let parent = resolved(folder)
    return path.name == [0x2E, 0x2E] ? parent.folder : parent.appending(path.name)
  }

  /// Returns the path relative to the working folder if it is below it, and otherwise the path itself.
  package static func shortened(_ path: Path) -> Path {
    guard path.isAbsolute, let working = realPath(.workingFolder) else { return path }
    let path = path.normalized
    if path == working { return .workingFolder }
    guard path.isWithin(working) else { return path }
    return path.relative(to: working)
  }

  /// Returns the top folder of the git repository that contains the folder.
  ///
  /// - Parameter folder: an absolute path.
  package static func repository(of folder: Path) -> Path? {
    var folder = folder
    while true {
      if ((try? status(of: folder.appending(".git"))) ?? nil) != nil { return folder }
      if folder == folder.folder { return nil }
      folder = folder.folder
    }
  }

  package static func remove(_ path: Path) {
    _ = path.withCString { unlink($0) }
  }

  /// Creates the folder and its parents.
  ///
  /// - Returns: the folders that were created, outermost first.
  package static func makeFolder(_ folder: Path) throws(FileError) -> [Path] {
    if let status = try? status(of: folder) {
      if status.kind == .folder { return [] }
      throw FileError(.write, folder, "it is not a folder")
    }
    var made = folder == folder.folder ? [] : try makeFolder(folder.folder)
    if folder.withCString({ mkdir($0, 0o777) }) == 0 {
      made.append(folder)
    } else if errno != EEXIST {
      let error = FileError(.write, folder)
      removeEmptyFolders(made)
      throw error
    }
    return made
  }

  /// Removes folders that are empty.
  ///
  /// - Parameter folders: the folders, outermost first.
  package static func removeEmptyFolders(_ folders: [Path]) {
    for folder in folders.reversed() { _ = folder.withCString { rmdir($0) } }
  }

  static func read(_ descriptor: Int32, _ path: Path, expecting size: Int) throws(FileError)
    -> [UInt8]
  {
    var result: [UInt8] = []
    var capacity = min(max(0, size), sizeLimit) + 1
    while true {
      let chunk = try chunk(descriptor, path, capacity)
      if result.isEmpty { result = chunk } else { result += chunk }
      if chunk.count < capacity { return result }
      if result.count > sizeLimit { throw FileError(.read, path, "it is larger than 1 GB") }
      capacity = max(1 << 16, result.count)
    }
  }

  private static func kind(_ mode: mode_t) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  private static func kind(of path: Path, _ type: UInt8) -> Kind {
    switch Int32(type) {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN):
      var status = stat()
      return path.withCString({ lstat($0, &status) }) == 0 ? kind(status.st_mode) : .other
    default: return .other
    }
  }
}

private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
) -> Int {
  // On every system, this limit is accepted for one call.
  read(descriptor, buffer, min(count, 1 << 30))
}
