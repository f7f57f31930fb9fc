import Foundation
import Testing

/// The sources are as `swift format` writes them with `.swift-format`.
@Test func sourcesAreFormatted() throws {
  let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [
    "swift", "format", "lint", "--strict", "--parallel", "--recursive", "Package.swift", "Sources",
    "Tests",
  ]
  process.currentDirectoryURL = package
  let pipe = Pipe()
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
}
