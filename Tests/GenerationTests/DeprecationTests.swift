import Foundation
import ParsedRules
import Testing

@testable import Generation

/// Tests that a deprecated declaration is deprecated in the generated code, with its reason, and that no other
/// declaration is.
struct DeprecationTests {
  @Test func eachDeclarationAlone() throws {
    let construct = try #require(ConstructRules.all.first { $0.name == "deprecated" })
    let parts = construct.rules.components(separatedBy: "@deprecated(\"no\")")
    for deprecated in 1..<parts.count {
      var text = parts[0]
      for part in 1..<parts.count {
        text += (part == deprecated ? "@deprecated(\"the reason\")" : "") + parts[part]
      }
      let set = SwiftRuleSet(text)
      try #require(set.faults.isEmpty, "\(text)")
      let code = set.swift().map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
      let lines = code.split(separator: "\n").filter { $0.contains("deprecated, message:") }
      #expect(
        !lines.isEmpty && lines.allSatisfy { $0.contains("\"the reason\"") }, "\(text): \(lines)")
    }
  }
}
