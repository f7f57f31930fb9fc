package import Text

/// The content of one rule set, read beforehand: nothing below the command line reads a file.
package struct RuleSetInput: Sendable {
  /// The `.bascule` files, sorted by name.
  package var files: [SourceFile]
  /// The content of a file that a `script … from "file.js"` names, by its path inside the rule
  /// set's folder; nil where there is none or it lies outside.
  package var resource: @Sendable (String) -> [UInt8]?

  /// The paths of the files below the set's folder, for generated comments; nil for the names of
  /// `files`.
  package var paths: [String]?

  package init(
    files: [SourceFile], paths: [String]? = nil,
    resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.paths = paths
    self.resource = resource
  }

  /// The files by the names that generated comments use: the working folder is not part of the output.
  var sources: [SourceFile] {
    guard let paths else { return files }
    return zip(files, paths).map { SourceFile(name: $1, bytes: $0.bytes) }
  }
}
