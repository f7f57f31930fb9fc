import Semantics
import Text

/// Words of TypeScript: literals, property names, comments.
enum TypeScriptText {
  /// A string literal.
  static func quoted(_ text: String) -> String { Quoting.typeScript(text) }

  static func isIdentifier(_ name: String) -> Bool {
    var isFirst = true
    for byte in name.utf8 {
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      guard
        isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || isDigit && !isFirst
      else { return false }
      isFirst = false
    }
    return !isFirst
  }

  /// Name of a property in a type.
  static func member(_ name: String) -> String { isIdentifier(name) ? name : quoted(name) }

  /// Name of a property in an object literal, where `__proto__` alone would set the prototype.
  static func key(_ name: String) -> String {
    name == "__proto__" ? "[\"__proto__\"]" : member(name)
  }

  static func literal(_ value: Literal, _ type: ValueType, _ rules: RuleSet) -> String {
    switch value {
    case .string(let text), .url(let text): return quoted(text)
    case .int(let number): return String(number)
    case .double(let number): return "\(number)"
    case .bool(let value): return value ? "true" : "false"
    case .enumerationCase(let id, let index): return quoted(rules[id].cases[index].rawValue)
    case .missing: return "undefined"
    case .list(let elements):
      guard case .array(let inner) = type else { return "{}" }
      return "[" + elements.map { literal($0, inner, rules) }.joined(separator: ", ") + "]"
    }
  }
}

extension CodeWriter {
  /// A JSDoc comment of the declaration's text and tags; `fallback` stands in for a missing text.
  mutating func jsDoc(_ declared: Declared, fallback: String? = nil, tags: [String] = []) {
    if declared.documentation == nil && declared.deprecated == nil && fallback == nil
      && tags.isEmpty
    {
      return
    }
    if let text = declared.documentation ?? fallback, tags.isEmpty, declared.deprecated == nil,
      text.utf8.count <= Self.width - 12, !text.isEmpty, Self.isPlainLine(text)
    {
      line("/** ", text, " */")
      return
    }
    var lines: [String] = []
    if let text = declared.documentation ?? fallback { lines = Self.commentLines(text) }
    while lines.last == "" { lines.removeLast() }
    while lines.first == "" { lines.removeFirst() }
    var tagLines = tags.flatMap { Self.commentLines($0) }
    if let reason = declared.deprecated {
      tagLines += Self.commentLines(reason == "" ? "@deprecated" : "@deprecated \(reason)")
    }
    if !lines.isEmpty && !tagLines.isEmpty { lines.append("") }
    lines += tagLines
    guard lines.count > 1 || (lines.first?.count ?? 0) > Self.width - 12 else {
      if let only = lines.first { line("/** ", only, " */") }
      return
    }
    line("/**")
    for text in lines { text == "" ? line(" *") : line(" * ", text) }
    line(" */")
  }

  /// One line of printable ASCII that needs no change.
  private static func isPlainLine(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte < 0x20 || byte >= 0x7F { return false }
      if byte == UInt8(ascii: "/") && previous == UInt8(ascii: "*") { return false }
      previous = byte
    }
    return previous != 0x20
  }

  /// Lines that cannot end the comment that they stand in.
  private static func commentLines(_ text: String) -> [String] {
    if isPlainLine(text) { return [text] }
    return Quoting.commentLines(text, isBlock: true).map { line in
      var line = Substring(line)
      while line.last == " " || line.last == "\t" { line.removeLast() }
      return String(line)
    }
  }
}
