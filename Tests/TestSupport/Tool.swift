package import Foundation
import Testing

/// Finds programs and files outside of the package that a test needs.
///
/// If one is missing, the test fails in CI. Elsewhere it prints what it does not test, and why.
package enum Tool {
  /// Returns a program from `.build/tools`, or otherwise from the path.
  package static func find(_ name: String, for test: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = [venv.path] + path.split(separator: ":").map(String.init)
    for folder in folders {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    reportMissing(name, for: test)
    return nil
  }

  package static func deno(for test: String) -> URL? { find("deno", for: test) }

  /// Returns a Python interpreter with a package of PyPI that `Tests/tools/install` installs.
  package static func python(with package: String, for test: String) -> URL? {
    let python = venv.appendingPathComponent("python")
    let marker = TestPackage.url(".build/tools/\(package).version")
    if FileManager.default.fileExists(atPath: marker.path),
      FileManager.default.isExecutableFile(atPath: python.path)
    {
      return python
    }
    reportMissing(package, for: test)
    return nil
  }

  /// Returns the content of a file of another project, below `TestPackage.shared`.
  package static func data(_ file: URL, for test: String) -> Data? {
    if let data = try? Data(contentsOf: file) { return data }
    reportMissing(
      file.path, for: test, help: "the workflow tests.yml shows where it is from")
    return nil
  }

  package static func reportMissing(
    _ what: String, for test: String, help: String = "run Tests/tools/install"
  ) {
    let reason = "\(test): \(what) is missing; \(help)"
    if TestOptions.isCI { Issue.record("\(reason)") } else { print("NOT TESTED: \(reason)") }
  }

  private static let venv = TestPackage.url(".build/tools/venv/bin")

  /// The environment in which deno neither colours its output nor checks for updates.
  package static let denoEnvironment = [
    "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1",
    "DENO_DIR": TestPackage.url(".build/tools/deno-cache").path,
  ]
}
