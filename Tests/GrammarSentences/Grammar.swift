/// A grammar in EBNF, in the notation that is explained at the top of `grammar/bascule.ebnf`.
package struct Grammar {
  package indirect enum Expression {
    /// A token such as `"when"`.
    case token(String)
    /// A character such as `'x'`.
    case character(Character)
    /// A range such as `'a' … 'z'`.
    case range(ClosedRange<Unicode.Scalar>)
    case name(String)
    /// A description such as `? words ?`.
    case words(String)
    case sequence([Expression])
    /// The alternatives, with the number of the choice in the grammar.
    case alternatives([Expression], Int)
    case optional(Expression, Int)
    case repetition(Expression, Int)
  }

  package struct Malformed: Error, CustomStringConvertible {
    package var description: String
  }

  package var productions: [String: Expression] = [:]
  /// The names of the productions in the order of the file.
  package var names: [String] = []
  /// The number of alternatives of each choice. An option or repetition has two.
  package var choices: [Int] = []

  package init(_ text: String) throws {
    var reader = Reader(text)
    while let name = try reader.nextName() {
      guard productions[name] == nil else { throw Malformed(description: "\(name) stands twice") }
      try reader.expect("=")
      productions[name] = try reader.alternatives()
      names.append(name)
      try reader.expect(";")
    }
    choices = reader.choices
  }

  /// Every expression of the grammar. Each comes before its parts.
  package var expressions: [Expression] {
    var all: [Expression] = []
    var open = names.compactMap { productions[$0] }
    while let expression = open.popLast() {
      all.append(expression)
      switch expression {
      case .sequence(let parts), .alternatives(let parts, _): open += parts
      case .optional(let part, _), .repetition(let part, _): open.append(part)
      case .token, .character, .range, .name, .words: break
      }
    }
    return all
  }

  package static func isToken(_ name: String) -> Bool { name.allSatisfy { !$0.isLowercase } }

  private struct Reader {
    var rest: Substring
    var choices: [Int] = []

    init(_ text: String) { rest = Substring(text) }

    mutating func skip() throws {
      while true {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.hasPrefix("(*") else { return }
        var end = rest.startIndex
        while end < rest.endIndex, !rest[end...].hasPrefix("*)") { end = rest.index(after: end) }
        guard end < rest.endIndex else { throw Malformed(description: "a comment has no end") }
        rest = rest[end...].dropFirst(2)
      }
    }

    mutating func take(_ mark: String) throws -> Bool {
      try skip()
      guard rest.hasPrefix(mark) else { return false }
      rest = rest.dropFirst(mark.count)
      return true
    }

    mutating func expect(_ mark: String) throws {
      guard try take(mark) else {
        throw Malformed(description: "`\(mark)` is due before: \(rest.prefix(40))")
      }
    }

    mutating func nextName() throws -> String? {
      try skip()
      let name = rest.prefix { $0.isLetter || $0 == "_" }
      rest = rest.dropFirst(name.count)
      return name.isEmpty ? nil : String(name)
    }

    mutating func choice(_ count: Int) -> Int {
      choices.append(count)
      return choices.count - 1
    }

    mutating func alternatives() throws -> Expression {
      var parts = [try sequence()]
      while try take("|") { parts.append(try sequence()) }
      return parts.count == 1 ? parts[0] : .alternatives(parts, choice(parts.count))
    }

    mutating func sequence() throws -> Expression {
      var parts: [Expression] = []
      while let part = try item() { parts.append(part) }
      guard !parts.isEmpty else {
        throw Malformed(description: "an expression is due before: \(rest.prefix(40))")
      }
      return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    mutating func item() throws -> Expression? {
      try skip()
      guard let first = rest.first else { return nil }
      switch first {
      case "(":
        rest = rest.dropFirst()
        let inner = try alternatives()
        try expect(")")
        return inner
      case "[":
        rest = rest.dropFirst()
        let inner = try alternatives()
        try expect("]")
        return .optional(inner, choice(2))
      case "{":
        rest = rest.dropFirst()
        let inner = try alternatives()
        try expect("}")
        return .repetition(inner, choice(2))
      case "?":
        return .words(try quoted("?").split(whereSeparator: \.isWhitespace).joined(separator: " "))
      case "\"": return .token(try quoted("\""))
      case "'":
        let low = try quoted("'")
        guard let character = low.first, low.count == 1 else {
          throw Malformed(description: "'\(low)' is no character")
        }
        guard try take("…") else { return .character(character) }
        try skip()
        guard let from = low.unicodeScalars.first, let to = try quoted("'").unicodeScalars.first
        else { throw Malformed(description: "a range has no end") }
        return .range(from...to)
      default: return try nextName().map { .name($0) }
      }
    }

    mutating func quoted(_ quote: Character) throws -> String {
      let inner = rest.dropFirst()
      guard let end = inner.firstIndex(of: quote) else {
        throw Malformed(description: "no \(quote) ends: \(rest.prefix(40))")
      }
      rest = inner[inner.index(after: end)...]
      return String(inner[..<end])
    }
  }
}
