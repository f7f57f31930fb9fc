import Diagnostics
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tests that every output format has the same findings.
@Suite struct FindingFormatTests {
  /// The data of a finding that every format contains. In formats without an end, it equals the start.
  struct Shown: Hashable, CustomStringConvertible {
    var code: String
    var severity: String
    var file: String
    var start: [Int]
    var end: [Int]

    var description: String { "\(severity)[\(code)] \(file):\(start)-\(end)" }
  }

  /// Findings with quotes, brackets, control characters, other scripts, several lines, and each severity.
  private static let files = [
    "rules/a.bascule": """
    origin Own = "https://example.com"
    /* Ü */ screen Unused(id: String)
    strategy Cart receives String
    chain Main {
      when query.q == "a{b}<&>,:%\\u{1}" && query.q == "b" && url in Own cancel
      /* 日本😀 */ when path hasPrefix "/p" allow
      when path like "/p/*" ||
        path like "/pq/*" cancel
      when path hasPrefix "/q" cancel
      when path hasPrefix "/q/r" ||
        host == "a.com" download
      otherwise allow
    }
    """,
    "rules/odd name,100%:x.bascule":
      "chain Other {\r\n  when port == 1 && port == 2 cancel\r\n}\r\n",
    "rules/bascule.json": #"{"severities": {"order-dependent": "info"}}"#,
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.files)
  }

  private func run(_ format: String, _ arguments: String...) throws -> String {
    let result = try Executable.run(["check", "--format", format] + arguments, in: folder)
    #expect(result.errors == "")
    return result.output
  }

  private func json() throws -> [Shown] {
    let object =
      try JSONSerialization.jsonObject(with: Data(run("json").utf8)) as? [String: Any]
    let findings = try #require(object?["findings"] as? [[String: Any]])
    return try findings.map { finding in
      let range = try #require(finding["range"] as? [String: [String: Int]])
      func place(_ key: String) throws -> [Int] {
        let place = try #require(range[key])
        return [try #require(place["line"]), try #require(place["column"])]
      }
      return Shown(
        code: try #require(finding["code"] as? String),
        severity: try #require(finding["severity"] as? String),
        file: try #require(finding["file"] as? String), start: try place("start"),
        end: try place("end"))
    }
  }

  @Test func theSampleHasMuchToShow() throws {
    let findings = try json()
    #expect(Set(findings.map(\.severity)) == ["error", "warning", "info"])
    #expect(Set(findings.map(\.file)).count == 2)
    #expect(findings.contains { $0.start[0] != $0.end[0] })
  }

  @Test func human() throws {
    let text = try run("human")
    let shown = text.matches(
      of: /(?m)^(error|warning|note)\[([a-z-]+)\].*\n *--> (.*):(\d+):(\d+)$/)
    #expect(
      shown.map { [$0.1 == "note" ? "info" : $0.1, $0.2, $0.3, $0.4, $0.5].map(String.init) }
        == (try json()).map { [$0.severity, $0.code, $0.file, "\($0.start[0])", "\($0.start[1])"] })
  }

  @Test func xcode() throws {
    let text = try run("xcode")
    let real = folder.url.path
    let lines = text.split(separator: "\n")
    let expected = try json().map { finding in
      let word = finding.severity == "info" ? "note" : finding.severity
      return (
        "\(real)/\(finding.file):\(finding.start[0]):\(finding.start[1]): \(word): ",
        " [\(finding.code)]"
      )
    }
    let main = lines.filter { line in !line.contains(": note: ") || line.hasSuffix("]") }
    #expect(main.count == expected.count)
    for (line, parts) in zip(main, expected) {
      #expect(line.hasPrefix(parts.0), "\(line)")
      #expect(line.hasSuffix(parts.1), "\(line)")
    }
    #expect(lines.contains { $0.contains(": note: ") })
  }

  @Test func gitHub() throws {
    func unescaped(_ text: Substring) -> String { String(text).removingPercentEncoding ?? "" }
    let words = ["error": "error", "warning": "warning", "notice": "info"]
    let all = try json()
    let lines = try run("github").split(separator: "\n")
    #expect(lines.count == all.count)
    for (line, finding) in zip(lines, all) {
      let match = try #require(line.wholeMatch(of: /::([a-z]+) ([^:]*)::(.*)/), "\(line)")
      #expect(words[String(match.1)] == finding.severity)
      var properties: [String: String] = [:]
      for property in match.2.split(separator: ",") {
        let parts = property.split(separator: "=", maxSplits: 1)
        properties[String(parts[0])] = unescaped(parts[1])
      }
      var expected = [
        "file": finding.file, "title": finding.code, "line": "\(finding.start[0])",
        "endLine": "\(finding.end[0])",
      ]
      if finding.start[0] == finding.end[0] {
        expected["col"] = "\(finding.start[1])"
        expected["endColumn"] = "\(finding.end[1])"
      }
      #expect(properties == expected)
      #expect(!unescaped(match.3).isEmpty)
    }
  }

  @Test func gitLab() throws {
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(run("gitlab").utf8)) as? [[String: Any]])
    let words = ["major": "error", "minor": "warning", "info": "info"]
    let shown = try list.map { issue in
      let location = try #require(issue["location"] as? [String: Any])
      let positions = try #require(location["positions"] as? [String: [String: Int]])
      func place(_ key: String) -> [Int] {
        [positions[key]?["line"] ?? 0, positions[key]?["column"] ?? 0]
      }
      return Shown(
        code: issue["check_name"] as? String ?? "",
        severity: words[issue["severity"] as? String ?? ""] ?? "",
        file: location["path"] as? String ?? "", start: place("begin"), end: place("end"))
    }
    #expect(try shown == json())
    #expect(Set(list.compactMap { $0["fingerprint"] as? String }).count == list.count)
  }

  @Test func checkstyle() throws {
    let document = try XMLDocument(xmlString: run("checkstyle"))
    let shown = try document.nodes(forXPath: "/checkstyle/file/error").map { node in
      let error = try #require(node as? XMLElement)
      let file = try #require(error.parent as? XMLElement)
      func number(_ name: String) -> Int {
        Int(error.attribute(forName: name)?.stringValue ?? "") ?? 0
      }
      let start = [number("line"), number("column")]
      let source = error.attribute(forName: "source")?.stringValue ?? ""
      return Shown(
        code: String(source.dropFirst("bascule.".count)),
        severity: error.attribute(forName: "severity")?.stringValue ?? "",
        file: file.attribute(forName: "name")?.stringValue ?? "", start: start, end: start)
    }
    #expect(
      try shown
        == json().map {
          Shown(
            code: $0.code, severity: $0.severity, file: $0.file, start: $0.start, end: $0.start)
        })
  }

  @Test func jUnit() throws {
    let document = try XMLDocument(xmlString: run("junit"))
    try JUnitSchema.check(document)
    let cases = try document.nodes(forXPath: "/testsuites/testsuite/testcase")
    let shown = try cases.compactMap { node -> Shown? in
      let test = try #require(node as? XMLElement)
      let name = test.attribute(forName: "name")?.stringValue ?? ""
      if name == "no findings" { return nil }
      let match = try #require(name.wholeMatch(of: /(.*) at (\d+):(\d+)-(\d+):(\d+)/))
      let body = test.children?.first { $0.kind == .element }?.stringValue ?? ""
      let isFailure = !test.elements(forName: "failure").isEmpty
      let severity = try #require(body.prefixMatch(of: /([a-z]+)\[/)).1
      #expect(isFailure == (severity == "error"))
      return Shown(
        code: String(match.1), severity: String(severity),
        file: test.attribute(forName: "classname")?.stringValue ?? "",
        start: [Int(match.2) ?? 0, Int(match.3) ?? 0], end: [Int(match.4) ?? 0, Int(match.5) ?? 0])
    }
    #expect(try shown == json())
    let strict = try XMLDocument(xmlString: run("junit", "--strict"))
    #expect(try strict.nodes(forXPath: "//failure").count == shown.count)
    #expect(try strict.nodes(forXPath: "//system-out").isEmpty)
  }

  // MARK: - SARIF

  private func sarif(_ text: String) throws -> [String: Any] {
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require((log?["runs"] as? [[String: Any]])?.first)
  }

  private func validate(_ text: String) throws {
    let schema = TestPackage.shared.appendingPathComponent("data/sarif-schema-2.1.0.json")
    guard Tool.data(schema, for: "SARIF against its schema") != nil else { return }
    try folder.write(["log.sarif": text])
    let file = folder.url.appendingPathComponent("log.sarif")
    guard
      let result = try SchemaValidator.refused(
        [file], by: schema, for: "SARIF against its schema")
    else { return }
    #expect(result.refused.isEmpty, "\(result.output)")
  }

  @Test func sarifShowsTheSame() throws {
    let text = try run("sarif")
    try validate(text)
    let results = try #require(try sarif(text)["results"] as? [[String: Any]])
    let shown = try results.map { result in
      let locations = try #require(result["locations"] as? [[String: Any]])
      let physical = try #require(locations[0]["physicalLocation"] as? [String: Any])
      let artifact = try #require(physical["artifactLocation"] as? [String: String])
      let region = try #require(physical["region"] as? [String: Int])
      #expect(artifact["uriBaseId"] == "%SRCROOT%")
      let level = result["level"] as? String ?? ""
      return Shown(
        code: result["ruleId"] as? String ?? "", severity: level == "note" ? "info" : level,
        file: artifact["uri"]?.removingPercentEncoding ?? "",
        start: [region["startLine"] ?? 0, region["startColumn"] ?? 0],
        end: [region["endLine"] ?? 0, region["endColumn"] ?? 0])
    }
    #expect(try shown == json())
    for result in results {
      let message = result["message"] as? [String: String]
      if result["ruleId"] as? String == "unreachable-rule" {
        #expect(message?["text"]?.contains("\nwitness: \"https://") == true)
        #expect((result["relatedLocations"] as? [Any])?.isEmpty == false)
      }
    }
    #expect(results.contains { $0["fixes"] != nil })
  }

  @Test func sarifRulesAreWithinTheLimits() throws {
    let run = try sarif(run("sarif"))
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(Set(rules.compactMap { $0["id"] as? String }).count == rules.count)
    for rule in rules {
      for key in ["shortDescription", "fullDescription"] {
        let text = (rule[key] as? [String: String])?["text"] ?? ""
        #expect((1...1024).contains(text.count))
      }
      #expect((rule["help"] as? [String: String])?["markdown"]?.hasPrefix("# ") == true)
    }
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
  }

  /// Tests the properties that code scanning reads.
  @Test func sarifDescribesItsRules() throws {
    let text = try run("sarif")
    let run = try sarif(text)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    #expect((driver["informationUri"] as? String)?.hasPrefix("https://") == true)
    for rule in try #require(driver["rules"] as? [[String: Any]]) {
      let code = try #require(rule["id"] as? String)
      #expect((rule["helpUri"] as? String)?.hasSuffix("/findings.md#\(code)") == true)
      let properties = try #require(rule["properties"] as? [String: Any])
      let tags = try #require(properties["tags"] as? [String])
      #expect(tags.count == 1)
      #expect((properties["security-severity"] != nil) == (tags == ["security"]), "\(code)")
      if let severity = properties["security-severity"] as? String {
        #expect((0...10).contains(Double(severity) ?? -1))
      }
    }
    for result in try #require(run["results"] as? [[String: Any]]) {
      let prints = result["partialFingerprints"] as? [String: String]
      let own = try #require(prints?["basculeFinding/v1"])
      #expect(prints?["primaryLocationLineHash"] == own + ":1")
    }
    try folder.write(["s/a.bascule": "origin O = \"http://a.com\"\nstrategy S from O\n"])
    #expect(try self.run("sarif", "s").contains("\"security-severity\":\"7.5\""))
  }

  /// Tests that a run that cannot read its files leaves no file that looks as if there were no findings.
  @Test func failedRunsAreToldInReports() throws {
    let outputs = ["sarif=f.sarif", "junit=f.xml", "gitlab=f.json"].flatMap { ["--format", $0] }
    let result = try Executable.run(
      ["check", "nowhere", "--format", "human"] + outputs, in: folder)
    #expect(result.code == 3)
    #expect(result.output == "")
    let text = try folder.text("f.sarif")
    try validate(text)
    let run = try sarif(text)
    #expect((run["results"] as? [Any])?.isEmpty == true)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    #expect(text.contains("cannot read `nowhere`"))
    let document = try XMLDocument(xmlString: folder.text("f.xml"))
    try JUnitSchema.check(document)
    #expect(try document.nodes(forXPath: "//testcase/error").count == 1)
    #expect(!folder.contents.contains("f.json"))
  }

  @Test func sarifOfTooManyFindingsKeepsTheWorst() throws {
    let many = (0..<25_100).map { "screen S\($0)\n" }.joined()
    try folder.write([
      "many/a.bascule": many + "chain C { when port == 1 && port == 2 cancel }\n",
      "many/bascule.json": "{}",
    ])
    let text = try run("sarif", "many")
    let run = try sarif(text)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 25_000)
    #expect(results.contains { $0["level"] as? String == "error" })
    #expect(text.contains("101 further findings are omitted"))
  }

  @Test func sarifFingerprintsSurviveMovedLines() throws {
    func fingerprints() throws -> [String] {
      let results = try #require(try sarif(run("sarif"))["results"] as? [[String: Any]])
      return results.compactMap {
        ($0["partialFingerprints"] as? [String: String])?["basculeFinding/v1"]
      }
    }
    let before = try fingerprints()
    #expect(Set(before).count == before.count)
    let text = try folder.text("rules/a.bascule")
    try folder.write([
      "rules/a.bascule": "// new\n\n"
        + text.replacingOccurrences(of: "  when", with: "\t  when")
    ])
    #expect(try fingerprints() == before)
  }

  @Test func namesAreRelativeToTheRepository() throws {
    let text = "chain C { when path == \"x\" cancel }\n"
    try folder.write(["repo/.git/HEAD": "", "repo/sub/a.bascule": text])
    let inside = try Executable.run(["check", "sub", "--format", "github"], in: folder)
    #expect(inside.code == 3)
    let nested = try TemporaryFolder()
    try nested.write([".git/HEAD": "", "sub/rules/a.bascule": text, "other/b.bascule": text])
    let output = try Executable.run(
      ["check", "rules", "../other", "--format", "github"], in: nested, "sub"
    ).output
    #expect(output.contains("file=sub/rules/a.bascule,"))
    #expect(output.contains("file=other/b.bascule,"))
  }

  // MARK: - Outputs

  @Test func severalAtOnce() throws {
    let arguments = [
      "check", "--format", "human", "--format=sarif=out/a.sarif", "--format", "junit=b=c.xml",
    ]
    let result = try Executable.run(arguments, in: folder)
    #expect(result.code == 1)
    #expect(result.output == (try run("human")))
    #expect(try folder.text("out/a.sarif") == run("sarif"))
    #expect(try folder.text("b=c.xml") == run("junit"))
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: folder.path("out/a.sarif"))
    _ = try Executable.run(arguments, in: folder)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out/a.sarif"))
    #expect(attributes[.modificationDate] as? Date == old)
    let quiet = try Executable.run(["check", "--format", "json=x.json"], in: folder)
    #expect(quiet.output == "")
    #expect(try folder.text("x.json") == run("json"))
    #expect(!folder.contents.contains { $0.contains(".bascule-") })
  }

  @Test func whatCannotBe() throws {
    for arguments in [
      ["--format", "human", "--format", "json"], ["--format", "json="],
      ["--format", "sarif=rules/a.bascule"], ["--format", "json=rules/bascule.json"],
      ["--format", "gitlab=bascule.json"], ["--format", "gitlab=out/bascule.json"],
      ["--format", "json=x.bascule"], ["--format", "json=x", "--format", "sarif=./x"],
      ["--severity", "any-origin"],
      ["--severity", "any-orign=off"], ["--severity", "unknown-name=off"],
      ["--severity", "any-origin=of"], ["--strict", "--no-strict"],
    ] {
      let result = try Executable.run(["check"] + arguments, in: folder)
      #expect(result.code == 2, "\(arguments)")
      #expect(result.output == "")
    }
    #expect(try folder.text("rules/a.bascule") == Self.files["rules/a.bascule"])
    let written = folder.contents.filter { !$0.hasPrefix("rules") && Self.files[$0] == nil }
    #expect(written.allSatisfy { !$0.contains("bascule") }, "\(written)")
    #expect(try Executable.run(["check", "--format", "json=rules"], in: folder).code == 3)
  }

  // MARK: - Settings in bascule.json

  @Test func optionsWinOverTheFile() throws {
    try folder.write([
      "set/bascule.json": """
      {"format": "xcode", "strict": true, "severities": {"any-origin": "off", "never-equal": "warning"}}
      """,
      "set/a.bascule": """
      origin Own = "https://example.com"
      strategy Cart receives String
      chain C { when path == "x" && url in Own cancel  otherwise allow }
      """,
    ])
    func check(_ arguments: String...) throws -> Executable.Result {
      try Executable.run(["check", "set"] + arguments, in: folder)
    }
    let plain = try check()
    #expect(plain.code == 1)
    #expect(plain.output.hasSuffix(" [never-equal]\n"))
    #expect(plain.output.contains(": warning: "))
    #expect(plain.output.split(separator: "\n").count == 1)
    #expect(try check("--no-strict").code == 0)
    let flagged = try check(
      "--no-strict", "--format", "human", "--severity", "any-origin=info",
      "--severity=never-equal=error")
    #expect(flagged.code == 1)
    #expect(flagged.output.contains("note[any-origin]"))
    #expect(flagged.output.contains("error[never-equal]"))
    // A warning does not stop generation, and an `ignore` comment for a disabled check does not count as unused.
    #expect(try Executable.run(["generate", "set", "--typescript", "x.ts"], in: folder).code == 0)
    try folder.write([
      "set/b.bascule": "// bascule:ignore any-origin -- a partner\nstrategy More receives String\n"
    ])
    #expect(try !check("--format", "human").output.contains("unused-ignore"))
    try folder.write([
      "other/bascule.json": #"{"format": "json"}"#,
      "other/a.bascule": "chain C { otherwise allow }",
    ])
    #expect(try Executable.run(["check", "set", "other"], in: folder).code == 2)
  }
}
