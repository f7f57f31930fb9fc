package import Text

/// Findings as one JSON object on one line.
///
/// `{"version":1,"findings":[{"code","severity","message","file","range":{"start":{"line",
/// "column"},"end":{…}},"related":[{"message","file","range"}],"help","witness"}]}`. Lines and
/// columns count from 1, columns in Unicode scalars; `end` is just past the last scalar. `help` and
/// `witness` may be null. Keys stand in this order.
package enum JSONRenderer {
  /// - Requires: every location names one of the files.
  package static func render(_ findings: [Finding], files: [SourceFile]) -> [UInt8] {
    var positions = [PositionIndex?](repeating: nil, count: files.count)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(1)
      writer.key("findings")
      writer.array { writer in
        for finding in findings { write(finding, files, &positions, &writer) }
      }
    }
    return writer.bytes + [0x0A]
  }

  private static func write(
    _ finding: Finding, _ files: [SourceFile], _ positions: inout [PositionIndex?],
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("code")
      writer.string(finding.code)
      writer.key("severity")
      writer.string(finding.severity.rawValue)
      writer.key("message")
      writer.string(finding.message)
      place(finding.location, files, &positions, &writer)
      writer.key("related")
      writer.array { writer in
        for related in finding.related {
          writer.object { writer in
            writer.key("message")
            writer.string(related.message)
            place(related.location, files, &positions, &writer)
          }
        }
      }
      writer.key("help")
      writer.string(finding.help)
      writer.key("witness")
      writer.string(finding.witness)
    }
  }

  private static func place(
    _ location: Location, _ files: [SourceFile], _ positions: inout [PositionIndex?],
    _ writer: inout JSONWriter
  ) {
    let index = Int(location.file.index)
    if positions[index] == nil { positions[index] = PositionIndex(files[index]) }
    let start = positions[index]!.position(at: location.span.start)
    let end = positions[index]!.position(at: location.span.end)
    writer.key("file")
    writer.string(files[index].name)
    writer.key("range")
    writer.object { writer in
      for (isEnd, position) in [(false, start), (true, end)] {
        writer.key(isEnd ? "end" : "start")
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
