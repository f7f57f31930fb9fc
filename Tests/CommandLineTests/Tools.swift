import Foundation
import Testing

/// The programs that tests run apart from `bascule`.
enum Tools {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Set by `Tests/update-golden`, never in CI.
  static let isUpdating =
    ProcessInfo.processInfo.environment["BASCULE_UPDATE_GOLDEN"] != nil
    && ProcessInfo.processInfo.environment["CI"] == nil

  /// In CI a missing program is a failure; elsewhere the test prints what it skips.
  static func reportMissing(_ what: String, for test: String) {
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(what) is missing; run Tests/tools/install")
    } else {
      print("NOT TESTED: \(test): \(what) is missing; Tests/tools/install fetches it")
    }
  }

  /// A program from `.build/tools` or the path; nil, after a report, if it is missing.
  static func find(_ name: String, for test: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders =
      [root.appendingPathComponent(".build/tools/venv/bin").path]
      + path.split(separator: ":").map(String.init)
    for folder in folders {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    reportMissing(name, for: test)
    return nil
  }

  /// Runs a program to its end. Returns standard output and standard error in one text.
  static func run(
    _ tool: URL, _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// The files that a JSON Schema rejects; nil if there is no validator.
  static func refused(
    _ files: [URL], by schema: URL, for test: String
  ) throws -> (refused: Set<String>, output: String)? {
    guard let tool = find("check-jsonschema", for: test) else { return nil }
    let result = try run(
      tool, ["--schemafile", schema.path, "--output-format", "json"] + files.map(\.path), in: root)
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let errors = try #require(json?["errors"] as? [[String: Any]], "\(result.output)")
    #expect((json?["parse_errors"] as? [Any])?.isEmpty != false, "\(result.output)")
    return (Set(errors.compactMap { $0["filename"] as? String }), result.output)
  }
}
