import Text

/// Writes the dependencies of outputs in the syntax of Make, which other build tools such as Ninja also read.
enum DependencyFile {
  /// Returns a rule `outputs: inputs`, with a line for each input, and a rule `input:` for each input. Because of
  /// these, Make runs the recipe if an input has been deleted, instead of reporting that nothing makes it.
  static func text(outputs: [Path], inputs: [Path]) -> [UInt8] {
    var text = Array(outputs.map { Quoting.makePath($0.bytes) }.joined(separator: Array(" ".utf8)))
    text.append(UInt8(ascii: ":"))
    for input in inputs { text += Array(" \\\n  ".utf8) + Quoting.makePath(input.bytes) }
    for input in inputs {
      text += Array("\n".utf8) + Quoting.makePath(input.bytes) + Array(":".utf8)
    }
    return text + [UInt8(ascii: "\n")]
  }
}
