import Text

/// Prints string literals, property names and comments of TypeScript.
enum TypeScriptText {
  /// Returns a string literal.
  static func quoted(_ text: String) -> String { Quoting.typeScript(text) }

  /// The number of bytes of `quoted(text)`.
  static func quotedWidth(_ text: String) -> Int {
    isPlain(text) ? text.utf8.count + 2 : quoted(text).utf8.count
  }

  /// Returns whether the text needs no escapes in a string literal.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }

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

  /// Returns the name of a property in a type.
  static func member(_ name: String) -> String { isIdentifier(name) ? name : quoted(name) }

  /// Returns the name of a property in an object literal. There `__proto__` without brackets would set the prototype.
  static func key(_ name: String) -> String {
    name == "__proto__" ? "[\"__proto__\"]" : member(name)
  }

  /// Returns the lines of a comment, without its end mark and with hidden characters replaced.
  static func commentLines(_ text: String) -> [String] {
    if isPlainLine(text) { return [text] }
    return Quoting.commentLines(text, isBlock: true).map { line in
      var line = Substring(line)
      while line.last == " " || line.last == "\t" { line.removeLast() }
      return String(line)
    }
  }

  /// Returns whether the text is one line of printable ASCII that can be used unchanged.
  static func isPlainLine(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte < 0x20 || byte >= 0x7F { return false }
      if byte == UInt8(ascii: "/") && previous == UInt8(ascii: "*") { return false }
      previous = byte
    }
    return previous != 0x20
  }

  /// Returns an identifier in backquotes, for a comment.
  static func code(_ identifier: String) -> String {
    let isPlain = identifier.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "`") }
    return isPlain ? "`\(identifier)`" : quoted(identifier)
  }
}
