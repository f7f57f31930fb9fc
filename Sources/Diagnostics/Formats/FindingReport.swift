package import Text

/// The findings of a run, and what some formats say beside them.
package struct FindingReport: Sendable {
  package struct File: Sendable {
    package var source: SourceFile
    /// Relative to the repository's top folder, else to the working folder; nil outside of it.
    package var repositoryName: String?
    package var absoluteName: String

    package init(_ source: SourceFile, repositoryName: String?, absoluteName: String) {
      self.source = source
      self.repositoryName = repositoryName
      self.absoluteName = absoluteName
    }

    /// The name that code hosts know it by.
    var hostName: String { repositoryName ?? absoluteName }
  }

  package var files: [File]
  /// Sorted by file and place.
  package var findings: [Finding]
  /// Rule files; there are others among `files`.
  package var ruleFileCount: Int
  /// The files whose findings of any severity are failures.
  package var strictFiles: Set<FileID>
  package var version: String
  /// What a code stands for.
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

  package func fails(_ finding: Finding) -> Bool {
    finding.severity == .error || strictFiles.contains(finding.location.file)
  }

  /// - Requires: every location names one of the files.
  package func render(_ format: FindingFormat, _ style: Style = .plain) -> [UInt8] {
    switch format {
    case .human:
      var renderer = HumanRenderer(files: files.map(\.source), style: style)
      let summary = HumanRenderer.summary(findings, fileCount: ruleFileCount)
      return renderer.render(findings) + Array((summary + "\n").utf8)
    case .json: return JSONRenderer.render(findings, files: files.map(\.source))
    case .sarif: return SARIFRenderer.render(self)
    case .github: return GitHubRenderer.render(self)
    case .gitlab: return GitLabRenderer.render(self)
    case .junit: return JUnitRenderer.render(self)
    case .checkstyle: return CheckstyleRenderer.render(self)
    case .xcode: return XcodeRenderer.render(self)
    }
  }
}

extension Finding {
  /// All that is said in one place, without the source: a line for each of message, label, witness
  /// and help.
  var plainLines: [String] {
    var lines = [message]
    if !label.isEmpty { lines.append(label) }
    if let witness { lines.append("witness: " + witness) }
    if let help { lines.append("help: " + help) }
    return lines
  }
}

/// Lines and columns of places in several files.
struct PlaceTable {
  private let files: [SourceFile]
  private var indices: [PositionIndex?]

  init(_ files: [SourceFile]) {
    self.files = files
    indices = Array(repeating: nil, count: files.count)
  }

  /// `end` is just past the last scalar.
  mutating func range(_ location: Location) -> (start: Position, end: Position) {
    let file = Int(location.file.index)
    if indices[file] == nil { indices[file] = PositionIndex(files[file]) }
    return (
      indices[file]!.position(at: location.span.start),
      indices[file]!.position(at: location.span.end)
    )
  }
}
