import Requests
import Semantics

/// Prints regular expressions in the syntax of ICU, with explicit sets only.
enum ICUPattern {
  /// The pattern that matches whole texts.
  static func pattern(_ expression: RegularExpression) -> String {
    "\\A(?:" + text(expression) + ")\\z"
  }

  private static func text(_ expression: RegularExpression) -> String {
    switch expression {
    case .empty: "(?:)"
    case .start: "\\A"
    case .end: "\\z"
    case .set(let set): text(set)
    case .sequence(let parts): parts.map(text).joined()
    case .alternatives(let parts): "(?:" + parts.map(text).joined(separator: "|") + ")"
    case .repetition(let part, let lower, let upper): "(?:" + text(part) + ")" + count(lower, upper)
    }
  }

  private static func count(_ lower: Int, _ upper: Int?) -> String {
    switch (lower, upper) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (_, nil): "{\(lower),}"
    case (_, let upper?): lower == upper ? "{\(lower)}" : "{\(lower),\(upper)}"
    }
  }

  private static func text(_ set: ScalarSet) -> String {
    // A negative look-ahead for the empty text never matches.
    guard let first = set.ranges.first else { return "(?!)" }
    if set.ranges.count == 1, first.count == 1 { return scalar(first.lowerBound) }
    let ranges = set.ranges.map { range in
      range.count == 1
        ? scalar(range.lowerBound) : scalar(range.lowerBound) + "-" + scalar(range.upperBound)
    }
    return "[" + ranges.joined() + "]"
  }

  private static func scalar(_ value: UInt32) -> String {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(Unicode.Scalar(UInt8(value)))
    default: "\\x{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
