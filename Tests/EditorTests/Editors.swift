import Foundation
import Syntax
import Testing
import Text

/// Helpers for the tests of the editors' files.
enum Editors {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Python of `.build/tools`, if it has the module. `Tests/tools/install` puts it there; in CI a missing
  /// one is a failure.
  static func python(with module: String) -> String? {
    let python = root.appendingPathComponent(".build/tools/venv/bin/python").path
    if FileManager.default.isExecutableFile(atPath: python),
      (try? run(python, ["-c", "import \(module)"])) != nil
    {
      return python
    }
    return missing("\(module) (run Tests/tools/install)")
  }

  static var deno: String? {
    let deno = root.appendingPathComponent(".build/tools/venv/bin/deno").path
    if FileManager.default.isExecutableFile(atPath: deno) { return deno }
    return missing("deno (run Tests/tools/install)")
  }

  /// The program beside the tests.
  static var bascule: URL {
    #if os(macOS)
      let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        .deletingLastPathComponent()
    #else
      let products = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
        .deletingLastPathComponent()
    #endif
    return products.appendingPathComponent("bascule")
  }

  /// Returns true if the program is on the path.
  static func hasProgram(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let isThere = path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
    return isThere || missing(name) != nil
  }

  private static func missing(_ tool: String) -> String? {
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(tool) is missing")
    } else {
      print("not tested: \(tool) is missing")
    }
    return nil
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Standard output of a program that ends with 0.
  @discardableResult
  static func run(
    _ program: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = root
    let deno = [
      "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1",
      "DENO_DIR": root.appendingPathComponent(".build/tools/deno-cache").path,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(deno) { $1 }
      .merging(environment) { $1 }
    let output = Pipe()
    let base = FileManager.default.temporaryDirectory
      .appendingPathComponent("bascule-editors-\(UUID().uuidString)").path
    let errors = URL(fileURLWithPath: base + ".err")
    let given = URL(fileURLWithPath: base + ".in")
    try Data().write(to: errors)
    try input.write(to: given)
    defer {
      try? FileManager.default.removeItem(at: errors)
      try? FileManager.default.removeItem(at: given)
    }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = try FileHandle(forReadingFrom: given)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
      throw Failure(
        description:
          "\(arguments.joined(separator: " ")): \(text.suffix(4000))\(String(decoding: data.suffix(4000), as: UTF8.self))"
      )
    }
    return data
  }

  /// Rule files that ship and sources of golden files, without those that have faults.
  static func sources() throws -> [(name: String, text: String)] {
    var sources: [(name: String, text: String)] = []
    let rules = root.appendingPathComponent("rules")
    for name in (FileManager.default.subpaths(atPath: rules.path) ?? []).sorted()
    where name.hasSuffix(".bascule") {
      let text = try String(contentsOf: rules.appendingPathComponent(name), encoding: .utf8)
      sources.append(("rules/" + name, text))
    }
    #expect(sources.count >= 5)
    let golden = root.appendingPathComponent("Tests/GoldenTests/Diagnostics")
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
