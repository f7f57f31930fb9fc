/// A path of the file system, as bytes that need not be UTF-8.
package struct Path: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  package static let workingFolder = Path(".")

  /// The path for display, in which bytes that are not UTF-8 become U+FFFD.
  package var display: String { String(decoding: bytes, as: UTF8.self) }

  package var isAbsolute: Bool { bytes.first == 0x2F }

  /// The part after the last slash.
  package var name: ArraySlice<UInt8> {
    bytes[(bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)...]
  }

  /// The folder of the path.
  package var folder: Path {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return .workingFolder }
    return slash == 0 ? Path("/") : Path(bytes: Array(bytes[..<slash]))
  }

  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.count >= suffix.utf8.count && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Returns the path of an entry of this folder. Returns an absolute path unchanged.
  package func appending(_ other: some Collection<UInt8>) -> Path {
    if other.first == 0x2F || bytes == [0x2E] { return Path(bytes: Array(other)) }
    return Path(bytes: bytes + (bytes.last == 0x2F ? [] : [0x2F]) + other)
  }

  package func appending(_ other: String) -> Path { appending(Array(other.utf8)) }

  /// The path without `.` components, doubled slashes and a slash at the end. Components `..` are kept.
  package var normalized: Path {
    var parts: [ArraySlice<UInt8>] = []
    for part in bytes.split(separator: 0x2F) where part != [0x2E] { parts.append(part) }
    let joined = Array(parts.joined(separator: [0x2F]))
    if isAbsolute { return Path(bytes: [0x2F] + joined) }
    return joined.isEmpty ? .workingFolder : Path(bytes: joined)
  }

  /// The normalized path without `..`. Each `..` removes the folder before it. Links are not followed.
  package var withoutParents: Path {
    var parts: [ArraySlice<UInt8>] = []
    for part in normalized.bytes.split(separator: 0x2F) {
      let isParent = part == [0x2E, 0x2E]
      if isParent, let last = parts.last, last != [0x2E, 0x2E] {
        parts.removeLast()
      } else if !isParent || !isAbsolute {
        parts.append(part)
      }
    }
    return Path(bytes: (isAbsolute ? [0x2F] : []) + parts.joined(separator: [0x2F])).normalized
  }

  /// Returns whether the path is the folder or below it. Both paths must be resolved.
  package func isWithin(_ folder: Path) -> Bool {
    if bytes == folder.bytes || folder.bytes == [0x2F] { return true }
    return bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes)
      && bytes[folder.bytes.count] == 0x2F
  }

  /// Returns the path relative to a folder. Both paths must be absolute and without `..`.
  package func relative(to folder: Path) -> Path {
    let parts = bytes.split(separator: 0x2F)
    let base = folder.bytes.split(separator: 0x2F)
    let shared = zip(parts, base).prefix { $0 == $1 }.count
    let up = [ArraySlice<UInt8>](repeating: [0x2E, 0x2E], count: base.count - shared)
    let joined = Array((up + parts.dropFirst(shared)).joined(separator: [0x2F]))
    return joined.isEmpty ? .workingFolder : Path(bytes: joined)
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = bytes.map { CChar(bitPattern: $0) } + [0]
    return characters.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}

extension Path: Comparable {
  package static func < (a: Path, b: Path) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}
