import Diagnostics
import Foundation
import TestSupport
import Testing
import Text

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Readers of the output formats, written from their public specifications.
enum FormatReaders {
  // MARK: - JSON

  private static func object(_ value: Any?) throws -> [String: Any] {
    try #require(value as? [String: Any])
  }

  private static func list(_ value: Any?) throws -> [[String: Any]] {
    try #require(value as? [[String: Any]])
  }

  private static func string(_ value: Any?) throws -> String { try #require(value as? String) }

  private static func number(_ value: Any?) throws -> Int { try #require(value as? Int) }

  private static func position(_ value: Any?) throws -> Position {
    let object = try object(value)
    return Position(line: try number(object["line"]), column: try number(object["column"]))
  }

  /// Reads the object that `check --format json` documents.
  static func json(_ output: [UInt8]) throws -> [ReadFinding] {
    func place(_ object: [String: Any]) throws -> ReadFinding.Place {
      let range = try self.object(object["range"])
      return ReadFinding.Place(
        file: try string(object["file"]), start: try position(range["start"]),
        end: try position(range["end"]))
    }
    #expect(output.last == 0x0A && output.count { $0 == 0x0A } == 1)
    let top = try object(JSONSerialization.jsonObject(with: Data(output)))
    #expect(try number(top["version"]) == 1)
    return try list(top["findings"]).map { finding in
      let fix = try finding["fix"] is NSNull ? nil : object(finding["fix"])
      return ReadFinding(
        code: try string(finding["code"]),
        severity: try #require(Severity(rawValue: string(finding["severity"]))),
        message: try string(finding["message"]), place: try place(finding),
        related: try list(finding["related"]).map {
          ReadFinding.Note(message: try string($0["message"]), place: try place($0))
        },
        help: finding["help"] as? String, isSafe: try fix.map { try #require($0["safe"] as? Bool) },
        isWeaker: try fix.map { try #require($0["weaker"] as? Bool) },
        edits: try fix.map { fix in
          try list(fix["edits"]).map {
            ReadFinding.Edit(place: try place($0), replacement: try string($0["replacement"]))
          }
        } ?? [], witness: finding["witness"] as? String)
    }
  }

  // MARK: - GitLab

  /// Reads the Code Quality report, which is an array of issues with different fingerprints.
  static func gitLab(_ output: [UInt8]) throws -> [ReadFinding] {
    let issues = try list(JSONSerialization.jsonObject(with: Data(output)))
    #expect(Set(try issues.map { try string($0["fingerprint"]) }).count == issues.count)
    return try issues.map { issue in
      let place = try object(issue["location"])
      let positions = try object(place["positions"])
      let (start, end) = (try position(positions["begin"]), try position(positions["end"]))
      let lines = try object(place["lines"])
      #expect(try [number(lines["begin"]), number(lines["end"])] == [start.line, end.line])
      let word = try string(issue["severity"])
      #expect(["info", "minor", "major", "critical", "blocker"].contains(word))
      return ReadFinding(
        code: try string(issue["check_name"]), severity: try #require(Severity(shown: word)),
        message: try string(issue["description"]),
        place: ReadFinding.Place(file: try string(place["path"]), start: start, end: end))
    }
  }

  // MARK: - SARIF

  /// A file as a reader of SARIF divides it (§3.14.17, §3.30): by the newline sequences of the run, into columns of the
  /// run's kind.
  private struct Artifact {
    /// The scalars of each line.
    var lines: [[Unicode.Scalar]]

    init(_ bytes: [UInt8], newlines: [String]) {
      lines = [[]]
      // A malformed byte is one character.
      var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
      let sequences = newlines.map { Array($0.unicodeScalars) }.sorted { $0.count > $1.count }
      while let first = rest.first {
        if let end = sequences.first(where: { rest.starts(with: $0) }) {
          rest = rest.dropFirst(end.count)
          lines.append([])
        } else {
          lines[lines.count - 1].append(first)
          rest = rest.dropFirst()
        }
      }
    }

    /// Returns the position in scalars.
    func position(_ line: Int, _ column: Int, isUTF16: Bool) throws -> Position {
      try #require(lines.indices.contains(line - 1), "the file has no line \(line)")
      var units = 1
      var scalars = 1
      for scalar in lines[line - 1] where units < column {
        units += isUTF16 ? UTF16.width(scalar) : 1
        scalars += 1
      }
      // A region may end after the line end.
      #expect(units == column, "line \(line) has no column \(column)")
      return Position(line: line, column: scalars)
    }
  }

  static func sarif(_ output: [UInt8], _ files: [RandomReport.File]) throws -> [ReadFinding] {
    let runs = try list(object(JSONSerialization.jsonObject(with: Data(output)))["runs"])
    let run = try #require(runs.first)
    // The defaults of §3.14.17 and §3.14.27.
    let isUTF16 = (run["columnKind"] as? String ?? "utf16CodeUnits") == "utf16CodeUnits"
    let newlines = run["newlineSequences"] as? [String] ?? ["\r\n", "\n"]
    let artifacts = files.map { Artifact($0.bytes, newlines: newlines) }

    func text(_ message: Any?) throws -> String {
      // By §3.11.5, doubled braces are literal, and single ones are placeholders of arguments.
      let text = try string(object(message)["text"])
      let plain = text.replacing("{{", with: "").replacing("}}", with: "")
      #expect(!plain.contains("{") && !plain.contains("}"))
      return text.replacing("{{", with: "{").replacing("}}", with: "}")
    }
    func place(_ artifact: Any?, _ region: Any?) throws -> ReadFinding.Place {
      let artifact = try object(artifact)
      let uri = try string(artifact["uri"])
      let base = artifact["uriBaseId"] as? String
      #expect(
        uri.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) })
      let path = try #require(
        base == nil ? uri.wholeMatch(of: /file:\/\/(\/.*)/)?.1 : Substring(uri), "\(uri)")
      #expect(base == nil || base == "%SRCROOT%" && !uri.hasPrefix("/"))
      let name = try #require(String(path).removingPercentEncoding)
      let index = try #require(
        files.firstIndex { base == nil ? $0.absoluteName == name : $0.repositoryName == name })
      let region = try object(region)
      let ends = try ["start", "end"].map { end in
        try artifacts[index].position(
          number(region[end + "Line"]), number(region[end + "Column"]), isUTF16: isUTF16)
      }
      // By §3.30.5, the end is not before the start.
      #expect((ends[0].line, ends[0].column) <= (ends[1].line, ends[1].column))
      return ReadFinding.Place(file: name, start: ends[0], end: ends[1])
    }
    func physical(_ location: [String: Any]) throws -> ReadFinding.Place {
      let physical = try object(location["physicalLocation"])
      return try place(physical["artifactLocation"], physical["region"])
    }

    let driver = try object(object(run["tool"])["driver"])
    let rules = try list(driver["rules"])
    return try list(run["results"]).map { result in
      let code = try string(result["ruleId"])
      #expect(try string(rules[number(result["ruleIndex"])]["id"]) == code)
      let locations = try list(result["locations"])
      #expect(locations.count == 1)
      let fixes = try result["fixes"].map { try list($0) } ?? []
      #expect(fixes.count <= 1)
      let related = try result["relatedLocations"].map { try list($0) } ?? []
      #expect(Set(try related.map { try number($0["id"]) }).count == related.count)
      return ReadFinding(
        code: code, severity: try #require(Severity(shown: string(result["level"]))),
        message: try text(result["message"]), place: try physical(locations[0]),
        related: try related.map {
          ReadFinding.Note(message: try text($0["message"]), place: try physical($0))
        },
        help: try fixes.first.map { try text($0["description"]) },
        edits: try fixes.flatMap { fix in
          try list(fix["artifactChanges"]).flatMap { change in
            let replacements = try list(change["replacements"])
            return try replacements.map { replacement in
              ReadFinding.Edit(
                place: try place(change["artifactLocation"], replacement["deletedRegion"]),
                replacement: try string(object(replacement["insertedContent"])["text"]))
            }
          }
        })
    }
  }

  // MARK: - GitHub

  /// Reads workflow commands as the runner of GitHub Actions parses them (`ActionCommand.cs`,
  /// `ActionCommandManager.cs`).
  static func gitHub(_ output: [UInt8]) throws -> [ReadFinding] {
    func unescaped(_ text: Substring, _ escapes: [(String, String)]) -> String {
      escapes.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }.withoutEscapes
    }
    let dataEscapes = [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
    let propertyEscapes = [
      ("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"),
    ]
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.isEmpty || text.hasSuffix("\n"))
    // The runner reads line by line, so any line end ends the command.
    return try text.split(whereSeparator: \.isNewline).map { line in
      let match = try #require(line.wholeMatch(of: /::([a-z]+) (.*?)::(.*)/), "\(line)")
      var properties: [String: String] = [:]
      for pair in match.2.split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        properties[String(parts[0])] = unescaped(parts[1], propertyEscapes)
      }
      func number(_ key: String) throws -> Int? {
        try properties[key].map { try #require(Int($0)) }
      }
      let line = try #require(try number("line"))
      let endLine = try number("endLine") ?? line
      let (column, endColumn) = (try number("col"), try number("endColumn"))
      #expect(endLine >= line)
      if line != endLine {
        #expect(column == nil && endColumn == nil, "the runner drops the columns")
      } else {
        #expect(column != nil && endColumn != nil)
      }
      #expect(endColumn ?? 0 >= column ?? 0)
      #expect(["error", "warning", "notice"].contains(match.1))
      return ReadFinding(
        code: try #require(properties["title"]),
        severity: try #require(Severity(shown: String(match.1))),
        message: unescaped(match.3, dataEscapes),
        place: ReadFinding.Place(
          file: try #require(properties["file"]),
          start: Position(line: line, column: column ?? 0),
          end: Position(line: endLine, column: endColumn ?? 0)))
    }
  }

  // MARK: - XML

  private static func attribute(_ name: String, of element: XMLElement) throws -> String {
    try #require(element.attribute(forName: name)?.stringValue).withoutEscapes
  }

  private static func elements(_ path: String, of document: XMLDocument) throws -> [XMLElement] {
    try document.nodes(forXPath: path).compactMap { $0 as? XMLElement }
  }

  /// Returns the findings by file, and the names of the files without findings.
  static func jUnit(
    _ output: [UInt8]
  ) throws -> (findings: [ReadFinding], passed: [String]) {
    let document = try XMLDocument(data: Data(output))
    try JUnitSchema.check(document)
    var findings: [ReadFinding] = []
    var passed: [String] = []
    var totals = (tests: 0, failures: 0)
    func number(_ name: String, of element: XMLElement) throws -> Int {
      try #require(Int(attribute(name, of: element)))
    }
    for suite in try elements("/testsuites/testsuite", of: document) {
      let cases = suite.elements(forName: "testcase")
      let failures = cases.count { !$0.elements(forName: "failure").isEmpty }
      #expect(try number("tests", of: suite) == cases.count)
      #expect(try number("failures", of: suite) == failures)
      totals = (totals.tests + cases.count, totals.failures + failures)
      for test in cases {
        let file = try attribute("classname", of: test)
        #expect(try attribute("name", of: suite) == file)
        let name = try attribute("name", of: test)
        if name == "no findings" {
          #expect(cases.count == 1 && test.childCount == 0)
          passed.append(file)
          continue
        }
        let failure = test.elements(forName: "failure").first
        let body = try #require(failure ?? test.elements(forName: "system-out").first)
        let content = body.stringValue ?? ""
        let parts = try #require(
          content.firstMatch(of: /^([a-z]+)\[([a-z-]+)\] (\d+):(\d+)-(\d+):(\d+)\n/), "\(content)")
        #expect(
          name == "\(parts.2) at \(parts.3):\(parts.4)-\(parts.5):\(parts.6)", "\(name)")
        let message = String(content[parts.range.upperBound...]).withoutEscapes
        if let failure {
          #expect(try attribute("type", of: failure) == parts.2)
          #expect(try message.hasPrefix(attribute("message", of: failure)))
        }
        func position(_ line: Substring, _ column: Substring) throws -> Position {
          Position(line: try #require(Int(line)), column: try #require(Int(column)))
        }
        findings.append(
          ReadFinding(
            code: String(parts.2), severity: try #require(Severity(rawValue: String(parts.1))),
            message: message,
            place: ReadFinding.Place(
              file: file, start: try position(parts.3, parts.4), end: try position(parts.5, parts.6)
            ),
            isFailure: failure != nil))
      }
    }
    let root = try #require(document.rootElement())
    #expect(try number("tests", of: root) == totals.tests)
    #expect(try number("failures", of: root) == totals.failures)
    return (findings, passed)
  }

  static func checkstyle(_ output: [UInt8]) throws -> [ReadFinding] {
    let document = try XMLDocument(data: Data(output))
    let files = try elements("/checkstyle/file", of: document)
    #expect(Set(try files.map { try attribute("name", of: $0) }).count == files.count)
    return try files.flatMap { file in
      try file.elements(forName: "error").map { error in
        let code = try #require(attribute("source", of: error).wholeMatch(of: /bascule\.(.+)/)).1
        return ReadFinding(
          code: String(code),
          severity: try #require(Severity(rawValue: attribute("severity", of: error))),
          message: try attribute("message", of: error),
          place: ReadFinding.Place(
            file: try attribute("name", of: file),
            start: Position(
              line: try #require(Int(attribute("line", of: error))),
              column: try #require(Int(attribute("column", of: error))))))
      }
    }
  }

  // MARK: - Xcode

  /// Reads lines `/path:line:column: error: message [code]`. Notes without a code belong to the finding before them.
  static func xcode(_ output: [UInt8]) throws -> [ReadFinding] {
    let text = String(decoding: output, as: UTF8.self)
    var findings: [ReadFinding] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = try #require(
        line.wholeMatch(of: /(\/.*?):(\d+):(\d+): (error|warning|note): (.*)/), "\(line)")
      let place = ReadFinding.Place(
        file: String(parts.1).onOneLine,
        start: Position(
          line: try #require(Int(parts.2)), column: try #require(Int(parts.3))))
      if let main = parts.5.wholeMatch(of: /(.*) \[([a-z-]+)\]/) {
        findings.append(
          ReadFinding(
            code: String(main.2), severity: try #require(Severity(shown: String(parts.4))),
            message: String(main.1).onOneLine, place: place))
      } else {
        #expect(parts.4 == "note")
        findings[findings.count - 1].related.append(
          ReadFinding.Note(message: String(parts.5).onOneLine, place: place))
      }
    }
    return findings
  }
}
