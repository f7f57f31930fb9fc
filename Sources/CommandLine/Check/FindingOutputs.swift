import Diagnostics
import Workspace

/// The outputs of one run: findings in one format on standard output, and in other formats in files.
struct FindingOutputs {
  private let shown: FindingFormat?
  private var files: [(format: FindingFormat, path: Path)] = []

  /// The option `--format WORD` or `--format WORD=FILE`.
  static let option = Verb.Option(
    "format", .output(FindingFormat.allCases.map(\.rawValue)),
    """
    The format of findings: human (default) or one for other programs. With =FILE they are written \
    to the file; give the option once for standard output and any number of times for files.
    """, isRepeated: true)

  /// - Parameter sources: the rule sets whose `bascule.json` applies if no option is given.
  init(_ values: [String], _ sources: [RuleSetSource], _ verb: String) throws(UsageError) {
    var shown: [FindingFormat] = []
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let format = FindingFormat(rawValue: String(parts[0])) else { continue }
      if parts.count == 1 {
        shown.append(format)
      } else {
        files.append((format, Path(String(parts[1])).normalized))
      }
    }
    if shown.count > 1 {
      throw UsageError(
        "standard output takes one format, not \(shown.map { "`\($0.rawValue)`" }.joined(separator: " and "))",
        verb, help: "write `--format \(shown[1].rawValue)=FILE` for one of them")
    }
    if values.isEmpty {
      let named = Set(sources.compactMap(\.configuration?.content.format))
      if named.count > 1 {
        throw UsageError(
          "the rule sets name different formats in their `\(RuleSetInput.configurationName)`",
          verb,
          help: "give `--format`")
      }
      shown = [named.first ?? .human]
    }
    self.shown = shown.first
    var taken = Set(sources.flatMap(\.found.files).map { Files.resolved($0) })
    for source in sources {
      taken.formUnion(source.configurationPaths.map { Files.resolved($0) })
    }
    for file in files
    where file.path.hasSuffix(RuleSetFinder.suffix)
      || file.path.name.elementsEqual(RuleSetInput.configurationName.utf8)
    {
      throw UsageError(
        "`\(file.path.display)` would be read as part of a rule set", verb,
        help: "give the file another name")
    }
    for file in files where !taken.insert(Files.resolved(file.path)).inserted {
      throw UsageError("`\(file.path.display)` would be overwritten", verb)
    }
  }

  /// Writes the files whose content changes, then standard output.
  ///
  /// - Parameter statistics: true to print the number of findings of each code on standard output instead.
  func write(
    _ report: FindingReport, statistics: Bool = false, _ console: inout Console
  ) throws(FileError) {
    try write(report, to: files)
    if statistics {
      for line in report.statistics { console.output.line(line) }
    } else if let shown {
      console.output.write(report.render(shown, console.output.style))
    }
  }

  /// Writes the errors that prevented the check, in the formats that can contain them. In other formats, a file would
  /// look as if there were no findings.
  func write(failed report: FindingReport, _ console: inout Console) throws(FileError) {
    let formats: Set<FindingFormat> = [.sarif, .junit]
    if let shown, formats.contains(shown) {
      console.output.write(report.render(shown, console.output.style))
    }
    try write(report, to: files.filter { formats.contains($0.format) })
  }

  private func write(
    _ report: FindingReport, to files: [(format: FindingFormat, path: Path)]
  ) throws(FileError) {
    var staged: [StagedFile] = []
    do throws(FileError) {
      for (format, path) in files {
        _ = try Files.makeFolder(path.folder)
        let bytes = report.render(format)
        if try StagedFile.compare(path, with: bytes) != .same {
          staged.append(try StagedFile(bytes, for: path))
        }
      }
      while !staged.isEmpty { try staged.removeFirst().commit() }
    } catch {
      for file in staged { file.discard() }
      throw error
    }
  }
}
