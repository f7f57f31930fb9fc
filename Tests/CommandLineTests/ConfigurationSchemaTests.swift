import Diagnostics
import Foundation
import Generation
import TestSupport
import Testing
import Text
import Workspace

@testable import CommandLine

/// Tests that `grammar/bascule.schema.json` and the reader of `bascule.json` accept the same files.
@Suite struct ConfigurationSchemaGoldenTests {
  static let schema = TestPackage.url("grammar/bascule.schema.json")

  /// The schema, generated from the codes and words that the reader knows.
  static var expected: String {
    let root = Node.object([
      ("$schema", .text("http://json-schema.org/draft-07/schema#")),
      ("title", .text("bascule.json")),
      (
        "description",
        .text(
          "Marks the folder of a rule set, and configures the outputs of generated code and the reporting of findings."
        )
      ), ("type", .text("object")), ("additionalProperties", .word("false")),
      ("properties", properties(ConfigurationKey.all)),
      (
        "definitions",
        .object([
          ("level", .object([("enum", .words(ConfigurationKey.levels))])),
          ("alwaysError", .object([("enum", .words(["error"]))])),
        ])
      ),
    ])
    return root.text(indent: "") + "\n"
  }

  /// JSON with the members of objects in order.
  private indirect enum Node {
    case text(String)
    case word(String)
    /// A list on one line.
    case words([String])
    case object([(key: String, value: Node)])

    func text(indent: String) -> String {
      switch self {
      case .text(let text): return Quoting.json(text)
      case .word(let word): return word
      case .words(let words): return "[" + words.map(Quoting.json).joined(separator: ", ") + "]"
      case .object(let members):
        let inner = indent + "  "
        let lines = members.map {
          "\(inner)\(Quoting.json($0.key)): \($0.value.text(indent: inner))"
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
      }
    }
  }

  private static func properties(_ keys: [ConfigurationKey]) -> Node {
    .object(
      keys.map { key in
        (key.name, .object([("description", .text(key.description))] + members(key.value)))
      })
  }

  private static func object(
    _ keys: [ConfigurationKey], needsAll: Bool
  ) -> [(key: String, value: Node)] {
    [("type", .text("object")), ("additionalProperties", .word("false"))]
      + (needsAll ? [("required", .words(keys.map(\.name)))] : [])
      + [("properties", properties(keys))]
  }

  private static func members(_ value: ConfigurationKey.Value) -> [(key: String, value: Node)] {
    switch value {
    case .text(let pattern):
      return [("type", .text("string"))] + (pattern.map { [("pattern", .text($0))] } ?? [])
    case .path(let mayBeAbsolute):
      let first = mayBeAbsolute ? "" : #"[^/\u0000]"#
      let rest = #"[^\u0000]"# + (mayBeAbsolute ? "+" : "*")
      return [
        ("type", .text("string")), ("minLength", .word("1")),
        ("pattern", .text("^\(first)\(rest)$")),
      ]
    case .choice(let words): return [("enum", .words(words))]
    case .bool: return [("type", .text("boolean"))]
    case .object(let keys, let needsAll): return object(keys, needsAll: needsAll)
    case .objects(let keys):
      return [("type", .text("array")), ("items", .object(object(keys, needsAll: true)))]
    case .texts:
      return [("type", .text("array")), ("items", .object([("type", .text("string"))]))]
    case .levels:
      return [
        ("type", .text("object")), ("additionalProperties", .word("false")),
        ("properties", .object(codes + groups)),
      ]
    case .ignored:
      let words = Node.words(Workspace.settableCodesAndGroups)
      let list = [("type", Node.text("array")), ("items", .object([("enum", words)]))]
      return [("type", .text("object")), ("additionalProperties", .object(list))]
    }
  }

  private static var codes: [(key: String, value: Node)] {
    Workspace.codes.compactMap(Workspace.summary(ofCode:)).map { summary in
      let kind = summary.canSetLevel ? "level" : "alwaysError"
      return (
        summary.code,
        .object([
          ("description", .text("\(summary.text) (\(summary.level.rawValue) by default)")),
          ("$ref", .text("#/definitions/\(kind)")),
        ])
      )
    }
  }

  private static var groups: [(key: String, value: Node)] {
    Workspace.groups.map { group in
      let text = "the group of \(group.codes.count) codes that bascule explain \(group.name) lists"
      return (
        group.name,
        .object([("description", .text(text)), ("$ref", .text("#/definitions/level"))])
      )
    }
  }

  /// Tests that the page of `invalid-configuration` has a row for each key.
  @Test func eachKeyIsOnThePage() throws {
    let page = try #require(Workspace.summary(ofCode: "invalid-configuration")?.page)
    for key in ConfigurationKey.all {
      if case .object(let members, needsAll: false) = key.value {
        for member in members { #expect(page.contains("| `\(key.name).\(member.name)` |")) }
      } else {
        #expect(page.contains("| `\(key.name)` |"), "\(key.name)")
      }
    }
  }

  @Test func schemaIsUpToDate() throws {
    if TestOptions.updatesGoldenFiles {
      try Data(Self.expected.utf8).write(to: Self.schema)
    }
    let written = try String(contentsOf: Self.schema, encoding: .utf8)
    #expect(written == Self.expected, "run Tests/update-golden")
  }

  /// JSON texts, and whether each is valid.
  static let samples: [(text: String, isRight: Bool)] = [
    ("{}", true),
    (#"{"$schema": "bascule.schema.json"}"#, true),
    (#"{"$schema": 1}"#, false),
    (#"{"swift": {"output": "a", "access": "public"}, "typescript": {"output": "b.ts"}}"#, true),
    (#"{"swift": {}}"#, true),
    (#"{"swift": {"output": ""}}"#, false),
    (#"{"swift": {"output": "a\u0000"}}"#, false),
    (#"{"swift": {"output": "a\nb"}}"#, true),
    (#"{"swift": {"output": null}}"#, false),
    (#"{"swift": {"access": "open"}}"#, false),
    (#"{"swift": {"acess": "public"}}"#, false),
    (#"{"swift": {"runtime": "package", "prefix": "Shop2"}}"#, true),
    (#"{"swift": {"runtime": "library"}}"#, false),
    (#"{"swift": {"imports": "explicit", "access": "package"}}"#, true),
    (#"{"swift": {"imports": "internal"}}"#, false),
    (#"{"swift": {"prefix": "shop"}}"#, false),
    (#"{"swift": {"prefix": ""}}"#, false),
    (#"{"swift": []}"#, false),
    (#"{"typescript": {"output": ""}}"#, false),
    (#"{"typescript": {"access": "public"}}"#, false),
    (#"{"swfit": {}}"#, false),
    (#"{"extends": ""}"#, false),
    (#"{"extends": "/base.json"}"#, false),
    (#"{"extends": ["../base.json"]}"#, false),
    (#"{"extends": "../base.json"}"#, true),
    (#"{"baseline": "known.json"}"#, true),
    (#"{"baseline": ""}"#, false),
    (#"{"baseline": true}"#, false),
    (#"{"accepted": []}"#, true),
    (#"{"accepted": {}}"#, false),
    (#"{"accepted": [{"declaration": "call A", "change": "b", "reason": "c"}]}"#, true),
    (#"{"accepted": [{"declaration": "call A", "change": "b"}]}"#, false),
    (#"{"accepted": [{"declaration": "call A", "change": "b", "reason": " "}]}"#, false),
    (#"{"accepted": [{"declaration": 1, "change": "b", "reason": "c"}]}"#, false),
    (#"{"accepted": [{"declaration": "call A", "change": "b", "reason": "c", "x": 1}]}"#, false),
    (#"{"accepted": ["call A"]}"#, false),
    (#"{"version": "0.1"}"#, true),
    (#"{"version": "0.1.0"}"#, true),
    (#"{"version": "1"}"#, false),
    (#"{"version": "01.0"}"#, false),
    (#"{"version": 0.1}"#, false),
    (#"{"version": ""}"#, false),
    (#"{"links": {"file": "a", "app": "b", "host": "c", "chain": "d"}}"#, true),
    (#"{"links": {"file": "a", "app": "b", "host": "c"}}"#, false),
    (#"{"links": {"file": "", "app": "b", "host": "c", "chain": "d"}}"#, false),
    (#"{"links": {"file": "a", "app": 1, "host": "c", "chain": "d"}}"#, false),
    (#"{"links": {"file": "a", "app": "b", "host": "c", "chain": "d", "x": ""}}"#, false),
    (#"{"links": []}"#, false),
    (#"{"format": "sarif"}"#, true),
    (#"{"format": "xml"}"#, false),
    (#"{"format": ["human"]}"#, false),
    (#"{"strict": true}"#, true),
    (#"{"strict": false}"#, true),
    (#"{"strict": "true"}"#, false),
    (#"{"strict": 1}"#, false),
    (#"{"severities": {}}"#, true),
    (#"{"severities": {"order-dependent": "warning", "any-origin": "off"}}"#, true),
    (#"{"severities": {"any-origin": "note"}}"#, false),
    (#"{"severities": {"all": "off", "security": "error", "proofs": "info"}}"#, true),
    (#"{"severities": {"proofs": "of"}}"#, false),
    (#"{"severities": {"proof": "off"}}"#, false),
    (#"{"ignore": {"Legacy/**": ["security", "any-origin"]}}"#, true),
    (#"{"ignore": {"Legacy/**": ["securities"]}}"#, false),
    (#"{"severities": {"any-origin": true}}"#, false),
    (#"{"severities": {"any-orign": "off"}}"#, false),
    (#"{"severities": {"unknown-name": "error"}}"#, true),
    (#"{"severities": {"unknown-name": "warning"}}"#, false),
    (#"{"severities": {"invalid-configuration": "off"}}"#, false),
    (#"{"severities": {"never-equal": "info"}}"#, true),
    (#"{"severities": ["any-origin"]}"#, false),
    (#"{"ignore": {"Legacy/**": ["any-origin", "unreachable-rule"], "*.x": []}}"#, true),
    (#"{"ignore": {"Legacy/**": ["any-orign"]}}"#, false),
    (#"{"ignore": {"Legacy/**": ["unknown-name"]}}"#, false),
    (#"{"ignore": {"Legacy/**": "any-origin"}}"#, false),
    (#"{"ignore": ["any-origin"]}"#, false),
    (#"{"exclude": []}"#, true),
    (#"{"exclude": ["build/", "!a"]}"#, true),
    (#"{"exclude": "build/"}"#, false),
    (#"{"exclude": [1]}"#, false),
    ("[]", false), ("null", false), ("1", false), (#""x""#, false),
  ]

  @Test func readerAgrees() {
    for sample in Self.samples {
      let file = SourceFile(name: "bascule.json", text: sample.text)
      let findings = Configuration.read(file).findings
      #expect(findings.isEmpty == sample.isRight, "\(sample.text): \(findings.map(\.message))")
    }
    for code in Workspace.codes {
      for level in Severities.Level.allCases {
        let text = "{\"severities\": {\"\(code)\": \"\(level.rawValue)\"}}"
        let findings = Configuration.read(SourceFile(name: "bascule.json", text: text)).findings
        let canSet = Workspace.summary(ofCode: code)?.canSetLevel == true || level == .error
        #expect(findings.isEmpty == canSet, "\(text)")
      }
    }
  }

  @Test func schemaAgrees() throws {
    let folder = try TemporaryFolder()
    var wrong: Set<String> = []
    var files: [URL] = []
    for (number, sample) in Self.samples.enumerated() {
      let name = "\(number).json"
      try folder.write([name: sample.text])
      files.append(folder.url.appendingPathComponent(name))
      if !sample.isRight { wrong.insert(folder.path(name)) }
    }
    guard
      let result = try SchemaValidator.refused(
        files, by: Self.schema, for: "the schema's samples")
    else { return }
    #expect(result.refused == wrong, "\(result.output)")
  }

  @Test func shippedConfigurationsAreRight() throws {
    let rules = TestPackage.url("rules")
    var files: [URL] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: rules.path).sorted() {
      let file = rules.appendingPathComponent(name).appendingPathComponent("bascule.json")
      if FileManager.default.fileExists(atPath: file.path) { files.append(file) }
    }
    #expect(files.count >= 5)
    let folder = try TemporaryFolder()
    #expect(try Executable.run(["init"], in: folder).code == 0)
    files.append(folder.url.appendingPathComponent("rules/bascule.json"))
    guard
      let result = try SchemaValidator.refused(
        files, by: Self.schema, for: "rules/*/bascule.json")
    else { return }
    #expect(result.refused.isEmpty, "\(result.output)")
  }
}
