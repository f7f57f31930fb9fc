package import Diagnostics
package import Text
package import Workspace

/// The access to files, since this module itself does no input or output.
///
/// Paths are absolute and use `/`.
package protocol ServerHost: AnyObject {
  /// The folder to serve if the client names none.
  var defaultFolder: String? { get }
  /// Returns the rule sets below folders, with the same search as on the command line. Each rule file is in exactly one
  /// of them.
  func ruleSets(below folders: [String]) -> [FoundRuleSet]
  /// Returns the rule set of a file outside of all workspace folders.
  func ruleSet(around file: String) -> FoundRuleSet
  /// Returns the content of a file; nil if it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// Returns the content of a file inside the folder; nil if `..` or a link leads out of the folder.
  func resource(_ path: String, in folder: String) -> [UInt8]?
  /// Returns the settings in a `bascule.json`, and its findings.
  func configuration(_ file: SourceFile) -> ReadConfiguration
  /// Writes a text for the editor to a new file that only the user can read, and returns the path of the file; nil if
  /// that fails.
  func temporaryFile(_ name: String, _ text: String) -> String?
  /// Replaces the text of a file that `temporaryFile` has written.
  func replaceTemporaryFile(_ path: String, _ text: String)
  /// The milliseconds since any fixed time. They determine the order of the server's tasks, and not its answers.
  var milliseconds: Int { get }
  /// Returns the reader of the rule set of a folder in a git revision, for another thread.
  ///
  /// The reader reads the last common ancestor of the revision and the current commit. It returns the known rules if
  /// they are of this commit.
  func earlierRules(
    of folder: String, in revision: String
  ) -> @Sendable (_ known: EarlierRules?) -> Result<EarlierRules, QueryError>
  /// Does work in another thread if there is one, and then passes its result to a closure in the thread of the server.
  func run(
    _ work: @escaping @Sendable () -> LateFindings.Result,
    then: @escaping (LateFindings.Result) -> Void)
  /// Runs a closure that releases a value. Since this takes time for a large value, it is done in another thread if
  /// there is one.
  func discard(_ work: @escaping @Sendable () -> Void)
}

extension ServerHost {
  package func configuration(_ file: SourceFile) -> ReadConfiguration { ReadConfiguration() }
  package func temporaryFile(_ name: String, _ text: String) -> String? { nil }
  package func replaceTemporaryFile(_ path: String, _ text: String) {}
  package var milliseconds: Int { 0 }
  package func earlierRules(
    of folder: String, in revision: String
  ) -> @Sendable (_ known: EarlierRules?) -> Result<EarlierRules, QueryError> {
    { _ in .failure(QueryError("there is no git")) }
  }
  package func run(
    _ work: @escaping @Sendable () -> LateFindings.Result,
    then: @escaping (LateFindings.Result) -> Void
  ) {
    then(work())
  }
  package func discard(_ work: @escaping @Sendable () -> Void) {}
}

/// The settings in a `bascule.json`.
package struct ReadConfiguration {
  package var severities: Severities
  /// The file, followed by the files that it extends.
  package var files: [SourceFile]
  /// The findings of these files.
  package var findings: [Finding]
  /// The paths of all other files on which the settings depend.
  package var others: Set<String> = []
  /// The `apple-app-site-association` file whose links are compared with a chain.
  package var linksFile: String?
  /// Compares the links of `linksFile` with the rules, in another thread. `content` is the text of the file in the
  /// editor; nil to read the file from the disk.
  package var linked: @Sendable (CheckedRules, _ content: [UInt8]?) -> FindingsOfLinks = { _, _ in
    FindingsOfLinks()
  }
  /// The files and folders that `files` name.
  package var named: [NamedFile] = []
  /// Returns the findings of rule files without those in the baseline.
  package var left: ([Finding], [SourceFile]) -> [Finding] = { findings, _ in findings }

  package init(
    severities: Severities = Severities(), files: [SourceFile] = [], findings: [Finding] = []
  ) {
    self.severities = severities
    self.files = files
    self.findings = findings
  }

  /// The paths of the files on which the findings of the rule set depend, beside its own files.
  var watched: Set<String> { others.union([linksFile].compactMap { $0 }) }
}

/// The findings about the universal links that a `bascule.json` names.
package struct FindingsOfLinks: Sendable {
  package var ofRules: [Finding] = []
  /// The findings in the `bascule.json` and the files that it extends.
  package var ofConfiguration: [Finding] = []

  package init(ofRules: [Finding] = [], ofConfiguration: [Finding] = []) {
    self.ofRules = ofRules
    self.ofConfiguration = ofConfiguration
  }
}

/// A file or folder that a `bascule.json` or a file that it extends names.
package struct NamedFile: Sendable {
  package let path: String
  /// The location of the JSON string.
  package let location: Location
  /// True for a pattern that is the path of one file or folder.
  package let isPattern: Bool

  package init(path: String, location: Location, isPattern: Bool) {
    self.path = path
    self.location = location
    self.isPattern = isPattern
  }
}

/// The rules of a folder in a git revision.
package struct EarlierRules: Sendable {
  package var commit: String
  /// The rules, which have no errors; nil if the commit has no such rule set.
  package var rules: LoadedRuleSet?

  package init(commit: String, rules: LoadedRuleSet?) {
    self.commit = commit
    self.rules = rules
  }
}

/// The files of one rule set.
package struct FoundRuleSet: Equatable, Sendable {
  package var folder: String
  /// The paths of the rule files, sorted by their bytes.
  package var files: [String]
  /// The set's `bascule.json`.
  package var configuration: String?

  package init(folder: String, files: [String], configuration: String?) {
    self.folder = folder
    self.files = files
    self.configuration = configuration
  }
}
