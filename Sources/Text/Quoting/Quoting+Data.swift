extension Quoting {
  // MARK: - JSON

  /// A JSON string with its quotes; hidden characters are escaped.
  package static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    appendJSON(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func appendJSON(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [0x5C, UInt8(truncatingIfNeeded: scalar.value)]
      case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      default:
        if scalar.isHidden {
          for unit in String(scalar).utf16 {
            bytes += ("\\u" + hexadecimal(UInt32(unit), width: 4)).utf8
          }
        } else {
          bytes += String(scalar).utf8
        }
      }
    }
    bytes.append(0x22)
  }

  /// A JSON string exactly as JavaScript's `JSON.stringify` writes it, for texts that both sides of a bridge compute.
  ///
  /// Hidden characters are kept, so the result must be quoted again for the file that contains it.
  package static func stringified(_ text: String) -> String {
    if isPlain(text) { return quoted(plain: text) }
    return replace(text, quote: "\"") { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\u{8}": "\\b"
      case "\u{C}": "\\f"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\0"..<" ": "\\u" + hexadecimal(scalar.value, width: 4)
      default: nil
      }
    }
  }

  // MARK: - XML

  /// A text escaped for an attribute or an element of XML 1.0.
  ///
  /// - Parameter isContent: true for text between tags, in which line ends are kept.
  package static func xml(_ text: String, isContent: Bool = false) -> String {
    replace(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n" where isContent: nil
      case "\t", "\n", "\r": "&#\(scalar.value);"
      // XML cannot represent these characters.
      case "\0"..<" ", "\u{FFFE}"..."\u{FFFF}": braced(scalar)
      default:
        scalar.isHidden ? "&#x\(String(scalar.value, radix: 16, uppercase: true));" : nil
      }
    }
  }

  // MARK: - Markdown

  /// A code span, with a longer fence than any in the text.
  ///
  /// - Parameter isInTable: true to escape bars, which would end a cell.
  package static func markdownCode(_ text: String, isInTable: Bool = false) -> String {
    var longest = 0
    var length = 0
    for byte in text.utf8 {
      length = byte == UInt8(ascii: "`") ? length + 1 : 0
      longest = max(longest, length)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = longest > 0 ? " " : ""
    let escaped = replace(text) { isInTable && $0 == "|" ? "\\|" : $0.isHidden ? braced($0) : nil }
    return fence + pad + escaped + pad + fence
  }

  /// A code span in a cell of a table.
  package static func markdownCell(_ text: String) -> String { markdownCode(text, isInTable: true) }

  // MARK: - Workflow commands of GitHub

  /// The message of a workflow command (`::error ::message`).
  package static func gitHubMessage(_ text: String) -> String { gitHub(text, isProperty: false) }

  /// The value of a property of a workflow command (`::error file=value::`).
  package static func gitHubProperty(_ text: String) -> String { gitHub(text, isProperty: true) }

  private static func gitHub(_ text: String, isProperty: Bool) -> String {
    replace(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      case "\t": nil
      default: scalar.isHidden ? braced(scalar) : nil
      }
    }
  }

  // MARK: - Make

  /// A path in a rule of a dependency file for Make and Ninja. A backslash escapes blanks, `#` and each backslash
  /// right before a blank; `$` becomes `$$`.
  package static func makePath(_ path: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var backslashes = 0
    for byte in path {
      switch byte {
      case UInt8(ascii: " "):
        result += Array(repeating: UInt8(ascii: "\\"), count: backslashes + 1)
      case UInt8(ascii: "#"): result.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "$"): result.append(UInt8(ascii: "$"))
      default: break
      }
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
      result.append(byte)
    }
    return result
  }

  // MARK: - Patches

  /// A path in the header of a patch, as git writes and reads it. A path with special or hidden bytes is in quotes.
  /// Another path with a blank is followed by a tab, since otherwise it would end at the blank.
  package static func patchPath(_ path: [UInt8]) -> [UInt8] {
    let isPlain = path.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
    if isPlain, String(decoding: path, as: UTF8.self).isVisible {
      return path.contains(0x20) ? path + [0x09] : path
    }
    var text: [UInt8] = [0x22]
    for byte in path {
      switch byte {
      case 0x22, 0x5C: text += [0x5C, byte]
      case 0x09: text += "\\t".utf8
      case 0x0A: text += "\\n".utf8
      case 0x0D: text += "\\r".utf8
      case 0x20..<0x7F: text.append(byte)
      default:
        let digits = String(byte, radix: 8)
        text += ("\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits).utf8
      }
    }
    return text + [0x22]
  }
}
