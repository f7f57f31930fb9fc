import Text

/// Writes the dependencies of outputs in the syntax of Make, which Ninja and others also read.
enum DependencyFile {
  /// One rule, `outputs: inputs`, with a line for each input.
  static func text(outputs: [Path], inputs: [Path]) -> [UInt8] {
    var text = Array(outputs.map { Quoting.makePath($0.bytes) }.joined(separator: Array(" ".utf8)))
    text.append(UInt8(ascii: ":"))
    for input in inputs { text += Array(" \\\n  ".utf8) + Quoting.makePath(input.bytes) }
    return text + [UInt8(ascii: "\n")]
  }
}
