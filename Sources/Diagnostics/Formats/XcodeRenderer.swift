import Text

/// Writes findings in the form that Xcode reads from a build's output: `/path:line:column: error: message [code]`.
///
/// Related places follow as separate notes.
enum XcodeRenderer {
  static func render(_ report: FindingReport) -> [UInt8] {
    var places = PlaceTable(report.files.map { $0.source })
    var text = ""
    func line(_ location: Location, _ kind: String, _ message: String) {
      let start = places.range(location).start
      var file = report.files[Int(location.file.index)].absoluteName
      if file.utf8.contains(where: { $0 < 0x20 }) { file = Quoting.terminal(file) }
      text += "\(file):\(start.line):\(start.column): \(kind): \(Quoting.terminal(message))\n"
    }
    for finding in report.findings {
      let message = finding.message.split { $0.isNewline }.joined(separator: " ")
      line(finding.location, finding.severity.word, "\(message) [\(finding.code)]")
      for related in finding.related {
        let message = related.message.split { $0.isNewline }.joined(separator: " ")
        line(related.location, "note", message)
      }
    }
    return Array(text.utf8)
  }
}
