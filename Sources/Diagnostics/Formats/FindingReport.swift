package import Text

/// The findings of a run, with the data that some formats need.
package struct FindingReport: Sendable {
  package struct File: Sendable {
    package var source: SourceFile
    /// The path relative to the repository's top folder, or to the working folder if there is no repository; nil
    /// outside of it.
    package var repositoryName: String?
    package var absoluteName: String

    package init(_ source: SourceFile, repositoryName: String?, absoluteName: String) {
      self.source = source
      self.repositoryName = repositoryName
      self.absoluteName = absoluteName
    }

    /// The name by which code hosts refer to the file.
    var hostName: String { repositoryName ?? absoluteName }
  }

  package var files: [File]
  /// The findings, sorted by file and position.
  package var findings: [Finding]
  /// The number of rule files. `files` may also contain files of other kinds.
  package var ruleFileCount: Int
  /// The files whose findings of any severity are failures.
  package var strictFiles: Set<FileID>
  package var version: String
  /// Returns the description of a code.
  package var summary: @Sendable (String) -> CodeSummary?

  package init(
    files: [File], findings: [Finding], ruleFileCount: Int, strictFiles: Set<FileID> = [],
    version: String, summary: @escaping @Sendable (String) -> CodeSummary?
  ) {
    self.files = files
    self.findings = findings
    self.ruleFileCount = ruleFileCount
    self.strictFiles = strictFiles
    self.version = version
    self.summary = summary
  }

  /// The errors that prevented the check. If there are any, there are no findings.
  package var failures: [String] = []

  /// The content of the last line of the output for people.
  package enum SummaryContent: Sendable { case nothing, counts, countsAndFixes }

  package var summaryContent = SummaryContent.counts

  /// A line for each code with its number of findings, the most frequent first, such as `12 errors  unreachable-rule,
  /// 10 can be fixed with --fix=all`.
  package var statistics: [String] {
    let groups = Dictionary(grouping: findings, by: { $0.code }).values.sorted {
      ($1.count, $0[0].code) < ($0.count, $1[0].code)
    }
    let counts = groups.map { group in
      "\(group.count) \(group[0].severity.word)\(group.count == 1 ? "" : "s")"
    }
    let width = counts.map { $0.utf8.count }.max() ?? 0
    return zip(groups, counts).map { group, count in
      String(repeating: " ", count: width - count.utf8.count) + count + "  " + group[0].code
        + HumanRenderer.fixes(group)
    }
  }

  package func fails(_ finding: Finding) -> Bool {
    finding.severity == .error || strictFiles.contains(finding.location.file)
  }
}

extension Finding {
  /// The finding without its source: one line each for the message, label, witness and help.
  var plainLines: [String] {
    var lines = [message]
    if !label.isEmpty { lines.append(label) }
    if let witness { lines.append("witness: " + witness) }
    if let help { lines.append("help: " + help) }
    return lines
  }
}
