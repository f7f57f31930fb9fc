import Text

/// Writes findings as Checkstyle XML. The format has the start of a finding but not its end.
enum CheckstyleRenderer {
  static func render(_ report: FindingReport) -> [UInt8] {
    var places = PlaceTable(report.files.map { $0.source })
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
    var open: FileID?
    for finding in report.findings {
      if finding.location.file != open {
        if open != nil { text += "  </file>\n" }
        open = finding.location.file
        let name = report.files[Int(finding.location.file.index)].source.name
        text += "  <file name=\"\(Quoting.xml(name))\">\n"
      }
      let start = places.range(finding.location).start
      text += "    <error line=\"\(start.line)\" column=\"\(start.column)\""
      text += " severity=\"\(finding.severity.rawValue)\""
      text += " message=\"\(Quoting.xml(finding.plainLines.joined(separator: "\n")))\""
      text += " source=\"bascule.\(Quoting.xml(finding.code))\"/>\n"
    }
    if open != nil { text += "  </file>\n" }
    return Array((text + "</checkstyle>\n").utf8)
  }
}
