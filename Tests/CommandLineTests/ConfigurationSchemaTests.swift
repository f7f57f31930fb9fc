import Diagnostics
import Foundation
import Generation
import TestSupport
import Testing
import Text
import Workspace

@testable import CommandLine

/// `grammar/bascule.schema.json` and the reader of `bascule.json` accept the same files.
@Suite struct ConfigurationSchemaGoldenTests {
  static let schema = TestPackage.url("grammar/bascule.schema.json")

  /// The schema, built from the codes and words that the reader knows.
  static var expected: String {
    func words(_ list: [String]) -> String { list.map { "\"\($0)\"" }.joined(separator: ", ") }
    func described(_ text: String) -> String {
      text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
    }
    let path = #""type": "string", "minLength": 1, "pattern": "^[^\\u0000]+$""#
    let codes = Workspace.codes.compactMap(Workspace.summary(ofCode:)).map { summary in
      let kind = summary.canSetLevel ? "level" : "alwaysError"
      return """
                "\(summary.code)": {
                  "description": "\(described(summary.text)) (\(summary.level.rawValue) unless said otherwise)",
                  "$ref": "#/definitions/\(kind)"
                }
        """
    }
    return """
      {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "bascule.json",
        "description": "Marks the folder of a rule set, and says where the code generated from it goes and how findings are reported.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "$schema": {
            "description": "Where this schema is, for editors.",
            "type": "string"
          },
          "swift": {
            "description": "The Swift that is generated.",
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "output": {
                "description": "The folder for the Swift files, relative to this file's.",
                \(path)
              },
              "access": {
                "description": "Access level of the declarations; internal unless said otherwise.",
                "enum": [\(words(Access.allCases.map(\.rawValue)))]
              }
            }
          },
          "typescript": {
            "description": "The TypeScript that is generated.",
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "output": {
                "description": "The file for the module, relative to this file's folder.",
                \(path)
              }
            }
          },
          "format": {
            "description": "How bascule check prints findings.",
            "enum": [\(words(FindingFormat.allCases.map(\.rawValue)))]
          },
          "strict": {
            "description": "Whether warnings and notes fail bascule check too.",
            "type": "boolean"
          },
          "severities": {
            "description": "How findings of a code are reported; bascule explain CODE tells what it means.",
            "type": "object",
            "additionalProperties": false,
            "properties": {
      \(codes.joined(separator: ",\n"))
            }
          }
        },
        "definitions": {
          "level": { "enum": [\(words(Severities.Level.allCases.map(\.rawValue)))] },
          "alwaysError": { "enum": ["error"] }
        }
      }

      """
  }

  @Test func schemaIsUpToDate() throws {
    if TestOptions.updatesGoldenFiles {
      try Data(Self.expected.utf8).write(to: Self.schema)
    }
    let written = try String(contentsOf: Self.schema, encoding: .utf8)
    #expect(written == Self.expected, "run Tests/update-golden")
  }

  /// JSON texts, each with whether it is valid.
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
    (#"{"swift": []}"#, false),
    (#"{"typescript": {"output": ""}}"#, false),
    (#"{"typescript": {"access": "public"}}"#, false),
    (#"{"swfit": {}}"#, false),
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
    (#"{"severities": {"any-origin": true}}"#, false),
    (#"{"severities": {"any-orign": "off"}}"#, false),
    (#"{"severities": {"unknown-name": "error"}}"#, true),
    (#"{"severities": {"unknown-name": "warning"}}"#, false),
    (#"{"severities": {"invalid-configuration": "off"}}"#, false),
    (#"{"severities": {"never-equal": "info"}}"#, true),
    (#"{"severities": ["any-origin"]}"#, false),
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
    guard let result = try Tools.refused(files, by: Self.schema, for: "the schema's samples") else {
      return
    }
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
    guard let result = try Tools.refused(files, by: Self.schema, for: "rules/*/bascule.json") else {
      return
    }
    #expect(result.refused.isEmpty, "\(result.output)")
  }
}
