import AssociationFiles
package import Text

/// The content of one rule set, already read. No target below the command line reads files.
package struct RuleSetInput: Sendable {
  /// The `.bascule` files, sorted by name.
  package var files: [SourceFile]
  /// Returns the content of a file that a script or `block` names after `from`, by its path within the rule set's
  /// folder; nil if there is no such file or it is outside of the folder.
  package var resource: @Sendable (String) -> [UInt8]?

  /// The paths of the files within the set's folder, for generated comments; nil to use the names of `files`.
  package var paths: [String]?

  /// The name of the file that configures a rule set.
  package static let configurationName = "bascule.json"

  /// The name of the file that is a rule set by itself: `apple-app-site-association`.
  package static let linksName = AssociationFile.name

  /// True if the only file is an `apple-app-site-association` file.
  package var areLinks: Bool

  package init(
    files: [SourceFile], paths: [String]? = nil, areLinks: Bool = false,
    resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.areLinks = areLinks
    self.paths = paths
    self.resource = resource
  }

  /// The files with the names in generated comments. These names do not depend on the working folder.
  var sources: [SourceFile] {
    guard let paths else { return files }
    return zip(files, paths).map { SourceFile(name: $1, bytes: $0.bytes) }
  }
}
