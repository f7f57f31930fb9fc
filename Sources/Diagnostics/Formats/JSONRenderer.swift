package import Text

/// Findings as one JSON object on one line.
///
/// `{"version":1,"findings":[{"code","severity","message","file","range":{"start":{"line",
/// "column"},"end":{…}},"related":[{"message","file","range"}],"help","fix":{"safe",
/// "edits":[{"file","range","replacement"}]},"witness"}]}`. Lines and columns count from 1, columns in
/// Unicode scalars; `end` is just past the last scalar. `help`, `fix` and `witness` may be null; `safe`
/// is true if the meaning of everything else stays the same. Keys are in this order.
package enum JSONRenderer {
  /// - Requires: every location names one of the files.
  package static func render(_ findings: [Finding], files: [SourceFile]) -> [UInt8] {
    var places = PlaceTable(files)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(1)
      writer.key("findings")
      writer.array { writer in
        for finding in findings { write(finding, files, &places, &writer) }
      }
    }
    return writer.bytes + [0x0A]
  }

  private static func write(
    _ finding: Finding, _ files: [SourceFile], _ places: inout PlaceTable,
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("code")
      writer.string(finding.code)
      writer.key("severity")
      writer.string(finding.severity.rawValue)
      writer.key("message")
      writer.string(finding.message)
      place(finding.location, files, &places, &writer)
      writer.key("related")
      writer.array { writer in
        for related in finding.related {
          writer.object { writer in
            writer.key("message")
            writer.string(related.message)
            place(related.location, files, &places, &writer)
          }
        }
      }
      writer.key("help")
      writer.string(finding.help)
      writer.key("fix")
      if let fix = finding.fix {
        writer.object { writer in
          writer.key("safe")
          writer.bool(fix.isSafe)
          writer.key("edits")
          writer.array { writer in
            for edit in fix.edits {
              writer.object { writer in
                place(edit.location, files, &places, &writer)
                writer.key("replacement")
                writer.string(edit.replacement)
              }
            }
          }
        }
      } else {
        writer.null()
      }
      writer.key("witness")
      writer.string(finding.witness)
    }
  }

  private static func place(
    _ location: Location, _ files: [SourceFile], _ places: inout PlaceTable,
    _ writer: inout JSONWriter
  ) {
    let (start, end) = places.range(location)
    writer.key("file")
    writer.string(files[Int(location.file.index)].name)
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
