import Foundation
import Testing

/// deno from `.build/tools`, and other tools.
enum TypeScriptTools {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let deno = root.appending(path: ".build/tools/venv/bin/deno")

  /// Returns true if deno is installed; otherwise reports what is not tested.
  static func hasDeno(_ test: String) -> Bool {
    if FileManager.default.isExecutableFile(atPath: deno.path) { return true }
    reportMissing("deno", for: test)
    return false
  }

  /// A tool on the path.
  static func find(_ tool: String, for test: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let url = URL(filePath: String(folder)).appending(path: tool)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    reportMissing(tool, for: test)
    return nil
  }

  /// In CI a missing tool is a failure; elsewhere the test prints what it skips.
  private static func reportMissing(_ tool: String, for test: String) {
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(tool) is missing; run Tests/tools/install")
    } else {
      print("NOT TESTED: \(test): \(tool) is missing; Tests/tools/install fetches it")
    }
  }

  /// Runs deno in the folder. Returns its exit status and everything that it printed.
  static func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
    try run(deno, arguments, in: folder)
  }

  /// The time that a tool has, in seconds; after it the tool is terminated, and its status is not 0.
  private static let limit = 480.0

  static func run(
    _ tool: URL, _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["NO_COLOR"] = "1"
    environment["DENO_NO_UPDATE_CHECK"] = "1"
    environment["DENO_DIR"] = root.appending(path: ".build/tools/deno-cache").path
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let identifier = process.processIdentifier
    let termination = DispatchWorkItem { kill(identifier, SIGTERM) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: termination)
    defer { termination.cancel() }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
