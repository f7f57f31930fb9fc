/// The scalars of a pattern, read one by one; places are indices of scalars, faults hold bytes.
struct PatternReader {
  let scalars: [Unicode.Scalar]
  var index = 0

  init(_ text: some StringProtocol) {
    scalars = Array(text.unicodeScalars)
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

  /// Steps over the scalar if it is the next one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  /// Number of UTF-8 bytes before a scalar.
  func offset(_ index: Int) -> Int {
    scalars[..<index].reduce(0) { $0 + UTF8.width($1) }
  }

  func bytes(_ range: Range<Int>) -> Range<Int> {
    let start = offset(range.lowerBound)
    return start..<scalars[range].reduce(start) { $0 + UTF8.width($1) }
  }

  func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  func fault(_ kind: PatternFault.Kind, _ message: String, _ range: Range<Int>) -> PatternFault {
    let end = min(range.upperBound, scalars.count)
    return PatternFault(
      kind: kind, message: message, range: bytes(min(range.lowerBound, end)..<end))
  }
}
