import Testing
import TestSupport

/// Tests that `swift format` with `.swift-format` would not change the sources.
@Test func sourcesAreFormatted() throws {
  let result = try ProcessRunner.run([
    "swift", "format", "lint", "--strict", "--parallel", "--recursive", "Package.swift", "Sources",
    "Tests",
  ])
  #expect(result.status == 0, "\(result.output)")
}
