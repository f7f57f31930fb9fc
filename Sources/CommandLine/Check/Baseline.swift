import Diagnostics
import Text
import Workspace

/// A file of known findings that a team accepts for now.
///
/// `{"version":1,"findings":[{"file","code","fingerprint","message"}]}`, one finding per line, so that versions
/// are easy to merge. Files are relative to the baseline's folder. Line numbers are not compared, so that
/// other changes of a file do not report a finding again.
struct Baseline {
  let path: Path
  private(set) var fingerprints: Set<String> = []

  init(reading path: Path) throws(FileError) {
    self.path = path
    let bytes = try Files.read(path)
    do throws(JSONReader.Fault) {
      guard case .object(let members) = try JSONReader.read(bytes).kind,
        let list = members.first(where: { $0.key == "findings" }),
        case .array(let findings) = list.value.kind
      else { throw JSONReader.Fault(message: "it is not a baseline", span: Span(0, 0)) }
      for finding in findings {
        guard case .object(let members) = finding.kind,
          case .string(let text)? = members.first(where: { $0.key == "fingerprint" })?.value.kind
        else { throw JSONReader.Fault(message: "a finding has no fingerprint", span: finding.span) }
        fingerprints.insert(text)
      }
    } catch {
      let line = LineIndex(SourceFile(name: "", bytes: bytes)).line(at: error.span.start) + 1
      throw FileError(.read, path, "line \(line): \(error.message)")
    }
  }

  /// Returns true if the finding can be in a baseline: errors that prevent generation cannot.
  static func takes(_ finding: Finding) -> Bool {
    Workspace.summary(ofCode: finding.code)?.canSetLevel ?? false
  }

  /// One for each finding.
  static func fingerprints(_ report: FindingReport, for path: Path) -> [String] {
    Fingerprint.all(report.findings, files: report.files.map(\.source), names: names(report, path))
  }

  private static func names(_ report: FindingReport, _ path: Path) -> [String] {
    let folder = Files.resolved(path.folder)
    return report.files.map {
      $0.source.name == "<stdin>"
        ? $0.source.name : Path($0.absoluteName).relative(to: folder).display
    }
  }

  /// Removes the findings that are in the baseline.
  ///
  /// - Returns: the number of entries without a finding.
  func apply(to report: inout FindingReport) -> Int {
    let found = Self.fingerprints(report, for: path)
    var used: Set<String> = []
    var rest: [Finding] = []
    for (finding, fingerprint) in zip(report.findings, found) {
      if Self.takes(finding), fingerprints.contains(fingerprint) {
        used.insert(fingerprint)
      } else {
        rest.append(finding)
      }
    }
    report.findings = rest
    return fingerprints.count - used.count
  }

  /// The findings that are not in the baseline.
  func left(of findings: [Finding], in files: [SourceFile]) -> [Finding] {
    var report = Report()
    report.add(findings, in: files)
    var complete = report.complete
    _ = apply(to: &complete)
    return complete.findings
  }

  /// The content of a baseline with the findings.
  static func text(_ report: FindingReport, for path: Path) -> [UInt8] {
    let names = names(report, path)
    var text = Array("{\n  \"version\": 1,\n  \"findings\": [".utf8)
    var isFirst = true
    for (finding, fingerprint) in zip(report.findings, fingerprints(report, for: path))
    where takes(finding) {
      var writer = JSONWriter()
      writer.object { writer in
        writer.string("file", names[Int(finding.location.file.index)])
        writer.string("code", finding.code)
        writer.string("fingerprint", fingerprint)
        writer.string("message", finding.message)
      }
      text += (isFirst ? "\n    " : ",\n    ").utf8
      text += writer.bytes
      isFirst = false
    }
    return text + Array((isFirst ? "]\n}\n" : "\n  ]\n}\n").utf8)
  }
}
