/// Normalization Form C (UAX #15).
enum Normalization {
  static func formC(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    if scalars.allSatisfy({ $0.value < 0x300 }) { return scalars }
    var decomposed: [(scalar: Unicode.Scalar, order: UInt32)] = []
    for scalar in scalars { decompose(scalar, into: &decomposed) }
    sortMarks(&decomposed)
    return compose(decomposed)
  }

  static func combiningClass(_ scalar: Unicode.Scalar) -> UInt32 {
    UnicodeTable.combiningClasses.numbers(scalar).first ?? 0
  }

  private static func decompose(
    _ scalar: Unicode.Scalar, into result: inout [(scalar: Unicode.Scalar, order: UInt32)]
  ) {
    if (0xAC00...0xD7A3).contains(scalar.value) {
      let index = scalar.value - 0xAC00
      for jamo in [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
      where jamo != 0x11A7 {
        if let jamo = Unicode.Scalar(jamo) { result.append((jamo, 0)) }
      }
    } else if let parts = UnicodeTable.decompositions.numbers(at: scalar) {
      for part in parts { Unicode.Scalar(part).map { decompose($0, into: &result) } }
    } else {
      result.append((scalar, combiningClass(scalar)))
    }
  }

  /// Sorts each run of marks by combining class, and keeps the order of marks with the same class.
  private static func sortMarks(_ text: inout [(scalar: Unicode.Scalar, order: UInt32)]) {
    var start = 0
    while start < text.count {
      guard text[start].order != 0 else {
        start += 1
        continue
      }
      var end = start
      while end < text.count, text[end].order != 0 { end += 1 }
      let sorted = text[start..<end].enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      text.replaceSubrange(start..<end, with: sorted.map { $0.element })
      start = end
    }
  }

  private static func compose(
    _ text: [(scalar: Unicode.Scalar, order: UInt32)]
  ) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var starter: Int?
    var lastOrder: UInt32 = 0
    for (scalar, order) in text {
      if let starter, lastOrder < order || (lastOrder == 0 && starter == result.count - 1),
        let composed = composition(result[starter], scalar)
      {
        result[starter] = composed
        continue
      }
      result.append(scalar)
      if order == 0 { starter = result.count - 1 }
      lastOrder = order
    }
    return result
  }

  private static func composition(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(first.value), (0x1161...0x1175).contains(second.value) {
      return Unicode.Scalar(
        0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
    }
    if (0xAC00...0xD7A3).contains(first.value), (first.value - 0xAC00) % 28 == 0,
      (0x11A8...0x11C2).contains(second.value)
    {
      return Unicode.Scalar(first.value + second.value - 0x11A7)
    }
    return compositions[UInt64(first.value) << 32 | UInt64(second.value)]
  }

  private static let compositions: [UInt64: Unicode.Scalar] = {
    var result: [UInt64: Unicode.Scalar] = [:]
    for (value, parts) in UnicodeTable.decompositions.entries("C") where parts.count == 2 {
      result[UInt64(parts[parts.startIndex]) << 32 | UInt64(parts[parts.startIndex + 1])] =
        Unicode.Scalar(value)
    }
    return result
  }()
}
