/// Splits Swift source into words and punctuation. Comments and the texts of literals are left out.
package enum SwiftWords {
  package static func split(_ text: String) -> [String] {
    read(text).words
  }

  /// Returns the line comments, without their slashes.
  package static func comments(_ text: String) -> [Comment] {
    read(text).comments
  }

  package struct Comment {
    package var isDocumentation: Bool
    /// True if the previous line is a comment of the same kind.
    package var continues: Bool
    /// The line number, counted from 1.
    package var line: Int
    package var text: String

    package init(isDocumentation: Bool, continues: Bool, line: Int, text: String) {
      self.isDocumentation = isDocumentation
      self.continues = continues
      self.line = line
      self.text = text
    }
  }

  private static func read(_ text: String) -> Reader {
    var reader = Reader(text: Array(text.utf8))
    reader.code(isInterpolation: false)
    return reader
  }

  private struct Reader {
    let text: [UInt8]
    var index = 0
    var words: [String] = []
    var comments: [Comment] = []
    /// The number of the line that holds the byte before `lineEnd`.
    private var line = 1
    private var lineEnd = 0

    init(text: [UInt8]) {
      self.text = text
    }

    func isNext(_ expected: String) -> Bool {
      text[index...].starts(with: expected.utf8)
    }

    static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: byte >= 0x80
      }
    }

    mutating func code(isInterpolation: Bool) {
      var depth = 0
      while index < text.count {
        let byte = text[index]
        switch byte {
        case UInt8(ascii: "/") where isNext("//"):
          lineComment()
          continue
        case UInt8(ascii: "/") where isNext("/*"):
          blockComment()
          continue
        case UInt8(ascii: "\""):
          literal(hashes: 0)
          continue
        case UInt8(ascii: "#"):
          let hashes = text[index...].prefix { $0 == byte }.count
          if index + hashes < text.count, text[index + hashes] == UInt8(ascii: "\"") {
            index += hashes
            literal(hashes: hashes)
            continue
          }
        case UInt8(ascii: "(") where isInterpolation:
          depth += 1
        case UInt8(ascii: ")") where isInterpolation:
          if depth == 0 {
            index += 1
            return
          }
          depth -= 1
        default: break
        }
        if Self.isWord(byte) {
          let word = text[index...].prefix(while: Self.isWord)
          words.append(String(decoding: word, as: UTF8.self))
          index += word.count
        } else {
          if byte > 0x20, byte != UInt8(ascii: "`") { words.append(String(UnicodeScalar(byte))) }
          index += 1
        }
      }
    }

    mutating func lineComment() {
      line += text[lineEnd..<index].count { $0 == UInt8(ascii: "\n") }
      lineEnd = index
      let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let isDocumentation = isNext("///")
      let last = comments.last
      comments.append(
        Comment(
          isDocumentation: isDocumentation,
          continues: last?.line == line - 1 && last?.isDocumentation == isDocumentation, line: line,
          text: String(decoding: text[index..<end].drop { $0 == UInt8(ascii: "/") }, as: UTF8.self))
      )
      index = end
    }

    mutating func blockComment() {
      var depth = 0
      repeat {
        if isNext("/*") {
          depth += 1
          index += 2
        } else if isNext("*/") {
          depth -= 1
          index += 2
        } else {
          index += 1
        }
      } while depth > 0 && index < text.count
    }

    mutating func literal(hashes: Int) {
      let quote = isNext("\"\"\"") ? "\"\"\"" : "\""
      let marks = String(repeating: "#", count: hashes)
      index += quote.utf8.count
      while index < text.count {
        if isNext(quote + marks) {
          index += quote.utf8.count + hashes
          return
        }
        if isNext("\\" + marks) {
          index += 1 + hashes
          if index < text.count, text[index] == UInt8(ascii: "(") {
            index += 1
            code(isInterpolation: true)
          } else {
            index += 1
          }
        } else {
          index += 1
        }
      }
    }
  }
}
