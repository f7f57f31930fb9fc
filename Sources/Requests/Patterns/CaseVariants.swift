/// The scalars that differ only in case, according to the simple (one scalar to one scalar) mappings.
///
/// Two scalars are variants of each other if a chain of simple upper and lower mappings leads from one to the
/// other, such as `k`, `K` and the Kelvin sign. The Turkish dotted capital I and dotless small i have no
/// variants, as in Unicode's simple case folding.
package enum CaseVariants {
  /// Returns the text with one scalar for each group of variants. Texts that differ only in case become equal.
  package static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { folded.append(self.folded(scalar)) }
    return String(folded)
  }

  /// Returns the set with all variants of its members.
  package static func closure(of set: ScalarSet) -> ScalarSet {
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

  /// The groups of two or more variants. Only the first two planes contain letters with case.
  package static let groups: [[Unicode.Scalar]] = {
    var byKey: [UInt32: [Unicode.Scalar]] = [:]
    for value in UInt32(0)..<0x20000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else {
        continue
      }
      byKey[folded(scalar).value, default: []].append(scalar)
    }
    return byKey.sorted { $0.key < $1.key }.map { $0.value }.filter { $0.count > 1 }
  }()

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return Unicode.Scalar(UInt8(scalar.value).lowercased) }
    // The Turkish dotless i is no variant of `I`.
    if scalar.value == 0x131 { return scalar }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? upper
  }

  private static func single(_ mapping: String) -> Unicode.Scalar? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

extension UInt8 {
  /// The lower case of an ASCII letter, or the byte itself.
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
