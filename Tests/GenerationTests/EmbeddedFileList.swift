import Foundation
import TestSupport
import Testing

/// The list of the files that the program contains.
enum EmbeddedFileList {
  /// Returns the embedded files below a folder of `Sources`, by their paths from it, in the order of `EmbeddedFiles.c`.
  static func files(in folder: String) throws -> [String] {
    let list = try TestPackage.text("Sources/EmbeddedFiles/EmbeddedFiles.c")
    return list.matches(of: #/#embed "\.\./([^"]*)"/#).map { $0.1 }
      .filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
  }

  /// Returns the files with an extension below a folder of `Sources`, by their paths from it.
  static func contents(of folder: String, _ ending: String) throws -> [String] {
    let paths = FileManager.default.subpaths(atPath: TestPackage.url("Sources/\(folder)").path)
    return try #require(paths).filter { $0.hasSuffix(ending) }
  }
}
