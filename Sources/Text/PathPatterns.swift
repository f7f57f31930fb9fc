/// Patterns of paths below a folder, in the syntax of `.gitignore`.
///
/// `*` and `?` match within a component, `**` any number of components, `[a-c]` a character. A pattern without a
/// slash matches a file or folder of that name at any depth. One with a slash in it or at its start is relative to
/// the folder. A slash at the end limits the pattern to folders. `!` deselects what earlier patterns select.
package struct PathPatterns: Sendable, Hashable {
  private struct Pattern: Sendable, Hashable {
    var components: [[UInt8]]
    var isNegated = false
    var isOfFolders = false
  }

  /// The components of the path of the folder to which the patterns are relative.
  private let folder: [[UInt8]]
  private var patterns: [Pattern] = []

  /// - Parameter lines: one pattern each; lines that begin with `#` are no comments here.
  package init(_ lines: [[UInt8]], in folder: [[UInt8]]) {
    self.folder = folder
    patterns = lines.compactMap(Self.pattern)
  }

  /// Reads the content of a `.gitignore` file.
  package init(file bytes: [UInt8], in folder: [[UInt8]]) {
    let lines = bytes.split(separator: 0x0A).compactMap { line -> [UInt8]? in
      var line = line.last == 0x0D ? line.dropLast() : line
      if line.first == UInt8(ascii: "#") { return nil }
      while line.last == 0x20, line.dropLast().last != UInt8(ascii: "\\") {
        line = line.dropLast()
      }
      return Array(line)
    }
    self.init(lines, in: folder)
  }

  package var isEmpty: Bool { patterns.isEmpty }

  private static func pattern(_ line: [UInt8]) -> Pattern? {
    var rest = line[...]
    var pattern = Pattern(components: [])
    if rest.first == UInt8(ascii: "!") {
      pattern.isNegated = true
      rest = rest.dropFirst()
    }
    if rest.last == 0x2F {
      pattern.isOfFolders = true
      rest = rest.dropLast()
    }
    let isAnchored = rest.contains(0x2F)
    pattern.components = rest.split(separator: 0x2F).filter { $0 != [0x2E] }.map(Array.init)
    if pattern.components.isEmpty { return nil }
    if !isAnchored { pattern.components.insert(Array("**".utf8), at: 0) }
    return pattern
  }

  /// True if the last matching pattern selects the path, false if that pattern begins with `!`; nil if none matches.
  ///
  /// - Parameter path: the components of the whole path.
  package func selects(_ path: [[UInt8]], isFolder: Bool) -> Bool? {
    guard path.count > folder.count, path.starts(with: folder) else { return nil }
    let rest = path[folder.count...]
    let last = patterns.last { pattern in
      (isFolder || !pattern.isOfFolders) && Self.matches(pattern.components[...], rest)
    }
    return last.map { !$0.isNegated }
  }

  /// True if the patterns select a file or one of its folders.
  package func selectFile(_ path: [[UInt8]]) -> Bool {
    guard path.count > folder.count else { return false }
    return (folder.count + 1...path.count).contains { count in
      selects(Array(path.prefix(count)), isFolder: count < path.count) == true
    }
  }

  private static func matches(_ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first.elementsEqual("**".utf8) {
      let rest = pattern.dropFirst()
      // A final `**` matches what is in the folder, not the folder itself.
      if rest.isEmpty { return !path.isEmpty }
      return (0...path.count).contains { matches(rest, path.dropFirst($0)) }
    }
    guard let name = path.first, matches(first[...], name[...]) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Returns whether a pattern without slashes matches a name.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case UInt8(ascii: "*"):
      if rest.first == first { return matches(rest, name) }
      return (0...name.count).contains { matches(rest, name.dropFirst($0)) }
    case UInt8(ascii: "?"): return !name.isEmpty && matches(rest, name.dropFirst())
    case UInt8(ascii: "["):
      guard let byte = name.first, let (isMember, length) = member(of: pattern, byte) else {
        return name.first == first && matches(rest, name.dropFirst())
      }
      return isMember && matches(pattern.dropFirst(length), name.dropFirst())
    case UInt8(ascii: "\\"):
      guard let literal = rest.first else { return name.isEmpty }
      return name.first == literal && matches(rest.dropFirst(), name.dropFirst())
    default: return name.first == first && matches(rest, name.dropFirst())
    }
  }

  /// The length of the character class at the start of the pattern, and whether it contains the byte; nil if the
  /// class is not closed.
  private static func member(
    of pattern: ArraySlice<UInt8>, _ byte: UInt8
  ) -> (isMember: Bool, length: Int)? {
    var rest = pattern.dropFirst()
    var isNegated = false
    if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^") {
      isNegated = true
      rest = rest.dropFirst()
    }
    var found = false
    var isFirst = true
    while let low = rest.first, isFirst || low != UInt8(ascii: "]") {
      isFirst = false
      rest = rest.dropFirst()
      var high = low
      if rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first,
        end != UInt8(ascii: "]")
      {
        high = end
        rest = rest.dropFirst(2)
      }
      if low <= byte, byte <= high { found = true }
    }
    guard rest.first == UInt8(ascii: "]") else { return nil }
    return (found != isNegated, pattern.count - rest.count + 1)
  }
}
