#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Text
import Workspace

/// The rule sets below some paths, looked at again and again; a file that nobody has written to is
/// not read again.
///
/// Whether somebody has is told by a file's size, identity and time of change. That time is coarse:
/// two changes in a row may bear the same. So a file that was changed a moment before it was read is
/// read once more, until that moment is past.
///
/// Not for use on several threads.
final class WatchedFiles: @unchecked Sendable {
  /// In seconds, the coarsest time that a file system in use keeps.
  private static let moment: Int64 = 2

  private struct Content {
    var stamp: Files.Stamp
    var bytes: [UInt8]
    /// Whether a later change would bear another time.
    var isSettled: Bool
  }

  private struct Script: Hashable {
    var folder: Path
    var path: Path
  }

  private let paths: [String]
  private var known: [Path: Content] = [:]
  /// Those that were asked for since the sets were read.
  private var scripts: [Script: [UInt8]?] = [:]
  /// Names and contents of what was read; what cannot be read is there by its message.
  private var state: [[UInt8]]?

  init(_ paths: [String]) { self.paths = paths }

  /// The rule sets as they are now; nil where nothing has changed since the last time.
  func next() -> (sources: [RuleSetSource], errors: [FileError])? {
    var (sources, errors) = RuleSetSource.read(paths, standardInputName: nil, reading: read)
    var state: [[UInt8]] = errors.map { Array($0.message.utf8) }
    for source in sources {
      for (path, file) in zip(source.found.files, source.input.files) {
        state += [path.bytes, file.bytes]
      }
      if let file = source.configuration?.file { state += [Array(file.name.utf8), file.bytes] }
    }
    let areScriptsSame = scripts.allSatisfy { script, bytes in
      RuleSetSource.resource(script.path, in: script.folder, reading: read) == bytes
    }
    if areScriptsSame, state == self.state { return nil }
    self.state = state
    scripts = [:]
    let names = Set(
      sources.flatMap { $0.found.files + [$0.found.configuration].compactMap(\.self) })
    known = known.filter { names.contains($0.key) }
    for index in sources.indices {
      let source = sources[index]
      let folder = source.found.folder
      let input = RuleSetInput(files: source.input.files) { self.script(Path($0), in: folder) }
      sources[index] = RuleSetSource(
        found: source.found, input: input, configuration: source.configuration)
    }
    return (sources, errors)
  }

  private func script(_ path: Path, in folder: Path) -> [UInt8]? {
    let bytes = RuleSetSource.resource(path, in: folder, reading: read)
    scripts[Script(folder: folder, path: path)] = .some(bytes)
    return bytes
  }

  private func read(_ path: Path) throws(FileError) -> [UInt8] {
    let stamp = Files.stamp(of: path)
    let before = known[path]
    if let before, before.isSettled, before.stamp == stamp { return before.bytes }
    let now = Int64(time(nil))
    var bytes = try Files.read(path)
    // One array for the same content, so that to compare it takes no time.
    if let before, before.bytes == bytes { bytes = before.bytes }
    known[path] = stamp.map { stamp in
      Content(
        stamp: stamp, bytes: bytes, isSettled: stamp.changed.seconds + Self.moment < now)
    }
    return bytes
  }
}
