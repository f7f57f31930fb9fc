import Foundation

/// A data file of the Unicode Character Database, from Debian's package `unicode-data`.
///
/// Its Unicode version may be older than the version of our tables and of the standard library. Normal forms and case
/// foldings of assigned characters never change, so an older file is valid for all characters that it lists.
package struct UnicodeFile {
  package var name: String
  /// The Unicode version, for example `15.0.0`.
  package var version: String
  /// The fields of each line, without comments and empty lines.
  package var lines: [[Substring]]

  private static let folder = URL(fileURLWithPath: "/usr/share/unicode")

  /// Reads a file; nil if the file is missing, which is then reported.
  package init?(_ name: String, for test: String) throws {
    guard let text = try Self.text(name, for: test) else { return nil }
    self.name = name
    let all = text.split(separator: "\n")
    // The first line is `# NormalizationTest-15.0.0.txt`.
    version = String(
      all.first?.split(separator: "-").last?.replacing(".txt", with: "") ?? "unknown version")
    lines = all.compactMap { line in
      let content = line.prefix { $0 != "#" }
      if content.isEmpty || content.hasPrefix("@") { return nil }
      return content.split(separator: ";").map { field in
        Substring(field.trimmingCharacters(in: .whitespaces))
      }
    }
  }

  private static func text(_ name: String, for test: String) throws -> String? {
    let file = folder.appendingPathComponent(name)
    if let data = try? Data(contentsOf: file) { return String(decoding: data, as: UTF8.self) }
    let packed = folder.appendingPathComponent(name + ".bz2")
    guard FileManager.default.fileExists(atPath: packed.path) else {
      Tool.reportMissing("\(file.path) (Debian's package unicode-data)", for: test)
      return nil
    }
    guard let python = Tool.find("python3", for: test) else { return nil }
    let script = "import bz2, sys; sys.stdout.buffer.write(bz2.open(sys.argv[1]).read())"
    let result = try ProcessRunner.run(python, ["-c", script, packed.path], errors: .apart)
    guard result.status == 0 else {
      Tool.reportMissing("\(packed.path) cannot be read: \(result.errors)", for: test)
      return nil
    }
    return result.output
  }

  /// Returns the scalars of a field such as `0061 0301`.
  package static func scalars(_ field: Substring) -> [Unicode.Scalar] {
    field.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
  }
}
