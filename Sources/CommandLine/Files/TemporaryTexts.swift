#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Texts that the editor shows. They are in a folder of the user's cache that only the user can read.
///
/// A running server holds a lock on its folder. The next server deletes all folders without a lock, which killed
/// servers have left.
///
/// The conformance is unchecked, because the server runs on one thread.
final class TemporaryTexts: @unchecked Sendable {
  private static let prefix = "texts-"

  private var folder: (path: Path, lock: Int32)?
  private var files: [Path] = []

  /// Writes a text to a new file.
  func write(_ name: String, _ text: String) -> String? {
    if folder == nil { folder = Self.makeFolder() }
    guard let folder else { return nil }
    let file = folder.path.appending("\(name)-\(files.count + 1).txt")
    guard Self.write(text, to: file, O_CREAT | O_EXCL) else { return nil }
    files.append(file)
    return file.display
  }

  /// Replaces the text in one of the files.
  func replace(_ file: String, by text: String) {
    guard let file = files.first(where: { $0.display == file }) else { return }
    _ = Self.write(text, to: file, O_TRUNC)
  }

  func remove() {
    guard let folder else { return }
    Self.remove(folder.path)
    close(folder.lock)
    self.folder = nil
    files = []
  }

  /// Deletes the texts of servers that no longer run.
  static func removeLeftovers() {
    guard let parent, let entries = try? Files.entries(of: parent) else { return }
    for entry in entries where entry.kind == .folder && entry.name.starts(with: prefix.utf8) {
      let folder = parent.appending(entry.name)
      guard let lock = lock(folder) else { continue }
      remove(folder)
      close(lock)
    }
  }

  private static func remove(_ folder: Path) {
    for entry in (try? Files.entries(of: folder)) ?? [] {
      Files.remove(folder.appending(entry.name))
    }
    Files.removeEmptyFolders([folder])
  }

  /// Returns a descriptor that holds the lock of the folder; nil if another process holds it.
  private static func lock(_ folder: Path) -> Int32? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = folder.withCString { open($0, flags) }
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// The folder for this program in the user's cache; nil if the environment does not name the cache.
  private static var parent: Path? {
    func folder(_ variable: String) -> Path? {
      guard let text = getenv(variable) else { return nil }
      let path = Path(String(cString: text))
      return path.isAbsolute ? path : nil
    }
    #if canImport(Darwin)
      let cache = folder("HOME")?.appending("Library/Caches")
    #else
      let cache = folder("XDG_CACHE_HOME") ?? folder("HOME")?.appending(".cache")
    #endif
    return cache?.appending("bascule")
  }

  private static func makeFolder() -> (path: Path, lock: Int32)? {
    guard let parent, (try? Files.makeFolder(parent)) != nil else { return nil }
    var template = parent.appending(prefix + "XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else { return nil }
    let path = Path(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    return lock(path).map { (path, $0) }
  }

  private static func write(_ text: String, to file: Path, _ flags: Int32) -> Bool {
    let flags = O_WRONLY | O_NOFOLLOW | O_CLOEXEC | flags
    let descriptor = file.withCString { open($0, flags, 0o600) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress!, $0.count) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
