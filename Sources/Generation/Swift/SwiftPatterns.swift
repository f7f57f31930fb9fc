import Semantics

/// The patterns of one class, each kept once as a static constant.
struct SwiftPatterns {
  private enum Key: Hashable {
    case text(Glob, [ValueType])
    case url(URLGlob, [ValueType])
    case expression(RegularExpression)
  }

  private let context: SwiftContext
  private var names: [Key: String] = [:]
  /// The constants in the order of their use: what opens each, its arguments.
  private(set) var declarations: [(head: String, arguments: [String])] = []

  init(_ context: SwiftContext) {
    self.context = context
  }

  mutating func name(_ glob: Glob, _ captures: [Capture]) -> String {
    let key = Key.text(glob, captures.map(\.type))
    return names[key] ?? declare(key, maker(glob), elements(glob, captures))
  }

  mutating func name(_ glob: URLGlob, _ captures: [Capture]) -> String {
    let key = Key.url(glob, captures.map(\.type))
    return names[key] ?? declare(key, "URLPattern", arguments(glob, captures))
  }

  mutating func name(_ expression: RegularExpression) -> String {
    let key = Key.expression(expression)
    let pattern = SwiftText.literal(SwiftExpression.pattern(expression))
    return names[key] ?? declare(key, "TextExpression", [pattern])
  }

  private mutating func declare(_ key: Key, _ type: String, _ arguments: [String]) -> String {
    let name = "pattern\(names.count + 1)"
    declarations.append(("private static let \(name) = \(type)(", arguments))
    names[key] = "Self." + name
    return "Self." + name
  }

  /// `.path(.literal("/shop/"), .capture(0))`.
  ///
  /// - Parameter isFree: no separator counts, as in a query.
  func text(_ glob: Glob, _ captures: [Capture], isFree: Bool = false) -> String {
    let elements = elements(glob, captures, isFree: isFree).joined(separator: ", ")
    return (glob.separator == "." ? ".host(" : ".path(") + elements + ")"
  }

  private func maker(_ glob: Glob) -> String {
    glob.separator == "." ? "TextPattern.host" : "TextPattern.path"
  }

  private func elements(
    _ glob: Glob, _ captures: [Capture], isFree: Bool = false
  ) -> [String] {
    glob.elements.map { element in
      switch element {
      case .literal(let text): ".literal(\(SwiftText.literal(text)))"
      case .run: isFree ? ".anything" : ".run"
      case .anything: ".anything"
      case .components: ".components"
      case .capture(let number): ".capture(\(number)\(kind(captures[number].type)))"
      case .captureRest(let number): ".rest(\(number)\(kind(captures[number].type)))"
      }
    }
  }

  private func arguments(_ glob: URLGlob, _ captures: [Capture]) -> [String] {
    switch glob {
    case .opaque(let scheme, let rest):
      return [
        "scheme: " + SwiftText.literal(scheme), "rest: " + text(rest, captures, isFree: true),
      ]
    case .hierarchical(let scheme, let host, let port, let path, let query, let fragment):
      let portText =
        switch port {
        case .byScheme: ".byScheme"
        case .number(let number): ".number(\(number))"
        case .any: ".any"
        }
      var arguments = [
        "scheme: " + (scheme.map { SwiftText.literal($0) } ?? "nil"),
        "host: " + text(host, captures), "port: " + portText, "path: " + text(path, captures),
      ]
      if let query { arguments.append("query: " + text(query, captures, isFree: true)) }
      if let fragment { arguments.append("fragment: " + text(fragment, captures, isFree: true)) }
      return arguments
    }
  }

  private func kind(_ type: ValueType) -> String {
    switch type {
    case .int: return ", .int"
    case .double: return ", .double"
    case .bool: return ", .bool"
    case .url: return ", .url"
    case .optional(let wrapped): return kind(wrapped)
    case .enumeration: return ", .oneOf(\(context.type(type)).self)"
    default: return ""
    }
  }
}

/// Regular expressions as ICU writes them, with explicit sets only.
enum SwiftExpression {
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
    // A negative look-ahead of nothing never matches.
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
