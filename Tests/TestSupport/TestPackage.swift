package import Foundation

/// The package under test: its folders and the program that was built.
package enum TestPackage {
  /// The folder of the package.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns a file or folder of the package.
  package static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// The folder of data that CI puts next to the package: the cases of the URL standard and the schema of SARIF.
  /// `BASCULE_SHARED` can name another folder.
  package static let shared: URL =
    ProcessInfo.processInfo.environment["BASCULE_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? root.deletingLastPathComponent().appendingPathComponent("shared")

  /// The program `bascule`, which is built with the tests.
  package static var program: URL {
    #if os(macOS)
      let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        .deletingLastPathComponent()
    #else
      let products = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
        .deletingLastPathComponent()
    #endif
    return products.appendingPathComponent("bascule")
  }

  /// The folder of files that tests write, which are kept for debugging. `BASCULE_TEST_OUTPUT` can name another
  /// folder, so that two processes can run the same suite.
  package static let output: URL =
    ProcessInfo.processInfo.environment["BASCULE_TEST_OUTPUT"].map { URL(fileURLWithPath: $0) }
    ?? url(".build/test-output")

  /// Creates an empty folder below `output`.
  package static func scratchFolder(_ name: String) throws -> URL {
    let folder = output.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
