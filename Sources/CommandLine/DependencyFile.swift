/// What outputs are made of, in the syntax of Make, as Ninja and others read it too.
enum DependencyFile {
  /// One rule, `outputs: inputs`, a line for each input.
  static func text(outputs: [Path], inputs: [Path]) -> [UInt8] {
    var text = Array(outputs.map(escaped).joined(separator: Array(" ".utf8)))
    text.append(UInt8(ascii: ":"))
    for input in inputs { text += Array(" \\\n  ".utf8) + escaped(input) }
    return text + [UInt8(ascii: "\n")]
  }

  /// A blank and `#` are escaped by a backslash, as are the backslashes right before a blank; `$` by
  /// another one.
  private static func escaped(_ path: Path) -> [UInt8] {
    var result: [UInt8] = []
    var backslashes = 0
    for byte in path.bytes {
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
}
