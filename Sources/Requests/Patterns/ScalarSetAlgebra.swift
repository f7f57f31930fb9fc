extension ScalarSet {
  package static let none = ScalarSet(ranges: [])

  /// The set of all Unicode scalars, so without surrogates (U+D800 to U+DFFF).
  package static let all = ScalarSet(ranges: [0...0xD7FF, 0xE000...0x10FFFF])

  /// Creates a set from ranges in any order, which may overlap. Surrogates and numbers above U+10FFFF are left
  /// out.
  package init(canonical ranges: [ClosedRange<UInt32>]) {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      for part in Self.scalars(of: range) {
        if let last = result.last, part.lowerBound <= last.upperBound + 1 {
          result[result.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
        } else {
          result.append(part)
        }
      }
    }
    self.init(ranges: result)
  }

  package init(_ scalar: Unicode.Scalar) {
    self.init(ranges: [scalar.value...scalar.value])
  }

  private static func scalars(of range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
    all.ranges.compactMap { plane in
      let low = max(plane.lowerBound, range.lowerBound)
      let high = min(plane.upperBound, range.upperBound)
      return low <= high ? low...high : nil
    }
  }

  package var isEmpty: Bool { ranges.isEmpty }

  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }

  package func union(_ other: ScalarSet) -> ScalarSet {
    ScalarSet(canonical: ranges + other.ranges)
  }

  package mutating func insert(_ scalar: Unicode.Scalar) {
    if !contains(scalar) { self = union(ScalarSet(scalar)) }
  }

  /// The Unicode scalars that are not in the set.
  package var complement: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if next < range.lowerBound { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return ScalarSet(canonical: result)
  }

  package func intersection(_ other: ScalarSet) -> ScalarSet {
    complement.union(other.complement).complement
  }

  /// `\d`: the ASCII digits.
  package static let digits = ScalarSet(ranges: [0x30...0x39])
  /// `\w`: ASCII letters, digits and `_`.
  package static let wordCharacters = ScalarSet(ranges: [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
  ])
  /// `\s`: tab, LF, vertical tab, form feed, CR and space.
  package static let whitespace = ScalarSet(ranges: [0x09...0x0D, 0x20...0x20])
  /// `.`: all scalars except LF and CR.
  package static let anyButLineEnds = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D]).complement
}
