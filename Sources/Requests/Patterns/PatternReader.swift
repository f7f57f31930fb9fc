/// Reads the scalars of a pattern one by one. Positions are indices of scalars; faults contain byte ranges.
struct PatternReader {
  let scalars: [Unicode.Scalar]
  var index = 0
  private let source: [UInt8]
  /// The number of UTF-8 bytes before each scalar, and at the end their total.
  private let offsets: [Int]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    source = Array(text.utf8)
    var offsets = [0]
    offsets.reserveCapacity(scalars.count + 1)
    var offset = 0
    for scalar in scalars {
      offset += UTF8.width(scalar)
      offsets.append(offset)
    }
    self.offsets = offsets
  }

  var isAtEnd: Bool { index >= scalars.count }
  var peek: Unicode.Scalar? { peek(0) }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  mutating func next() -> Unicode.Scalar? {
    guard index < scalars.count else { return nil }
    index += 1
    return scalars[index - 1]
  }

  /// Consumes the scalar if it is the next one. Returns whether it was.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  func bytes(_ range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: source[bytes(range)], as: UTF8.self)
  }

  func fault(_ kind: PatternFault.Kind, _ message: String, _ range: Range<Int>) -> PatternFault {
    let end = min(range.upperBound, scalars.count)
    return PatternFault(
      kind: kind, message: message, range: bytes(min(range.lowerBound, end)..<end))
  }
}
