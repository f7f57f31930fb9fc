import Text

/// Patterns of paths for the files of a rule set, relative to the folder of the set or to a folder above it.
package struct PlacedPatterns: Sendable, Equatable {
  private let patterns: PathPatterns
  /// The components of the path of the rule set's folder. Paths outside of it match nothing.
  private let folder: [[UInt8]]
  /// The components of the path from the folder of the patterns down to the rule set's folder.
  private let descent: [[UInt8]]

  /// - Parameters:
  ///   - lines: one pattern each.
  ///   - descent: the path from the folder of the patterns to `folder`; empty if they are the same.
  package init(_ lines: [String], in folder: [[UInt8]], below descent: [[UInt8]] = []) {
    patterns = PathPatterns(lines.map { Array($0.utf8) }, in: [])
    self.folder = folder
    self.descent = descent
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// True if the patterns select this entry of a folder.
  package func selects(_ path: [[UInt8]], isFolder: Bool) -> Bool {
    whole(path).map { patterns.selects($0, isFolder: isFolder) == true } ?? false
  }

  /// True if the patterns select a file or one of its folders.
  package func selectFile(_ path: [[UInt8]]) -> Bool {
    whole(path).map { patterns.selectFile($0) } ?? false
  }

  /// The path relative to the folder of the patterns; nil if it is not in the rule set's folder.
  private func whole(_ path: [[UInt8]]) -> [[UInt8]]? {
    guard path.count > folder.count, path.starts(with: folder) else { return nil }
    return descent + path[folder.count...]
  }
}
