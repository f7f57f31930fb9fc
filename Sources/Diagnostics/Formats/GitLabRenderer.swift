import Text

/// Findings as a GitLab Code Quality report: an array of issues in Code Climate's form.
enum GitLabRenderer {
  static func render(_ report: FindingReport) -> [UInt8] {
    var places = PlaceTable(report.files.map(\.source))
    let fingerprints = Fingerprint.all(
      report.findings, files: report.files.map(\.source), names: report.files.map(\.hostName))
    var writer = JSONWriter()
    writer.array { writer in
      for (finding, fingerprint) in zip(report.findings, fingerprints) {
        let (start, end) = places.range(finding.location)
        writer.object { writer in
          writer.key("description")
          writer.string(finding.plainLines.joined(separator: "\n"))
          writer.key("check_name")
          writer.string(finding.code)
          writer.key("fingerprint")
          writer.string(fingerprint)
          writer.key("severity")
          switch finding.severity {
          case .error: writer.string("major")
          case .warning: writer.string("minor")
          case .info: writer.string("info")
          }
          writer.key("location")
          writer.object { writer in
            writer.key("path")
            writer.string(report.files[Int(finding.location.file.index)].hostName)
            writer.key("lines")
            writer.object { writer in
              writer.key("begin")
              writer.number(start.line)
              writer.key("end")
              writer.number(end.line)
            }
            writer.key("positions")
            writer.object { writer in
              for (isEnd, position) in [(false, start), (true, end)] {
                writer.key(isEnd ? "end" : "begin")
                writer.object { writer in
                  writer.key("line")
                  writer.number(position.line)
                  writer.key("column")
                  writer.number(position.column)
                }
              }
            }
          }
        }
      }
    }
    return writer.bytes + [0x0A]
  }
}
