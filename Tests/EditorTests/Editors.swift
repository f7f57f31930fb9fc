import Foundation
import Syntax
import TestSupport
import Testing
import Text

/// Helpers for the tests of the editors' files.
enum Editors {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program, which must end with 0, and returns its standard output.
  @discardableResult
  static func run(
    _ program: URL, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> Data {
    let result = try ProcessRunner.run(
      program, arguments, input: input,
      environment: .adding(Tool.denoEnvironment.merging(environment) { $1 }), errors: .apart)
    guard result.status == 0 else {
      let words = arguments.joined(separator: " ")
      throw Failure(
        description: "\(words): \(result.errors.suffix(4000))\(result.output.suffix(4000))")
    }
    return result.outputData
  }

  /// Returns the rule files that ship and the sources of golden files, without those that have faults.
  static func sources() throws -> [(name: String, text: String)] {
    var sources: [(name: String, text: String)] = []
    for path in ExampleRules.paths {
      let file = try ExampleRules.file(path)
      sources.append((file.name, String(decoding: file.bytes, as: UTF8.self)))
    }
    #expect(sources.count >= 5)
    let golden = TestPackage.url("Tests/GoldenTests/Diagnostics")
    for name in try FileManager.default.contentsOfDirectory(atPath: golden.path).sorted() {
      let text = try String(contentsOf: golden.appendingPathComponent(name), encoding: .utf8)
      for block in text.components(separatedBy: "\n```bascule\n").dropFirst() {
        let source = (block.components(separatedBy: "\n```").first ?? "") + "\n"
        if SyntaxTree.parse(SourceFile(name: name, text: source)).faults.isEmpty {
          sources.append((name, source))
        }
      }
    }
    return sources
  }
}
