import Diagnostics
import Text
import Workspace

/// A file of known findings that a team accepts for now.
///
/// The file is `{"version":1,"findings":[{"file","code","fingerprint","message"}]}`, with one finding per line, so that
/// versions are easy to merge. Names of files are relative to the baseline's folder. Line numbers are not compared, so
/// that other changes of a file do not report a finding again.
struct Baseline {
  private struct Entry {
    /// The name of the file; empty in a baseline that was written by hand.
    var file = ""
    var code = ""
    var fingerprint: String
    var message = ""
  }

  let path: Path
  private var entries: [Entry] = []

  init(reading path: Path) throws(FileError) {
    self.path = path
    let bytes = try Files.read(path)
    do throws(JSONReader.Fault) {
      guard case .object(let members) = try JSONReader.read(bytes).kind,
        let list = members.first(where: { $0.key == "findings" }),
        case .array(let findings) = list.value.kind
      else { throw JSONReader.Fault(message: "it is not a baseline", span: Span(0, 0)) }
      for finding in findings {
        var texts: [String: String] = [:]
        if case .object(let members) = finding.kind {
          for member in members {
            if case .string(let text) = member.value.kind { texts[member.key] = text }
          }
        }
        guard let fingerprint = texts["fingerprint"] else {
          throw JSONReader.Fault(message: "a finding has no fingerprint", span: finding.span)
        }
        entries.append(
          Entry(
            file: texts["file"] ?? "", code: texts["code"] ?? "", fingerprint: fingerprint,
            message: texts["message"] ?? ""))
      }
    } catch {
      let line = LineIndex(SourceFile(name: "", bytes: bytes)).line(at: error.span.start) + 1
      throw FileError(.read, path, "line \(line): \(error.message)")
    }
  }

  /// Creates the baseline with the findings of a report, and with those entries of the last baseline that belong to
  /// other files.
  ///
  /// - Parameter isOwn: returns true for the files whose findings belong in the baseline.
  init(_ report: FindingReport, of isOwn: (SourceFile) -> Bool, replacing path: Path) {
    self.path = path
    let names = Self.names(report, path)
    let fingerprints = Fingerprint.all(
      report.findings, files: report.files.map(\.source), names: names)
    if let last = try? Baseline(reading: path) {
      entries = last.entries.filter { last.isOfOtherFile($0, Set(names)) }
    }
    let isFirst = entries.isEmpty
    for (finding, fingerprint) in zip(report.findings, fingerprints) {
      let file = Int(finding.location.file.index)
      guard Self.takes(finding), isOwn(report.files[file].source) else { continue }
      entries.append(
        Entry(
          file: names[file], code: finding.code, fingerprint: fingerprint,
          message: finding.message))
    }
    if isFirst { return }
    let order = entries.indices.sorted { (entries[$0].file, $0) < (entries[$1].file, $1) }
    entries = order.map { entries[$0] }
  }

  /// Returns whether the finding can be in a baseline. Errors that prevent generation cannot.
  static func takes(_ finding: Finding) -> Bool {
    Workspace.summary(ofCode: finding.code)?.canSetLevel ?? false
  }

  private static func names(_ report: FindingReport, _ path: Path) -> [String] {
    let folder = Files.resolved(path.folder)
    return report.files.map {
      $0.source.name == "<stdin>"
        ? $0.source.name : Path($0.absoluteName).relative(to: folder).display
    }
  }

  /// Returns whether the file of the entry exists and was not checked.
  private func isOfOtherFile(_ entry: Entry, _ checked: Set<String>) -> Bool {
    !entry.file.isEmpty && !checked.contains(entry.file)
      && ((try? Files.status(of: path.folder.appending(entry.file))) ?? nil) != nil
  }

  var count: Int { entries.count }

  /// Removes the findings that are in the baseline.
  ///
  /// - Parameter isOwn: returns true for the files whose findings the baseline can contain.
  /// - Returns: the number of entries without a finding.
  func apply(to report: inout FindingReport, of isOwn: (SourceFile) -> Bool) -> Int {
    let names = Self.names(report, path)
    let found = Fingerprint.all(
      report.findings, files: report.files.map(\.source), names: names)
    let known = Set(entries.map(\.fingerprint))
    var used: Set<String> = []
    var rest: [Finding] = []
    for (finding, fingerprint) in zip(report.findings, found) {
      if Self.takes(finding), known.contains(fingerprint),
        isOwn(report.files[Int(finding.location.file.index)].source)
      {
        used.insert(fingerprint)
      } else {
        rest.append(finding)
      }
    }
    report.findings = rest
    let checked = Set(names)
    return Set(
      entries.filter { !used.contains($0.fingerprint) && !isOfOtherFile($0, checked) }
        .map(\.fingerprint)
    ).count
  }

  /// Returns the findings that are not in the baseline.
  func left(of findings: [Finding], in files: [SourceFile]) -> [Finding] {
    var report = Report()
    report.add(findings, in: files)
    var complete = report.complete
    _ = apply(to: &complete) { _ in true }
    return complete.findings
  }

  /// The content of the baseline's file.
  var text: [UInt8] {
    var text = Array("{\n  \"version\": 1,\n  \"findings\": [".utf8)
    for (index, entry) in entries.enumerated() {
      var writer = JSONWriter()
      writer.object { writer in
        writer.string("file", entry.file)
        writer.string("code", entry.code)
        writer.string("fingerprint", entry.fingerprint)
        writer.string("message", entry.message)
      }
      text += (index == 0 ? "\n    " : ",\n    ").utf8
      text += writer.bytes
    }
    return text + Array((entries.isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8)
  }
}

extension RuleSetSource {
  /// Reads the baseline that the `bascule.json` names; nil if it names none. Returns a finding if the baseline cannot
  /// be read.
  func readBaseline() -> Result<Baseline, ConfigurationFault>? {
    guard let path = baseline, let named = configuration?.content.baseline else { return nil }
    do throws(FileError) {
      return .success(try Baseline(reading: path))
    } catch {
      return .failure(
        ConfigurationFault(
          finding: Workspace.configurationFinding(
            error.message, at: named.location,
            help: "`bascule check --write-baseline` writes the current findings to it")))
    }
  }
}

/// The error of a setting that cannot be followed.
struct ConfigurationFault: Error {
  let finding: Finding
}
