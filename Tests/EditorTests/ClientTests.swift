import Foundation
import TestSupport
import Testing

/// Runs the Python tests of `Tests/EditorTests/Clients`, which run clients of all kinds against the program.
@Suite struct ClientTests {
  static let files = try? FileManager.default.contentsOfDirectory(
    atPath: TestPackage.url("Tests/EditorTests/Clients").path
  ).filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") }.sorted()

  @Test(arguments: try #require(files))
  func clientsAreServed(_ file: String) throws {
    guard let python = Tool.python(with: "pytest-lsp", for: file) else { return }
    let result = try ProcessRunner.run(
      python,
      [
        "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-c",
        "Tests/EditorTests/Clients/pytest.ini",
        "Tests/EditorTests/Clients/\(file)",
      ],
      environment: .adding(["BASCULE": TestPackage.program.path, "PYTHONDONTWRITEBYTECODE": "1"]))
    if result.output.contains("NOT TESTED") { print(result.output) }
    #expect(result.status == 0, "\(result.output)")
  }
}
