import Diagnostics
import Text
import Workspace

/// Selects the findings that a change has touched or caused, by comparison with a git revision.
///
/// A finding is *touched* if a line that it shows is new or different. A finding is *caused* by the change if the
/// revision does not have it, regardless of the place of the change.
struct ChangeFilter {
  private let sources: [RuleSetSource]
  private let pairs: [(old: Int?, new: Int?)]
  private let severities: Severities
  private let check: CheckRun.Checks.Check

  /// - Parameters:
  ///   - path: a folder that contains all of the new sets.
  ///   - areLinks: true if the path is an `apple-app-site-association` file instead.
  ///   - severities: levels that replace the levels of the `bascule.json`, for both versions.
  ///   - check: returns the findings of a set of the revision.
  init(
    _ revision: String, _ path: Path, areLinks: Bool, _ new: [RuleSetSource],
    _ severities: Severities, check: @escaping CheckRun.Checks.Check
  ) throws(GitRevision.Failure) {
    sources = try RuleSetSource.read(path, in: revision, at: .tip, areLinks: areLinks)
    pairs = RuleSetSource.pairs(sources, new, nil, path)
    self.severities = severities
    self.check = check
  }

  /// Returns the selected findings.
  ///
  /// - Parameters:
  ///   - findings: the findings of the new set with the number.
  ///   - files: the set's rule files and then, if there is one, its `bascule.json` and the files that it extends.
  func apply(
    to findings: [Finding], of files: [SourceFile], _ new: RuleSetSource, number: Int
  ) -> [Finding] {
    guard let index = pairs.first(where: { $0.new == number })?.old else { return findings }
    let old = sources[index]
    let oldFiles = old.input.files + (old.configuration?.files ?? [])
    let (oldNames, newNames) = (old.relativeNames, new.relativeNames)
    let changes = files.indices.map { file in
      let same = oldNames.firstIndex(of: newNames[file])
      return ChangedPlaces(same.map { oldFiles[$0].bytes }, files[file].bytes)
    }
    let known = fingerprints(old, oldFiles, oldNames)
    let prints = Fingerprint.all(findings, files: files, names: newNames)
    return zip(findings, prints).filter { finding, fingerprint in
      !known.contains(fingerprint)
        || ([finding.location] + finding.related.map(\.location)).contains {
          changes[Int($0.file.index)].touch($0.span)
        }
    }.map(\.0)
  }

  private func fingerprints(
    _ old: RuleSetSource, _ files: [SourceFile], _ names: [String]
  ) -> Set<String> {
    var report = Report()
    let levels = old.severities.overridden(by: severities)
    report.add(check(old, levels), in: old.input.files)
    if let configuration = old.configuration {
      report.add(configuration.findings, in: configuration.files)
    }
    return Set(Fingerprint.all(report.findings, files: files, names: names))
  }

  /// The ranges of bytes in a file's lines that are new or different.
  private struct ChangedPlaces {
    private var ranges: [Range<Int>] = []

    /// - Parameter old: the old content; nil for a new file.
    init(_ old: [UInt8]?, _ new: [UInt8]) {
      guard let old else {
        ranges = [0..<(new.count + 1)]
        return
      }
      let diff = LineDiff(old, new)
      for change in diff.changes {
        guard let first = diff.newLines[change.new].first, let last = diff.newLines[change.new].last
        else { continue }
        ranges.append(first.startIndex..<max(last.endIndex, first.startIndex + 1))
      }
    }

    func touch(_ span: Span) -> Bool {
      let (start, end) = (Int(span.start), max(Int(span.end), Int(span.start) + 1))
      return ranges.contains { $0.lowerBound < end && start < $0.upperBound }
    }
  }
}

extension RuleSetSource {
  /// The relative names of the rule files, then of the `bascule.json` and the files that it extends.
  fileprivate var relativeNames: [String] {
    found.files.indices.map { relativeName(ofFile: $0).display }
      + (configuration?.relativeNames ?? [])
  }
}
