package import Text

/// Writes findings as one JSON object on one line.
///
/// `{"version":1,"findings":[{"code","severity","message","file","range":{"start":{"line",
/// "column"},"end":{…}},"related":[{"message","file","range"}],"help","fix":{"safe",
/// "weaker","edits":[{"file","range","replacement"}]},"witness"}]}`.
///
/// Keys are in this order. Lines and columns count from 1, columns in Unicode scalars; `end` is just past the last
/// scalar. `help`, `fix` and `witness` may be null. `safe` is true if the meaning of everything else stays the same,
/// `weaker` if a request that was cancelled may pass after the fix.
package enum JSONRenderer {
  /// - Requires: every location names one of the files.
  package static func render(_ findings: [Finding], files: [SourceFile]) -> [UInt8] {
    var places = PlaceTable(files)
    var writer = JSONWriter()
    writer.object { writer in
      writer.number("version", 1)
      writer.array("findings", findings) { finding, writer in
        write(finding, files, &places, &writer)
      }
    }
    return writer.bytes + [0x0A]
  }

  private static func write(
    _ finding: Finding, _ files: [SourceFile], _ places: inout PlaceTable,
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.string("code", finding.code)
      writer.string("severity", finding.severity.rawValue)
      writer.string("message", finding.message)
      place(finding.location, files, &places, &writer)
      writer.objects("related", finding.related) { related, writer in
        writer.string("message", related.message)
        place(related.location, files, &places, &writer)
      }
      writer.string("help", finding.help)
      writer.key("fix")
      if let fix = finding.fix {
        writer.object { writer in
          writer.bool("safe", fix.isSafe)
          writer.bool("weaker", fix.isWeaker)
          writer.objects("edits", fix.edits) { edit, writer in
            place(edit.location, files, &places, &writer)
            writer.string("replacement", edit.replacement)
          }
        }
      } else {
        writer.null()
      }
      writer.string("witness", finding.witness)
    }
  }

  private static func place(
    _ location: Location, _ files: [SourceFile], _ places: inout PlaceTable,
    _ writer: inout JSONWriter
  ) {
    let (start, end) = places.range(location)
    writer.string("file", files[Int(location.file.index)].name)
    writer.object("range") { writer in
      for (isEnd, position) in [(false, start), (true, end)] {
        writer.key(isEnd ? "end" : "start")
        writer.object { writer in
          writer.number("line", position.line)
          writer.number("column", position.column)
        }
      }
    }
  }
}
