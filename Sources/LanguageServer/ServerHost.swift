package import Diagnostics
package import Text

/// Access to files; this module itself does no I/O.
///
/// Paths are absolute and use `/`.
package protocol ServerHost {
  /// The folder to serve if the client names none.
  var defaultFolder: String? { get }
  /// The rule sets below folders, found as the command line finds them; each file is in one of them.
  func ruleSets(below folders: [String]) -> [FoundRuleSet]
  /// The rule set of a file outside of all workspace folders.
  func ruleSet(around file: String) -> FoundRuleSet
  /// Returns nil if the file cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// The content of a file inside the folder; nil if `..` or a link leads out of it.
  func resource(_ path: String, in folder: String) -> [UInt8]?
  /// The settings in a `bascule.json`, and its findings.
  func configuration(_ file: SourceFile) -> ReadConfiguration
  /// Writes a text that the editor is to show to a new file that only the user can read, and returns its path; nil if
  /// that fails.
  func temporaryFile(_ name: String, _ text: String) -> String?
  /// Writes another text to a file that `temporaryFile` has written.
  func replaceTemporaryFile(_ path: String, _ text: String)
  /// The milliseconds since some start, which decide what the server does next, not what it answers.
  var milliseconds: Int { get }
  /// Releases a value that nothing else needs, in another thread if there is one: for a large value that takes time.
  func discard(_ value: any Sendable)
}

extension ServerHost {
  package func configuration(_ file: SourceFile) -> ReadConfiguration { ReadConfiguration() }
  package func temporaryFile(_ name: String, _ text: String) -> String? { nil }
  package func replaceTemporaryFile(_ path: String, _ text: String) {}
  package var milliseconds: Int { 0 }
  package func discard(_ value: any Sendable) {}
}

/// The settings in a `bascule.json`.
package struct ReadConfiguration {
  package var severities: Severities
  /// The file, then those that it extends.
  package var files: [SourceFile]
  /// Those of the files, with locations in them.
  package var findings: [Finding]
  /// The paths of all other files on which this depends.
  package var others: Set<String> = []
  /// Returns the findings of rule files that are not known.
  package var left: ([Finding], [SourceFile]) -> [Finding] = { findings, _ in findings }

  package init(
    severities: Severities = Severities(), files: [SourceFile] = [], findings: [Finding] = []
  ) {
    self.severities = severities
    self.files = files
    self.findings = findings
  }
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
