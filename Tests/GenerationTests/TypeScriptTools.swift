import Foundation
import TestSupport

/// Runs deno from `.build/tools`, and other tools.
enum TypeScriptTools {
  static let root = TestPackage.root

  static let deno = TestPackage.url(".build/tools/venv/bin/deno")

  /// Returns whether deno is installed.
  static func hasDeno(_ test: String) -> Bool { Tool.deno(for: test) != nil }

  /// Returns a tool on the path.
  static func find(_ tool: String, for test: String) -> URL? { Tool.find(tool, for: test) }

  /// Runs deno in the folder. Returns its exit status and its whole output.
  static func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
    try run(deno, arguments, in: folder)
  }

  /// The time limit of a tool in seconds. Then the tool is terminated, and its status is not 0.
  private static let limit = 480.0

  static func run(
    _ tool: URL, _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, output: String) {
    let result = try ProcessRunner.run(
      tool, arguments, in: folder, environment: .adding(Tool.denoEnvironment), timeLimit: limit)
    return (result.status, result.output)
  }
}
