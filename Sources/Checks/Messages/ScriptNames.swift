/// The names that a JavaScript text declares at its top level, and those that it uses as members.
///
/// The text is split into tokens but not parsed. Strings, comments and expressions of templates are left out, and
/// brackets are counted. A `/` begins a regular expression if an operand can begin there.
struct ScriptNames {
  private(set) var declared: Set<String> = []
  /// The names after a point, and the contents of strings. Both can name a property of the page.
  private(set) var members: Set<String> = []

  private static let declaring: Set<String> = ["function", "class", "const", "let", "var"]

  init(_ source: String) {
    var reader = Reader(Array(source.utf8))
    var depth = 0
    // The word or sign before the current one.
    var last = ""
    while let token = reader.next() {
      switch token {
      case .text(let text): members.insert(text)
      case .word(let word):
        if last == "." || last == "?." { members.insert(word) }
        if depth == 0, Self.declaring.contains(last) || last == "function*" {
          declared.insert(word)
        }
      case .sign("{"), .sign("("), .sign("["): depth += 1
      case .sign("}"), .sign(")"), .sign("]"): depth -= 1
      case .sign: break
      }
      switch token {
      case .text: last = "\""
      case .word(let word): last = word
      case .sign("*") where last == "function": last = "function*"
      case .sign(let sign): last = sign
      }
    }
  }

  private enum Token: Equatable {
    case word(String)
    case sign(String)
    case text(String)
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0
    /// True if an operand can follow. In that case `/` begins a regular expression.
    private var expectsOperand = true

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token? {
      while place < bytes.count {
        let byte = bytes[place]
        let following = place + 1 < bytes.count ? bytes[place + 1] : 0
        switch byte {
        case 0x09...0x0D, 0x20: place += 1
        case UInt8(ascii: "/") where following == UInt8(ascii: "/"): skip { $0 == 0x0A }
        case UInt8(ascii: "/") where following == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "/") where expectsOperand: skipExpression()
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return text(byte)
        case _ where Self.isPart(byte): return word()
        default:
          place += 1
          expectsOperand = ![UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte)
          return .sign(String(decoding: [byte], as: UTF8.self))
        }
      }
      return nil
    }

    private static func isPart(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "_")
        || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }

    private mutating func skip(_ isEnd: (UInt8) -> Bool) {
      while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
    }

    private mutating func skipComment() {
      place += 2
      while place < bytes.count {
        if bytes[place - 1] == UInt8(ascii: "*"), bytes[place] == UInt8(ascii: "/"),
          place > 2
        {
          place += 1
          return
        }
        place += 1
      }
    }

    private mutating func skipExpression() {
      var isInSet = false
      place += 1
      while place < bytes.count, bytes[place] != 0x0A {
        switch bytes[place] {
        case UInt8(ascii: "\\"): place += 1
        case UInt8(ascii: "["): isInSet = true
        case UInt8(ascii: "]"): isInSet = false
        case UInt8(ascii: "/") where !isInSet:
          place += 1
          expectsOperand = false
          return
        default: break
        }
        place += 1
      }
    }

    private mutating func word() -> Token {
      let start = place
      while place < bytes.count, Self.isPart(bytes[place]) { place += 1 }
      let word = String(decoding: bytes[start..<place], as: UTF8.self)
      expectsOperand = ["return", "typeof", "case", "in", "of", "delete", "void"].contains(word)
      return .word(word)
    }

    private mutating func text(_ quote: UInt8) -> Token {
      place += 1
      let start = place
      while place < bytes.count, bytes[place] != quote {
        place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      let end = min(place, bytes.count)
      place = min(place + 1, bytes.count)
      expectsOperand = false
      return .text(String(decoding: bytes[min(start, end)..<end], as: UTF8.self))
    }
  }
}
