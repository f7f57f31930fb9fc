import Text

/// Writes findings as workflow commands, which GitHub Actions turns into annotations.
///
/// Columns are written only for findings on one line. For others the runner rejects them.
enum GitHubRenderer {
  static func render(_ report: FindingReport) -> [UInt8] {
    var places = PlaceTable(report.files.map { $0.source })
    var text = ""
    for finding in report.findings {
      let (start, end) = places.range(finding.location)
      let command =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
      var properties = [
        ("file", report.files[Int(finding.location.file.index)].hostName),
        ("line", "\(start.line)"), ("endLine", "\(end.line)"),
      ]
      if start.line == end.line {
        properties += [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
      }
      properties.append(("title", finding.code))
      let list = properties.map { "\($0)=\(Quoting.gitHubProperty($1))" }
      text += "::\(command) \(list.joined(separator: ","))::"
      text += Quoting.gitHubMessage(finding.plainLines.joined(separator: "\n")) + "\n"
    }
    return Array(text.utf8)
  }

}
