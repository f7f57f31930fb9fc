import Foundation
package import Text

/// The rule sets below `rules/`.
package enum ExampleRules {
  /// The names of the folders, sorted. A test checks that there are at least five.
  package static let folders: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: TestPackage.url("rules").path)) ?? [])
    .filter {
      FileManager.default.fileExists(atPath: TestPackage.url("rules/\($0)/bascule.json").path)
    }
    .sorted()

  /// The paths of all rule files relative to `rules/`, sorted.
  package static let paths: [String] =
    folders.flatMap { folder in names(in: folder).map { "\(folder)/\($0)" } }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(
      atPath: TestPackage.url("rules/\(folder)").path)) ?? [])
      .filter { $0.hasSuffix(".bascule") }.sorted()
  }

  /// Returns the rule files of a folder, sorted by name. They are named relative to the package.
  package static func files(in folder: String) throws -> [SourceFile] {
    try names(in: folder).map { try file("\(folder)/\($0)") }
  }

  /// Returns a rule file.
  ///
  /// - Parameter path: the path relative to `rules/`.
  package static func file(_ path: String) throws -> SourceFile {
    let data = try Data(contentsOf: TestPackage.url("rules/\(path)"))
    return SourceFile(name: "rules/\(path)", bytes: [UInt8](data))
  }

  /// Returns the content of a file that the rules of a folder name, such as a script.
  package static func resource(_ name: String, in folder: String) -> [UInt8]? {
    (try? Data(contentsOf: TestPackage.url("rules/\(folder)/\(name)"))).map { [UInt8]($0) }
  }
}
