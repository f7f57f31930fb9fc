package import Foundation

/// Runs the built program.
package enum Executable {
  package struct Result {
    package var code: Int32
    package var output: String
    package var errors: String
  }

  package static var url: URL { TestPackage.program }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - input: the content of standard input.
  ///   - environment: variables that replace those of the tests.
  ///   - subfolder: the working folder, relative to `folder`.
  package static func run(
    _ arguments: [String], in folder: TemporaryFolder, _ subfolder: String = "",
    input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Result {
    let result = try ProcessRunner.run(
      url, arguments, in: folder.url.appendingPathComponent(subfolder), input: input,
      environment: .exactly(environment), errors: .apart)
    if result.status < 0 {
      return Result(code: result.status, output: "", errors: "killed by a signal")
    }
    return Result(code: result.status, output: result.output, errors: result.errors)
  }

  /// Runs the program with a terminal as its standard output, using the system's `script`.
  package static func runOnTerminal(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String]
  ) throws -> String {
    #if os(macOS)
      let words = ["-q", "/dev/null", url.path] + arguments
    #else
      let command = ([url.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
      let words = ["-q", "-c", command, "/dev/null"]
    #endif
    return try ProcessRunner.run(
      URL(fileURLWithPath: "/usr/bin/script"), words, in: folder.url,
      environment: .exactly(environment), errors: .apart
    ).output
  }
}
