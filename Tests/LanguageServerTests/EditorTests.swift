import Foundation
import Testing

/// Runs the Python tests of `Tests/Editors`: clients of all kinds against the program.
@Suite struct EditorTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The program beside the tests.
  private static var program: URL {
    #if os(macOS)
      let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        .deletingLastPathComponent()
    #else
      let products = URL(filePath: ProcessInfo.processInfo.arguments[0])
        .deletingLastPathComponent()
    #endif
    return products.appending(path: "bascule")
  }

  @Test(arguments: [
    "test_features", "test_ranges", "test_findings", "test_fuzz", "test_editors",
    "test_pages", "test_style",
  ])
  func clientsAreServed(_ file: String) throws {
    let python = Self.root.appending(path: ".build/tools/venv/bin/python")
    let marker = Self.root.appending(path: ".build/tools/pytest-lsp.version")
    guard FileManager.default.fileExists(atPath: marker.path) else {
      if ProcessInfo.processInfo.environment["CI"] != nil {
        Issue.record("pytest-lsp is missing; run Tests/tools/install")
      } else {
        print("NOT TESTED: \(file): pytest-lsp is missing; Tests/tools/install fetches it")
      }
      return
    }
    let process = Process()
    process.executableURL = python
    process.arguments = [
      "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-c", "Tests/Editors/pytest.ini",
      "Tests/Editors/\(file).py",
    ]
    process.currentDirectoryURL = Self.root
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["BASCULE": Self.program.path, "PYTHONDONTWRITEBYTECODE": "1"]
    ) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let output = String(decoding: data, as: UTF8.self)
    if output.contains("NOT TESTED") { print(output) }
    #expect(process.terminationStatus == 0, "\(output)")
  }
}
