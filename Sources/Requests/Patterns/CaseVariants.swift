/// The scalars that differ only in case, according to the simple (one scalar to one scalar) mappings.
///
/// Two scalars are variants of each other if a chain of simple upper and lower mappings leads from one to the
/// other: `k`, `K` and the Kelvin sign. The dotted capital and the dotless small i of Turkish have no
/// variants, as in Unicode's simple case folding.
enum CaseVariants {
  /// The set with all variants of its members.
  static func closure(of set: ScalarSet) -> ScalarSet {
    var ranges = set.ranges
    guard let last = ranges.last else { return set }
    if last.upperBound < 0x80 {
      for range in set.ranges {
        add(range, within: 0x41...0x5A, shiftedBy: 0x20, to: &ranges)
        add(range, within: 0x61...0x7A, shiftedBy: -0x20, to: &ranges)
      }
      if set.contains("k") || set.contains("K") { ranges.append(0x212A...0x212A) }
      if set.contains("s") || set.contains("S") { ranges.append(0x017F...0x017F) }
    } else {
      for group in groups where group.contains(where: { set.contains($0) }) {
        for scalar in group { ranges.append(scalar.value...scalar.value) }
      }
    }
    return ScalarSet(canonical: ranges)
  }

  private static func add(
    _ range: ClosedRange<UInt32>, within letters: ClosedRange<UInt32>, shiftedBy shift: Int32,
    to ranges: inout [ClosedRange<UInt32>]
  ) {
    guard range.overlaps(letters) else { return }
    let part = range.clamped(to: letters)
    ranges.append(
      UInt32(Int32(part.lowerBound) + shift)...UInt32(Int32(part.upperBound) + shift))
  }

  /// All groups of two or more variants. Only the first two planes contain letters with case.
  private static let groups: [[Unicode.Scalar]] = {
    var byKey: [UInt32: [Unicode.Scalar]] = [:]
    for value in UInt32(0)..<0x20000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped,
        value != 0x130, value != 0x131
      else { continue }
      byKey[key(of: scalar).value, default: []].append(scalar)
    }
    return byKey.sorted { $0.key < $1.key }.map(\.value).filter { $0.count > 1 }
  }()

  private static func key(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? upper
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

extension ScalarSet {
  /// The set with all scalars that differ from a member only in case.
  package var withCaseVariants: ScalarSet { CaseVariants.closure(of: self) }
}
