/// Finds the names in TypeScript code that are neither members nor keys of objects.
struct TypeScriptWords {
  private let bytes: [UInt8]
  private var index = 0
  private let known: Set<String>
  private var names: Set<String> = []

  private init(_ text: String, _ known: Set<String>) {
    bytes = Array(text.utf8)
    self.known = known
  }

  /// - Parameter known: all names to look for.
  static func names(in text: String, among known: Set<String>) -> Set<String> {
    var words = TypeScriptWords(text, known)
    words.readCode(isInTemplate: false)
    return words.names
  }

  static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  /// Reads to the end of the text, or to the brace that ends an expression in a template.
  private mutating func readCode(isInTemplate: Bool) {
    var depth = 0
    /// The last byte that is not white space.
    var last = UInt8(ascii: ";")
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): skipLiteral(to: byte)
      case UInt8(ascii: "/") where startsComment: skipComment()
      case UInt8(ascii: "/") where "(=,:&|!".utf8.contains(last): skipLiteral(to: byte)
      case _ where Self.isInName(byte): readName()
      case UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "}"):
        if isInTemplate, depth == 0 { return }
        depth -= 1
        index += 1
      default: index += 1
      }
      if byte != UInt8(ascii: " "), byte != 0x0A { last = byte }
    }
  }

  private mutating func readName() {
    let start = index
    while index < bytes.count, Self.isInName(bytes[index]) { index += 1 }
    let before = bytes[..<start]
    let isMember = before.last == UInt8(ascii: ".") && !before.suffix(3).elementsEqual("...".utf8)
    let following = bytes[index...]
    let isKey = following.starts(with: ":".utf8) || following.starts(with: "?:".utf8)
    if isMember || isKey { return }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    if known.contains(name) { names.insert(name) }
  }

  private var startsComment: Bool {
    bytes[index...].starts(with: "//".utf8) || bytes[index...].starts(with: "/*".utf8)
  }

  private mutating func skipComment() {
    let isBlock = bytes[index + 1] == UInt8(ascii: "*")
    index += 2
    while index < bytes.count {
      if isBlock, bytes[index...].starts(with: "*/".utf8) {
        index += 2
        return
      }
      if !isBlock, bytes[index] == 0x0A { return }
      index += 1
    }
  }

  /// Skips a string, a template or a regular expression, but reads the expressions of a template.
  private mutating func skipLiteral(to end: UInt8) {
    index += 1
    while index < bytes.count, bytes[index] != end {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if end == UInt8(ascii: "`"), bytes[index...].starts(with: "${".utf8) {
        index += 2
        readCode(isInTemplate: true)
      } else {
        index += 1
      }
    }
    index += 1
  }
}
