import Foundation
import Testing

/// Tests that the table of targets in `Sources/README.md` agrees with Package.swift.
@Suite struct CodeMapTests {
  @Test func tableListsTheTargetsAndTheirImports() throws {
    let rows = try Self.rows()
    let targets = try PackageManifest.read.get().sources
    #expect(Set(rows.map(\.name)).count == rows.count, "a target has two rows")
    let names = Set(targets.map(\.name))
    #expect(
      Set(rows.map(\.name)).subtracting(names) == [], "rows without a target in Package.swift")
    for target in targets {
      let imports = target.dependencies.sorted().map { "`\($0)`" }.joined(separator: ", ")
      let row = rows.first { $0.name == target.name }
      #expect(
        row?.imports == imports,
        "Sources/README.md needs the row: | `\(target.name)` | \(imports) |")
    }
  }

  @Test func startingPointsExist() throws {
    for row in try Self.rows() {
      guard
        let target = try PackageManifest.read.get().sources.first(where: { $0.name == row.name })
      else { continue }
      let folder = PackageManifest.root.appendingPathComponent(target.path)
      let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
      let isSubject = Self.names(in: row.subject).filter { $0.hasSuffix("/") }
      for name in Self.names(in: row.start) + isSubject {
        let path = name.hasSuffix("/") ? String(name.dropLast()) : name + ".swift"
        #expect(
          paths.contains { $0 == path || $0.hasSuffix("/" + path) },
          "Sources/README.md names `\(name)`, which is not below \(target.path)")
      }
    }
  }

  private struct Row {
    var name: String
    var imports: String
    var subject: String
    var start: String
  }

  private static func rows() throws -> [Row] {
    let map = try String(
      contentsOf: PackageManifest.root.appendingPathComponent("Sources/README.md"),
      encoding: .utf8)
    let rows = map.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line -> Row in
      let cells = line.dropFirst().dropLast().components(separatedBy: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return Row(
        name: cells[0].replacingOccurrences(of: "`", with: ""), imports: cells[1],
        subject: cells[2], start: cells[3])
    }
    return try #require(rows.isEmpty ? nil : rows)
  }

  /// Returns the words between backquotes.
  private static func names(in text: String) -> [String] {
    text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }
}
