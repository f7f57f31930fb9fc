import Requests

/// Slow and simple matchers, with which parsed patterns are compared.
extension RegularExpression {
  func matchesWhole(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return ends(in: scalars, from: [0]).contains(scalars.count)
  }

  private func ends(in text: [Unicode.Scalar], from starts: Set<Int>) -> Set<Int> {
    switch self {
    case .empty: return starts
    case .start: return starts.intersection([0])
    case .end: return starts.intersection([text.count])
    case .set(let set):
      return Set(starts.filter { $0 < text.count && set.contains(text[$0]) }.map { $0 + 1 })
    case .sequence(let parts): return parts.reduce(starts) { $1.ends(in: text, from: $0) }
    case .alternatives(let parts):
      return parts.reduce(into: []) { $0.formUnion($1.ends(in: text, from: starts)) }
    case .repetition(let part, let lower, let upper):
      var current = starts
      for _ in 0..<lower { current = part.ends(in: text, from: current) }
      var all = current
      var count = lower
      while upper.map({ count < $0 }) ?? true, !current.isEmpty {
        current = part.ends(in: text, from: current).subtracting(all)
        all.formUnion(current)
        count += 1
      }
      return all
    }
  }
}

extension Glob {
  /// Returns the text of each capture, by its index; nil if the text does not match.
  func captures(in text: String) -> [Int: String]? {
    let labels = text.split(separator: separator, omittingEmptySubsequences: false)
    let inner = endsInLiteral ? labels.dropLast() : labels[...]
    if separator == ".", literal == nil, inner.contains("") { return nil }
    return match(elements[...], Array(text.unicodeScalars)[...])
  }

  func matches(_ text: String) -> Bool { captures(in: text) != nil }

  private func match(
    _ elements: ArraySlice<Element>, _ text: ArraySlice<Unicode.Scalar>
  ) -> [Int: String]? {
    guard let first = elements.first else { return text.isEmpty ? [:] : nil }
    let rest = elements.dropFirst()
    let separator = separator.unicodeScalars.first!
    func longest(_ minimum: Int, _ isIncluded: (Unicode.Scalar) -> Bool) -> [Int] {
      let count = text.prefix(while: isIncluded).count
      return count < minimum ? [] : Array(minimum...count)
    }
    switch first {
    case .literal(let literal):
      guard text.starts(with: literal.unicodeScalars) else { return nil }
      return match(rest, text.dropFirst(literal.unicodeScalars.count))
    case .run:
      return longest(0) { $0 != separator }.lazy
        .compactMap { match(rest, text.dropFirst($0)) }.first
    case .anything:
      return longest(0) { _ in true }.lazy.compactMap { match(rest, text.dropFirst($0)) }.first
    case .components:
      if let whole = match(rest, text) { return whole }
      guard text.first == separator else { return nil }
      return longest(1) { _ in true }.lazy.compactMap { match(rest, text.dropFirst($0)) }.first
    case .capture(let index):
      let count = text.prefix { $0 != separator }.count
      guard count > 0, var result = match(rest, text.dropFirst(count)) else { return nil }
      result[index] = string(text.prefix(count))
      return result
    case .captureText(let index):
      for count in longest(1, { $0 != separator }) {
        guard var result = match(rest, text.dropFirst(count)) else { continue }
        result[index] = string(text.prefix(count))
        return result
      }
      return nil
    case .captureRest(let index):
      if text.isEmpty { return [index: ""] }
      return text.first == separator ? [index: string(text.dropFirst())] : nil
    }
  }

  private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

/// A small generator of random numbers that are the same on every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var value = state
    value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return value ^ (value >> 33)
  }
}
