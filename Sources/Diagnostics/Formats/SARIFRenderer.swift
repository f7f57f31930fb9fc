import Text

/// Writes findings as SARIF 2.1.0 (OASIS, errata 01), in the subset that GitHub's code scanning accepts.
///
/// There is one run. Each code that occurs is a rule with its page as help. Places are relative to `%SRCROOT%`, the
/// repository's top folder; columns count Unicode scalars. If there are more results than code scanning accepts, the
/// results of the highest severity are kept, and a notification contains the number of the others.
enum SARIFRenderer {
  /// The maximum number of results: code scanning rejects a run with more.
  private static let resultLimit = 25_000
  /// The maximum number of related locations of one result.
  private static let relatedLimit = 100
  /// The maximum number of scalars of a description.
  private static let descriptionLimit = 1024

  static func render(_ report: FindingReport) -> [UInt8] {
    var run = Run(report)
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      writer.string("version", "2.1.0")
      writer.array("runs") { writer in
        writer.object { writer in run.write(&writer) }
      }
    }
    return writer.bytes + [0x0A]
  }

  private struct Run {
    let report: FindingReport
    /// The indices of the findings that are written.
    let shown: [Int]
    let codes: [String]
    let fingerprints: [String]
    var places: PlaceTable

    init(_ report: FindingReport) {
      self.report = report
      var shown = Array(report.findings.indices)
      if shown.count > SARIFRenderer.resultLimit {
        shown.sort {
          let (a, b) = (report.findings[$0].severity, report.findings[$1].severity)
          return a == b ? $0 < $1 : a > b
        }
        shown = shown.prefix(SARIFRenderer.resultLimit).sorted()
      }
      self.shown = shown
      codes = Set(shown.map { report.findings[$0].code }).sorted()
      fingerprints = Fingerprint.all(
        report.findings, files: report.files.map { $0.source },
        names: report.files.map { $0.hostName })
      places = PlaceTable(report.files.map { $0.source })
    }

    mutating func write(_ writer: inout JSONWriter) {
      writer.object("tool") { writer in
        writer.object("driver") { writer in
          writer.string("name", "bascule")
          writer.string("semanticVersion", report.version)
          writer.string("informationUri", CodeSummary.project)
          writer.array("rules", codes) { code, writer in rule(code, &writer) }
        }
      }
      writer.string("columnKind", "unicodeCodePoints")
      // Without this list, a lone CR ends no line (§3.14.16).
      writer.array("newlineSequences", ["\r\n", "\n", "\r"]) { end, writer in writer.string(end) }
      invocations(&writer)
      writer.array("results", shown) { index, writer in result(index, &writer) }
    }

    /// Writes the errors that prevented the check, and the number of results that are omitted.
    private func invocations(_ writer: inout JSONWriter) {
      let left = report.findings.count - shown.count
      var notes = report.failures.map { (level: "error", text: $0) }
      if left > 0 { notes.append(("warning", "\(left) further findings are omitted")) }
      if notes.isEmpty { return }
      writer.array("invocations") { writer in
        writer.object { writer in
          writer.bool("executionSuccessful", report.failures.isEmpty)
          writer.objects("toolExecutionNotifications", notes) { note, writer in
            writer.string("level", note.level)
            message([note.text], &writer)
          }
        }
      }
    }

    private func rule(_ code: String, _ writer: inout JSONWriter) {
      let summary = report.summary(code)
      let text = summary.map { $0.text.capitalizedFirst } ?? code
      let severity = summary?.level.severity ?? .info
      writer.object { writer in
        writer.string("id", code)
        for key in ["shortDescription", "fullDescription"] {
          writer.key(key)
          writer.object { writer in
            writer.string(
              "text", String(text.unicodeScalars.prefix(SARIFRenderer.descriptionLimit)))
          }
        }
        writer.object("defaultConfiguration") { writer in
          writer.string("level", level(severity))
        }
        writer.string("helpUri", CodeSummary.address(ofCode: code))
        if let summary {
          writer.object("help") { writer in
            for key in ["text", "markdown"] {
              writer.key(key)
              writer.string(summary.page)
            }
          }
        }
        writer.object("properties") { writer in
          writer.string("precision", "very-high")
          writer.string(
            "problem.severity", severity == .info ? "recommendation" : severity.rawValue)
          if let security = summary?.securitySeverity {
            writer.string("security-severity", security)
          }
          writer.array("tags") { writer in
            let isCorrectness = severity == .error
            writer.string(
              summary?.securitySeverity != nil
                ? "security" : isCorrectness ? "correctness" : "maintainability")
          }
        }
      }
    }

    private mutating func result(_ index: Int, _ writer: inout JSONWriter) {
      let finding = report.findings[index]
      writer.object { writer in
        writer.string("ruleId", finding.code)
        writer.number("ruleIndex", codes.firstIndex(of: finding.code) ?? 0)
        writer.string("level", level(finding.severity))
        message(finding.plainLines, &writer)
        writer.array("locations") { writer in
          writer.object { writer in physical(finding.location, &writer) }
        }
        let related = finding.related.prefix(SARIFRenderer.relatedLimit)
        if !related.isEmpty {
          writer.objects("relatedLocations", related.enumerated()) { pair, writer in
            let (number, related) = pair
            writer.number("id", number + 1)
            physical(related.location, &writer)
            message([related.message], &writer)
          }
        }
        writer.object("partialFingerprints") { writer in
          writer.string("basculeFinding/v1", fingerprints[index])
          // Code scanning compares only this fingerprint.
          writer.string("primaryLocationLineHash", fingerprints[index] + ":1")
        }
        if let fix = finding.fix {
          writer.array("fixes") { writer in self.fix(fix, finding.help, &writer) }
        }
      }
    }

    private mutating func fix(_ fix: Fix, _ help: String?, _ writer: inout JSONWriter) {
      writer.object { writer in
        writer.object("description") { writer in text([help ?? "apply this edit"], &writer) }
        writer.objects("artifactChanges", Set(fix.edits.map { $0.location.file }).sorted()) {
          file, writer in
          artifact(file, &writer)
          writer.array("replacements") { writer in
            for edit in fix.edits.sorted(by: { $0.location < $1.location })
            where edit.location.file == file {
              writer.object { writer in
                region("deletedRegion", edit.location, &writer)
                writer.object("insertedContent") { writer in
                  writer.string("text", edit.replacement)
                }
              }
            }
          }
        }
      }
    }

    private mutating func physical(_ location: Location, _ writer: inout JSONWriter) {
      writer.object("physicalLocation") { writer in
        artifact(location.file, &writer)
        region("region", location, &writer)
      }
    }

    private func artifact(_ file: FileID, _ writer: inout JSONWriter) {
      let file = report.files[Int(file.index)]
      writer.object("artifactLocation") { writer in
        writer.key("uri")
        if let name = file.repositoryName {
          writer.string(SARIFRenderer.escaped(name))
          writer.string("uriBaseId", "%SRCROOT%")
        } else {
          writer.string("file://" + SARIFRenderer.escaped(file.absoluteName))
        }
      }
    }

    private mutating func region(
      _ key: StaticString, _ location: Location, _ writer: inout JSONWriter
    ) {
      let (start, end) = places.range(location)
      writer.key(key)
      writer.object { writer in
        writer.number("startLine", start.line)
        writer.number("startColumn", start.column)
        writer.number("endLine", end.line)
        writer.number("endColumn", end.column)
      }
    }

    private func message(_ lines: [String], _ writer: inout JSONWriter) {
      writer.object("message") { writer in text(lines, &writer) }
    }

    /// Writes a text with doubled braces: single ones are placeholders (§3.11.5).
    private func text(_ lines: [String], _ writer: inout JSONWriter) {
      var text = ""
      for scalar in lines.joined(separator: "\n").unicodeScalars {
        if scalar == "{" || scalar == "}" { text.unicodeScalars.append(scalar) }
        text.unicodeScalars.append(scalar)
      }
      writer.string("text", text)
    }

    private func level(_ severity: Severity) -> String {
      severity == .info ? "note" : severity.rawValue
    }
  }

  /// The path as part of a URI. Percent-encodes all bytes with a special meaning. `:` is one of them, since the text
  /// before it would be a scheme.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "@"),
        UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: ","):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return result
  }
}
