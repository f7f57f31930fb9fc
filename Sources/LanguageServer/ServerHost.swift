package import Diagnostics
package import Text

/// Files, as the server sees them: nothing in this module touches a disk.
///
/// Paths are absolute and use `/`.
package protocol ServerHost {
  /// What to serve where the client names no folder.
  var defaultFolder: String? { get }
  /// The rule sets below a folder, found as the command line finds them.
  func ruleSets(below folder: String) -> [FoundRuleSet]
  /// The rule set of a file outside of all workspace folders.
  func ruleSet(around file: String) -> FoundRuleSet
  /// nil where it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// The content of a file inside of the folder, reached by neither `..` nor a link that leads out.
  func resource(_ path: String, in folder: String) -> [UInt8]?
  /// What is wrong with a `bascule.json`.
  func configurationFindings(_ file: SourceFile) -> [Finding]
  /// What a `bascule.json` says of the severities of codes.
  func severities(_ file: SourceFile) -> Severities
}

/// The files of one rule set.
package struct FoundRuleSet: Equatable, Sendable {
  package var folder: String
  /// Sorted by their bytes.
  package var files: [String]
  /// The set's `bascule.json`.
  package var configuration: String?

  package init(folder: String, files: [String], configuration: String?) {
    self.folder = folder
    self.files = files
    self.configuration = configuration
  }
}
