import Testing
import TestSupport

/// The sources are formatted by `swift format` with `.swift-format`.
@Test func sourcesAreFormatted() throws {
  let result = try ProcessRunner.run([
    "swift", "format", "lint", "--strict", "--parallel", "--recursive", "Package.swift", "Sources",
    "Tests",
  ])
  #expect(result.status == 0, "\(result.output)")
}
