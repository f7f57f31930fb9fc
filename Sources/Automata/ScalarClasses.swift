extension LanguageStore {
  /// The language of all valid UTF-8 texts.
  package var text: Language { repetition(anyScalar) }

  /// The language of all texts of one Unicode scalar.
  package var anyScalar: Language {
    if let everyScalar { return everyScalar }
    let language = makeScalars([0...0xD7FF, 0xE000...0x10FFFF])
    everyScalar = language
    return language
  }

  /// The texts of one Unicode scalar in the ranges, as UTF-8. Surrogates and numbers above U+10FFFF are left out.
  ///
  /// A range is split into products of byte ranges: first by the length of the encoding, then until each piece
  /// covers full ranges of continuation bytes. For example, U+0800…U+0FFF is `E0 · A0…BF · 80…BF`.
  package func scalars(_ ranges: [ClosedRange<UInt32>]) -> Language {
    if let known = scalarClasses[ranges] { return known }
    let language = makeScalars(ranges)
    scalarClasses[ranges] = language
    return language
  }

  private func makeScalars(_ ranges: [ClosedRange<UInt32>]) -> Language {
    var pieces: [Language] = []
    let lengths: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    for range in ranges {
      for length in lengths {
        let low = max(range.lowerBound, length.lowerBound)
        let high = min(range.upperBound, length.upperBound)
        if low <= high { appendSequences(low, high, to: &pieces) }
      }
    }
    return alternation(pieces)
  }

  /// Appends the products of byte ranges that encode the scalars between two scalars.
  ///
  /// - Requires: both scalars have encodings of the same length.
  private func appendSequences(_ low: UInt32, _ high: UInt32, to pieces: inout [Language]) {
    let first = Self.encoding(low)
    let last = Self.encoding(high)
    for position in first.indices.dropFirst().reversed() {
      // The bits in the bytes from `position` on.
      let mask: UInt32 = (1 << UInt32(6 * (first.count - position))) - 1
      if low & ~mask == high & ~mask { continue }
      if low & mask != 0 {
        appendSequences(low, low | mask, to: &pieces)
        appendSequences((low | mask) + 1, high, to: &pieces)
        return
      }
      if high & mask != mask {
        appendSequences(low, (high & ~mask) - 1, to: &pieces)
        appendSequences(high & ~mask, high, to: &pieces)
        return
      }
    }
    pieces.append(concatenation(zip(first, last).map { bytes($0...$1) }))
  }

  private static func encoding(_ value: UInt32) -> [UInt8] {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | value >> shift & 0x3F) }
    switch value {
    case ..<0x80: return [UInt8(value)]
    case ..<0x800: return [UInt8(0xC0 | value >> 6), continuation(0)]
    case ..<0x10000: return [UInt8(0xE0 | value >> 12), continuation(6), continuation(0)]
    default:
      return [UInt8(0xF0 | value >> 18), continuation(12), continuation(6), continuation(0)]
    }
  }
}
