import Diagnostics
import Syntax
import Text

/// The check `hidden-character`.
enum HiddenCharacter {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    for (index, file) in input.files.enumerated() {
      // A fast test for most files, which have only plain characters.
      if input.trees[index].isPlain { continue }
      let bytes = file.bytes
      let reported = Set(input.trees[index].faults.map { $0.span.start })
      var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      // Other bytes are reported by `invalid-utf8`.
      guard let text = String(validating: bytes[offset...], as: UTF8.self) else { continue }
      let comments = comments(bytes)
      // There is one finding for each line, since a file of other data has many such characters.
      var isLineReported = false
      for scalar in text.unicodeScalars {
        let length = UTF8.width(scalar)
        defer { offset += length }
        if scalar == "\n" || scalar == "\r" { isLineReported = false }
        guard !isLineReported, isHidden(scalar), !reported.contains(UInt32(offset)) else {
          continue
        }
        isLineReported = true
        let location = Location(FileID(index), Span(offset, offset + length))
        findings.append(finding(scalar, location, isInComment: comments.contains(offset)))
      }
    }
    return findings
  }

  /// True for a character that is not shown, or changes the order in which others are shown. Joiners and variation
  /// selectors are excluded, since they belong to emoji and to some scripts.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069,
      0xFEFF:
      true
    default: false
    }
  }

  /// The ranges of the comments in a file.
  static func comments(_ bytes: [UInt8]) -> IndexRanges {
    var ranges = IndexRanges()
    var offset = 0
    var isInString = false
    while offset < bytes.count {
      let byte = bytes[offset]
      let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
      if isInString {
        if byte == UInt8(ascii: "\\") { offset += 1 }
        if byte == UInt8(ascii: "\"") || byte == 0x0A { isInString = false }
        offset += 1
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
        offset += 1
      } else if byte == UInt8(ascii: "/"), next == byte || next == UInt8(ascii: "*") {
        let start = offset
        let isLine = next == byte
        while offset < bytes.count {
          if isLine, bytes[offset] == 0x0A { break }
          if !isLine, offset > start + 2, bytes[offset] == UInt8(ascii: "/"),
            bytes[offset - 1] == UInt8(ascii: "*")
          {
            break
          }
          offset += 1
        }
        ranges.append(start..<offset)
      } else {
        offset += 1
      }
    }
    return ranges
  }

  struct IndexRanges {
    private var ranges: [Range<Int>] = []
    mutating func append(_ range: Range<Int>) { ranges.append(range) }
    func contains(_ offset: Int) -> Bool { ranges.contains { $0.contains(offset) } }
  }

  private static func finding(
    _ scalar: Unicode.Scalar, _ location: Location, isInComment: Bool
  ) -> Finding {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let turns =
      (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    let message =
      turns
      ? "hidden character U+\(code) changes the order in which the text after it is shown"
      : "hidden character U+\(code)"
    if isInComment {
      return page.finding(
        message, at: location, label: "not visible here", help: "delete it",
        fix: .replace(location, with: "", isSafe: true))
    }
    return page.finding(
      message, at: location, label: "not visible here",
      help: "delete it, or write `\\u{\(code)}` if it is meant",
      fix: .replace(location, with: "", isSafe: false))
  }

  static let page = Page(
    "hidden-character", .warning, "a character in a string or comment that nobody sees",
    fixes: [.safe, .meaning], security: "5.0")
}
