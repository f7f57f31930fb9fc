import Testing
import TestSupport

/// The sources are as `swift format` writes them with `.swift-format`.
@Test func sourcesAreFormatted() throws {
  let result = try ProcessRunner.run([
    "swift", "format", "lint", "--strict", "--parallel", "--recursive", "Package.swift", "Sources",
    "Tests",
  ])
  #expect(result.status == 0, "\(result.output)")
}
