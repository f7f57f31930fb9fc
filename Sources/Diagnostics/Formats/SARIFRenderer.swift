import Text

/// Findings as SARIF 2.1.0 (OASIS, errata 01), in the subset that GitHub's code scanning accepts.
///
/// One run; each code that occurs is a rule with its page as help. Places are relative to `%SRCROOT%`, the
/// repository's top folder; columns count Unicode scalars. If there are more results than code scanning
/// accepts, those of the highest severity are kept, and a notification contains the number of the others.
enum SARIFRenderer {
  private static let project = "https://github.com/bascule/bascule"
  /// Code scanning rejects a run with more results.
  private static let resultLimit = 25_000
  /// The most related locations of one result.
  private static let relatedLimit = 100
  /// The most scalars of a description.
  private static let descriptionLimit = 1024

  static func render(_ report: FindingReport) -> [UInt8] {
    var run = Run(report)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("$schema")
      writer.string("https://json.schemastore.org/sarif-2.1.0.json")
      writer.key("version")
      writer.string("2.1.0")
      writer.key("runs")
      writer.array { writer in
        writer.object { writer in run.write(&writer) }
      }
    }
    return writer.bytes + [0x0A]
  }

  private struct Run {
    let report: FindingReport
    /// Indices of the findings that are shown.
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
        report.findings, files: report.files.map(\.source), names: report.files.map(\.hostName))
      places = PlaceTable(report.files.map(\.source))
    }

    mutating func write(_ writer: inout JSONWriter) {
      writer.key("tool")
      writer.object { writer in
        writer.key("driver")
        writer.object { writer in
          writer.key("name")
          writer.string("bascule")
          writer.key("semanticVersion")
          writer.string(report.version)
          writer.key("informationUri")
          writer.string(SARIFRenderer.project)
          writer.key("rules")
          writer.array { writer in for code in codes { rule(code, &writer) } }
        }
      }
      writer.key("columnKind")
      writer.string("unicodeCodePoints")
      // Without it, a lone CR ends no line (§3.14.16).
      writer.key("newlineSequences")
      writer.array { writer in for end in ["\r\n", "\n", "\r"] { writer.string(end) } }
      invocations(&writer)
      writer.key("results")
      writer.array { writer in for index in shown { result(index, &writer) } }
    }

    /// The errors that prevented the check, and the number of results that are omitted.
    private func invocations(_ writer: inout JSONWriter) {
      let left = report.findings.count - shown.count
      var notes = report.failures.map { (level: "error", text: $0) }
      if left > 0 { notes.append(("warning", "\(left) further findings are omitted")) }
      if notes.isEmpty { return }
      writer.key("invocations")
      writer.array { writer in
        writer.object { writer in
          writer.key("executionSuccessful")
          writer.bool(report.failures.isEmpty)
          writer.key("toolExecutionNotifications")
          writer.array { writer in
            for note in notes {
              writer.object { writer in
                writer.key("level")
                writer.string(note.level)
                message([note.text], &writer)
              }
            }
          }
        }
      }
    }

    private func rule(_ code: String, _ writer: inout JSONWriter) {
      let summary = report.summary(code)
      let text = summary.map(\.text.capitalizedFirst) ?? code
      let severity = summary?.level.severity ?? .info
      writer.object { writer in
        writer.key("id")
        writer.string(code)
        for key in ["shortDescription", "fullDescription"] {
          writer.key(key)
          writer.object { writer in
            writer.key("text")
            writer.string(String(text.unicodeScalars.prefix(SARIFRenderer.descriptionLimit)))
          }
        }
        writer.key("defaultConfiguration")
        writer.object { writer in
          writer.key("level")
          writer.string(level(severity))
        }
        writer.key("helpUri")
        // The text of the page.
        writer.string("\(SARIFRenderer.project)/search?type=code&q=%22\(code)%22")
        if let summary {
          writer.key("help")
          writer.object { writer in
            for key in ["text", "markdown"] {
              writer.key(key)
              writer.string(summary.page)
            }
          }
        }
        writer.key("properties")
        writer.object { writer in
          writer.key("precision")
          writer.string("very-high")
          writer.key("problem.severity")
          writer.string(severity == .info ? "recommendation" : severity.rawValue)
          if let security = summary?.securitySeverity {
            writer.key("security-severity")
            writer.string(security)
          }
          writer.key("tags")
          writer.array { writer in
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
        writer.key("ruleId")
        writer.string(finding.code)
        writer.key("ruleIndex")
        writer.number(codes.firstIndex(of: finding.code) ?? 0)
        writer.key("level")
        writer.string(level(finding.severity))
        message(finding.plainLines, &writer)
        writer.key("locations")
        writer.array { writer in
          writer.object { writer in physical(finding.location, &writer) }
        }
        let related = finding.related.prefix(SARIFRenderer.relatedLimit)
        if !related.isEmpty {
          writer.key("relatedLocations")
          writer.array { writer in
            for (number, related) in related.enumerated() {
              writer.object { writer in
                writer.key("id")
                writer.number(number + 1)
                physical(related.location, &writer)
                message([related.message], &writer)
              }
            }
          }
        }
        writer.key("partialFingerprints")
        writer.object { writer in
          writer.key("basculeFinding/v1")
          writer.string(fingerprints[index])
          // The only one that code scanning compares.
          writer.key("primaryLocationLineHash")
          writer.string(fingerprints[index] + ":1")
        }
        if let fix = finding.fix {
          writer.key("fixes")
          writer.array { writer in self.fix(fix, finding.help, &writer) }
        }
      }
    }

    private mutating func fix(_ fix: Fix, _ help: String?, _ writer: inout JSONWriter) {
      writer.object { writer in
        writer.key("description")
        writer.object { writer in text([help ?? "apply this edit"], &writer) }
        writer.key("artifactChanges")
        writer.array { writer in
          for file in Set(fix.edits.map(\.location.file)).sorted() {
            writer.object { writer in
              artifact(file, &writer)
              writer.key("replacements")
              writer.array { writer in
                for edit in fix.edits.sorted(by: { $0.location < $1.location })
                where edit.location.file == file {
                  writer.object { writer in
                    region("deletedRegion", edit.location, &writer)
                    writer.key("insertedContent")
                    writer.object { writer in
                      writer.key("text")
                      writer.string(edit.replacement)
                    }
                  }
                }
              }
            }
          }
        }
      }
    }

    private mutating func physical(_ location: Location, _ writer: inout JSONWriter) {
      writer.key("physicalLocation")
      writer.object { writer in
        artifact(location.file, &writer)
        region("region", location, &writer)
      }
    }

    private func artifact(_ file: FileID, _ writer: inout JSONWriter) {
      let file = report.files[Int(file.index)]
      writer.key("artifactLocation")
      writer.object { writer in
        writer.key("uri")
        if let name = file.repositoryName {
          writer.string(SARIFRenderer.escaped(name))
          writer.key("uriBaseId")
          writer.string("%SRCROOT%")
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
        writer.key("startLine")
        writer.number(start.line)
        writer.key("startColumn")
        writer.number(start.column)
        writer.key("endLine")
        writer.number(end.line)
        writer.key("endColumn")
        writer.number(end.column)
      }
    }

    private func message(_ lines: [String], _ writer: inout JSONWriter) {
      writer.key("message")
      writer.object { writer in text(lines, &writer) }
    }

    /// Braces are placeholders unless they are doubled (§3.11.5).
    private func text(_ lines: [String], _ writer: inout JSONWriter) {
      var text = ""
      for scalar in lines.joined(separator: "\n").unicodeScalars {
        if scalar == "{" || scalar == "}" { text.unicodeScalars.append(scalar) }
        text.unicodeScalars.append(scalar)
      }
      writer.key("text")
      writer.string(text)
    }

    private func level(_ severity: Severity) -> String {
      severity == .info ? "note" : severity.rawValue
    }
  }

  /// The path as part of a URI. All bytes with a special meaning are percent-encoded, also `:`, since the text
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
