#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Text
import Workspace

/// Polls the rule sets below some paths, and reads only files that have changed.
///
/// Changes are detected by a file's size, identity and modification time. Two quick changes can have the same time. So
/// a file that was read shortly after a change is read again until some time has passed.
///
/// The conformance is unchecked, because only one thread uses the object.
final class WatchedFiles: @unchecked Sendable {
  /// The coarsest resolution of modification times in file systems, in seconds.
  private static let moment: Int64 = 2

  private struct Content {
    var stamp: Files.Stamp
    var bytes: [UInt8]
    /// True if a later change is certain to have another modification time.
    var isSettled: Bool
  }

  private struct Script: Hashable {
    var folder: Path
    var path: Path
  }

  private let paths: [String]
  private let links: [String]
  private let excluded: [String]
  private var known: [Path: Content] = [:]
  /// The scripts that were read since the last change of the sets.
  private var scripts: [Script: [UInt8]?] = [:]
  /// The names and contents of all files; for an unreadable file, the error message.
  private var state: [[UInt8]]?

  /// - Parameters:
  ///   - links: `apple-app-site-association` files with any name.
  ///   - patterns: patterns of files and folders to exclude from the search.
  init(_ paths: [String], links: [String] = [], excluding patterns: [String] = []) {
    self.paths = paths
    self.links = links
    excluded = patterns
  }

  /// Returns the current rule sets; nil if nothing has changed since the last call.
  func next() -> (sources: [RuleSetSource], errors: [FileError])? {
    var (sources, errors) = RuleSetSource.read(
      paths, links: links, standardInputName: nil, excluding: excluded, reading: read)
    var state: [[UInt8]] = errors.map { Array($0.message.utf8) }
    for source in sources {
      for (path, file) in zip(source.found.files, source.input.files) {
        state += [path.bytes, file.bytes]
      }
      for file in source.configuration?.files ?? [] {
        state += [Array(file.name.utf8), file.bytes]
      }
      if let path = source.baseline { state += [path.bytes, (try? read(path)) ?? []] }
    }
    let areScriptsSame = scripts.allSatisfy { script, bytes in
      RuleSetSource.resource(script.path, in: script.folder, reading: read) == bytes
    }
    if areScriptsSame, state == self.state { return nil }
    self.state = state
    scripts = [:]
    let names = Set(
      sources.flatMap { $0.found.files + $0.configurationPaths })
    known = known.filter { names.contains($0.key) }
    for index in sources.indices {
      let source = sources[index]
      let folder = source.found.folder
      let input = RuleSetInput(files: source.input.files, areLinks: source.input.areLinks) {
        self.script(Path($0), in: folder)
      }
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
    // Equal contents share one array, so that comparing them is fast.
    if let before, before.bytes == bytes { bytes = before.bytes }
    known[path] = stamp.map { stamp in
      Content(
        stamp: stamp, bytes: bytes, isSettled: stamp.changed.seconds + Self.moment < now)
    }
    return bytes
  }
}
