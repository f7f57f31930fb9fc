package import Diagnostics
package import Text
import Workspace

/// The findings of all rule sets of one run.
package struct Report: Sendable {
  /// The rule files of all sets, and their `bascule.json` files.
  package private(set) var files: [SourceFile] = []
  package private(set) var findings: [Finding] = []
  /// The number of rule files, without `bascule.json` files.
  package private(set) var ruleFileCount = 0
  /// The files of sets whose warnings and notes are failures too.
  package private(set) var strictFiles: Set<FileID> = []

  package init() {}

  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// Adds the findings of a source.
  ///
  /// - Parameter findings: findings with locations in the source's files.
  package mutating func add(_ findings: [Finding], of source: RuleSetSource) {
    add(findings, in: source.input.files, ruleFileCount: source.input.files.count)
  }

  /// Adds findings.
  ///
  /// - Parameter findings: findings with locations in the files.
  package mutating func add(
    _ findings: [Finding], in files: [SourceFile], isStrict: Bool = false, ruleFileCount: Int = 0
  ) {
    self.ruleFileCount += ruleFileCount
    let shift = self.files.count
    if isStrict { strictFiles.formUnion(files.indices.map { FileID(shift + $0) }) }
    self.files += files
    self.findings += shift == 0 ? findings : findings.map { Self.moved($0, by: shift) }
  }

  /// Sorts the findings by file name, then by position.
  package mutating func sort() {
    let order = files.indices.sorted {
      (Path(files[$0].name), $0) < (Path(files[$1].name), $1)
    }
    var rank = [Int](repeating: 0, count: files.count)
    for (position, file) in order.enumerated() { rank[file] = position }
    let sorted = findings.enumerated().sorted { a, b in
      let left = a.element.location
      let right = b.element.location
      if left.file != right.file { return rank[Int(left.file.index)] < rank[Int(right.file.index)] }
      return (left.span.start, left.span.end, a.offset) < (
        right.span.start, right.span.end, b.offset
      )
    }
    findings = sorted.map(\.element)
  }

  private static func moved(_ finding: Finding, by shift: Int) -> Finding {
    var finding = finding
    move(&finding.location, shift)
    for index in finding.related.indices { move(&finding.related[index].location, shift) }
    if let fix = finding.fix {
      for index in fix.edits.indices { move(&finding.fix!.edits[index].location, shift) }
    }
    return finding
  }

  private static func move(_ location: inout Location, _ shift: Int) {
    location.file = FileID(Int(location.file.index) + shift)
  }
}

extension Report {
  /// The report for the output formats, with sorted findings.
  var complete: FindingReport {
    var sorted = self
    sorted.sort()
    let working = Files.resolved(.workingFolder)
    let repository = Files.repository(of: working) ?? working
    let files = sorted.files.map { file in
      let path = Path(file.name).normalized
      // The file is standard input, or the line of `--prove`.
      if file.name.hasPrefix("<") {
        return FindingReport.File(file, repositoryName: file.name, absoluteName: file.name)
      }
      let absolute = Files.resolved(working.appending(path.bytes).folder).appending(path.name)
      let rest = absolute.bytes.dropFirst(repository.bytes.count).drop { $0 == 0x2F }
      return FindingReport.File(
        file,
        repositoryName: absolute.isWithin(repository) ? Path(bytes: Array(rest)).display : nil,
        absoluteName: absolute.display)
    }
    return FindingReport(
      files: files, findings: sorted.findings, ruleFileCount: ruleFileCount,
      strictFiles: strictFiles, version: Version.number, summary: Workspace.summary(ofCode:))
  }
}
