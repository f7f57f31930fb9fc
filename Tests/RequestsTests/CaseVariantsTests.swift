import TestSupport
import Testing

@testable import Requests

/// Compares the variants of `/i` with Unicode's case folding.
@Suite struct CaseVariantsTests {
  /// The scalars that Unicode folds together since 15.1, although each maps to several characters in upper case. Our
  /// variants use only mappings to one character, in every version.
  private static let leftApart: Set<UInt32> = [0x390, 0x1FD3, 0x3B0, 0x1FE3, 0xFB05, 0xFB06]

  @Test func simpleFolding() throws {
    guard let file = try UnicodeFile("CaseFolding.txt", for: "case variants in patterns")
    else { return }
    var classes: [UInt32: Set<UInt32>] = [:]
    for line in file.lines {
      try #require(line.count >= 3)
      // The statuses C and S are the simple folding. F folds to several characters, and T is for Turkish.
      guard line[1] == "C" || line[1] == "S" else { continue }
      let (from, to) = (UnicodeFile.scalars(line[0]), UnicodeFile.scalars(line[2]))
      try #require(from.count == 1 && to.count == 1)
      if Self.leftApart.contains(from[0].value) { continue }
      classes[to[0].value, default: [to[0].value]].insert(from[0].value)
    }
    #expect(classes.count > 1_300)
    var folded: [UInt32: Set<UInt32>] = [:]
    for members in classes.values { for member in members { folded[member] = members } }
    // The ranges without scalars that have case in the file or the standard library. These scalars have no variants.
    var alone: [ClosedRange<UInt32>] = []
    var laterCount = 0
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if Self.isLater(value, than: file.version) {
        laterCount += 1
        continue
      }
      if folded[value] == nil, !scalar.properties.changesWhenCaseMapped {
        if let last = alone.last, last.upperBound + 1 == value {
          alone[alone.count - 1] = last.lowerBound...value
        } else {
          alone.append(value...value)
        }
        continue
      }
      let expected = folded[value] ?? [value]
      // A set with an ideograph is handled by the code for sets outside of ASCII.
      for ideograph in [false, true] {
        let ranges = [value...value] + (ideograph ? [0x1_F600...0x1_F600] : [])
        let closed = CaseVariants.closure(of: ScalarSet(canonical: ranges))
        let found = Set(closed.ranges.flatMap { Array($0) }).subtracting([0x1_F600])
        // The file lacks letters that a later version assigned.
        if found.filter({ !Self.isLater($0, than: file.version) }) == expected { continue }
        Issue.record(
          "U+\(String(value, radix: 16)): \(found.sorted()) found, not \(expected.sorted())")
      }
    }
    let set = ScalarSet(canonical: alone)
    #expect(CaseVariants.closure(of: set) == set)
    print(
      "case variants: Unicode \(file.version); \(laterCount) unassigned or later characters not compared"
    )
  }

  private static func isLater(_ value: UInt32, than version: String) -> Bool {
    guard let age = Unicode.Scalar(value)?.properties.age else { return true }
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    return numbers.lexicographicallyPrecedes([age.major, age.minor, 0])
  }
}
