package import Foundation

/// A temporary folder for one test, removed at its end.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = base.appendingPathComponent("bascule-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }

  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes files and creates their folders.
  package func write(_ files: [String: String]) throws {
    for (name, text) in files { try write(name, Data(text.utf8)) }
  }

  package func write(_ name: String, _ data: Data) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  /// The relative paths of all files and folders in the folder, sorted.
  package var contents: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).sorted()
  }
}
