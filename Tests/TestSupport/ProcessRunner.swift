package import Foundation

/// Runs a program to its end.
package enum ProcessRunner {
  package struct Result: Sendable {
    /// The exit status; negative after a signal.
    package var status: Int32
    package var outputData: Data
    /// The bytes of standard error; empty if they were merged into the output.
    package var errorData: Data
    package var output: String { String(decoding: outputData, as: UTF8.self) }
    package var errors: String { String(decoding: errorData, as: UTF8.self) }
  }

  /// The destination of standard error.
  package enum Errors { case apart, withOutput }

  package enum Environment {
    /// The environment of the tests and these additional values.
    case adding([String: String])
    case exactly([String: String])
  }

  /// Runs a program.
  ///
  /// - Parameter timeLimit: the time limit in seconds. Then the program is killed, and its status is negative.
  package static func run(
    _ program: URL, _ arguments: [String], in folder: URL = TestPackage.root, input: Data = Data(),
    environment: Environment = .adding([:]), errors: Errors = .withOutput, timeLimit: Double = 600
  ) throws -> Result {
    // The streams are files, since these have no size limit and need not be read while the program runs.
    let base = FileManager.default.temporaryDirectory
      .appendingPathComponent("bascule-run-\(UUID().uuidString)").path
    let files = ["in", "out", "err"].map { URL(fileURLWithPath: "\(base).\($0)") }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try input.write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }

    let all =
      switch environment {
      case .adding(let added): ProcessInfo.processInfo.environment.merging(added) { $1 }
      // The program under test contains the mutant that Tests/Mutants tests.
      case .exactly(let all):
        ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("BASCULE_MUTANT") }
          .merging(all) { $1 }
      }
    let process = try ChildProcess(
      program, arguments, in: folder, environment: all, input: files[0], output: .file(files[1]),
      errors: errors == .apart ? .file(files[2]) : .output)
    let limit = DispatchWorkItem { process.kill() }
    DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: limit)
    let status = process.wait()
    limit.cancel()
    return Result(
      status: status, outputData: try Data(contentsOf: files[1]),
      errorData: try Data(contentsOf: files[2]))
  }

  /// Runs a program that is found on the path.
  package static func run(_ words: [String], in folder: URL = TestPackage.root) throws -> Result {
    try run(URL(fileURLWithPath: "/usr/bin/env"), words, in: folder)
  }
}
