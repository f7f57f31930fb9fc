import Text

/// Writes findings as a GitLab Code Quality report: an array of issues in Code Climate's form.
enum GitLabRenderer {
  static func render(_ report: FindingReport) -> [UInt8] {
    var places = PlaceTable(report.files.map { $0.source })
    let fingerprints = Fingerprint.all(
      report.findings, files: report.files.map { $0.source },
      names: report.files.map { $0.hostName })
    var writer = JSONWriter()
    writer.array { writer in
      for (finding, fingerprint) in zip(report.findings, fingerprints) {
        let (start, end) = places.range(finding.location)
        writer.object { writer in
          writer.string("description", finding.plainLines.joined(separator: "\n"))
          writer.string("check_name", finding.code)
          writer.string("fingerprint", fingerprint)
          writer.key("severity")
          switch finding.severity {
          case .error: writer.string("major")
          case .warning: writer.string("minor")
          case .info: writer.string("info")
          }
          writer.object("location") { writer in
            writer.string("path", report.files[Int(finding.location.file.index)].hostName)
            writer.object("lines") { writer in
              writer.number("begin", start.line)
              writer.number("end", end.line)
            }
            writer.object("positions") { writer in
              for (isEnd, position) in [(false, start), (true, end)] {
                writer.key(isEnd ? "end" : "begin")
                writer.object { writer in
                  writer.number("line", position.line)
                  writer.number("column", position.column)
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
