package import Foundation
import Testing

/// Validates files by their JSON Schema.
package enum SchemaValidator {
  /// Returns the files that a schema rejects; nil if no validator is installed.
  package static func refused(
    _ files: [URL], by schema: URL, for test: String
  ) throws -> (refused: Set<String>, output: String)? {
    guard let tool = Tool.find("check-jsonschema", for: test) else { return nil }
    let result = try ProcessRunner.run(
      tool, ["--schemafile", schema.path, "--output-format", "json"] + files.map(\.path))
    let json = try JSONSerialization.jsonObject(with: result.outputData) as? [String: Any]
    let errors = try #require(json?["errors"] as? [[String: Any]], "\(result.output)")
    #expect((json?["parse_errors"] as? [Any])?.isEmpty != false, "\(result.output)")
    return (Set(errors.compactMap { $0["filename"] as? String }), result.output)
  }
}
