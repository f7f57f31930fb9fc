import Foundation

/// Runs the built program.
enum Executable {
  struct Result {
    var code: Int32
    var output: String
    var errors: String
  }

  /// The built program, next to the tests.
  static var url: URL {
    #if os(macOS)
      let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        .deletingLastPathComponent()
    #else
      let products = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
        .deletingLastPathComponent()
    #endif
    return products.appendingPathComponent("bascule")
  }

  /// - Parameters:
  ///   - input: the contents of standard input.
  ///   - environment: replaces that of the tests.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> Result {
    let capture = try TemporaryFolder()
    for name in ["in", "out", "err"] { try capture.write(name, name == "in" ? input : Data()) }
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: capture.url.appendingPathComponent("in"))
    process.standardOutput = try FileHandle(forWritingTo: capture.url.appendingPathComponent("out"))
    process.standardError = try FileHandle(forWritingTo: capture.url.appendingPathComponent("err"))
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      return Result(code: -process.terminationStatus, output: "", errors: "killed by a signal")
    }
    return Result(
      code: process.terminationStatus, output: try capture.text("out"),
      errors: try capture.text("err"))
  }

  /// Runs the program with a terminal as its standard output, using the system's `script`.
  static func runOnTerminal(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String]
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    #if os(macOS)
      process.arguments = ["-q", "/dev/null", url.path] + arguments
    #else
      let command = ([url.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
      process.arguments = ["-q", "-c", command, "/dev/null"]
    #endif
    process.currentDirectoryURL = folder.url
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
