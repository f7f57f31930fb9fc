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
    func words(_ list: [String]) -> String { list.map { "\"\($0)\"" }.joined(separator: ", ") }
    func described(_ text: String) -> String {
      text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
    }
    let path = #""type": "string", "minLength": 1, "pattern": "^[^\\u0000]+$""#
    let codes = Workspace.codes.compactMap(Workspace.summary(ofCode:)).map { summary in
      let kind = summary.canSetLevel ? "level" : "alwaysError"
      return """
                "\(summary.code)": {
                  "description": "\(described(summary.text)) (\(summary.level.rawValue) by default)",
                  "$ref": "#/definitions/\(kind)"
                }
        """
    }
    let groups = Workspace.groups.map { group in
      """
              "\(group.name)": {
                "description": "the group of \(group.codes.count) codes that bascule explain \(group.name) lists",
                "$ref": "#/definitions/level"
              }
      """
    }
    let settable = Workspace.codes.filter { Workspace.summary(ofCode: $0)?.canSetLevel == true }
    return """
      {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "bascule.json",
        "description": "Marks the folder of a rule set, and configures the outputs of generated code and the reporting of findings.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "$schema": {
            "description": "The location of this schema, for editors.",
            "type": "string"
          },
          "version": {
            "description": "The version of Bascule that the rules were written for; bascule check reports those that mean something else since then.",
            "type": "string",
            "pattern": "^(0|[1-9][0-9]*)\\\\.(0|[1-9][0-9]*)(\\\\.(0|[1-9][0-9]*))?$"
          },
          "extends": {
            "description": "A file with these keys, relative to the folder of this file; its settings apply where this file has none.",
            "type": "string", "minLength": 1, "pattern": "^[^/\\\\u0000][^\\\\u0000]*$"
          },
          "swift": {
            "description": "The generated Swift.",
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "output": {
                "description": "The folder for the Swift files, relative to the folder of this file.",
                \(path)
              },
              "access": {
                "description": "Access level of the declarations; internal by default.",
                "enum": [\(words(Access.allCases.map(\.rawValue)))]
              },
              "runtime": {
                "description": "The run-time support: embedded in the Swift files (default), or imported from a package.",
                "enum": [\(words(SwiftRuntimeSource.allCases.map(\.rawValue)))]
              },
              "prefix": {
                "description": "The prefix of the Swift names and files: \(SwiftOptions.prefixDescription).",
                "type": "string",
                "pattern": "^[A-Z][A-Za-z0-9]*$"
              },
              "imports": {
                "description": "The imports of the Swift: plain (default), or each with an access level, for modules that write `internal import Foundation`.",
                "enum": [\(words(ImportStyle.allCases.map(\.rawValue)))]
              }
            }
          },
          "typescript": {
            "description": "The generated TypeScript.",
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "output": {
                "description": "The file for the module, relative to the folder of this file.",
                \(path)
              }
            }
          },
          "format": {
            "description": "The output format of bascule check.",
            "enum": [\(words(FindingFormat.allCases.map(\.rawValue)))]
          },
          "strict": {
            "description": "True if warnings and notes also fail bascule check.",
            "type": "boolean"
          },
          "severities": {
            "description": "The severity of the findings of each code, or of each code of a group; a narrower word replaces the level of a wider one. bascule explain describes codes and groups.",
            "type": "object",
            "additionalProperties": false,
            "properties": {
      \((codes + groups).joined(separator: ",\n"))
            }
          },
          "baseline": {
            "description": "The file of known findings, relative to the folder of this file; bascule check --write-baseline writes it.",
            \(path)
          },
          "accepted": {
            "description": "Breaking changes on which bascule diff --fail-on does not fail; it prints the entries.",
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": ["declaration", "change", "reason"],
              "properties": {
                "declaration": { "description": "Its kind and name: strategy Cart.", "type": "string" },
                "change": { "description": "The change as bascule diff prints it.", "type": "string" },
                "reason": { "description": "Why it is accepted.", "type": "string", "pattern": "\\\\S" }
              }
            }
          },
          "links": {
            "description": "Universal links of the app, which bascule check compares with a chain.",
            "type": "object",
            "additionalProperties": false,
            "required": ["file", "app", "host", "chain"],
            "properties": {
              "file": {
                "description": "The apple-app-site-association file, relative to the folder of this file.",
                \(path)
              },
              "app": { "description": "The identifier of the app in that file.", "type": "string" },
              "host": { "description": "The host that serves the file.", "type": "string" },
              "chain": { "description": "The chain of the web view that gets the links.", "type": "string" }
            }
          },
          "ignore": {
            "description": "The codes and groups of codes that are not reported in some rule files: by a pattern as in .gitignore, relative to the folder of this file.",
            "type": "object",
            "additionalProperties": {
              "type": "array",
              "items": { "enum": [\(words(settable + Workspace.groups.map(\.name)))] }
            }
          },
          "exclude": {
            "description": "Files and folders that are not part of the rule set: patterns as in .gitignore, relative to the folder of this file.",
            "type": "array",
            "items": { "type": "string" }
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
