import TestSupport
import Testing

@testable import WebURL

/// Compares Normalization Form C with Unicode's test file.
@Suite struct NormalizationTests {
  @Test func unicodeCases() throws {
    guard let file = try UnicodeFile("NormalizationTest.txt", for: "Normalization Form C")
    else { return }
    var listed: Set<UInt32> = []
    for line in file.lines {
      // The columns are source, NFC, NFD, NFKC and NFKD.
      let columns = line.prefix(5).map(UnicodeFile.scalars)
      try #require(columns.count == 5)
      for (column, expected) in [(0, 1), (1, 1), (2, 1), (3, 3), (4, 3)]
      where Normalization.formC(columns[column]) != columns[expected] {
        Issue.record("column \(column) of \(line.joined(separator: ";"))")
      }
      if columns[0].count == 1 { listed.insert(columns[0][0].value) }
    }
    #expect(file.lines.count > 18_000)

    // A character that the first part of the file does not list is its own normal form, unless a later version assigned
    // it.
    let version = file.version.split(separator: ".").compactMap { Int($0) }
    var laterCount = 0
    for value in UInt32(0)...0x10FFFF where !listed.contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let normal = Normalization.formC([scalar, scalar])
      if normal == [scalar, scalar] { continue }
      if let age = scalar.properties.age,
        !version.lexicographicallyPrecedes([age.major, age.minor, 0])
      {
        Issue.record("U+\(String(value, radix: 16)) is its own normal form")
      } else {
        laterCount += 1
      }
    }
    #expect(laterCount < 100)
    print("normal forms: Unicode \(file.version); \(laterCount) later characters not compared")
  }
}
