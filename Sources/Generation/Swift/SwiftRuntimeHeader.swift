/// The first directives in the file of a part of the run-time support.
///
///     //: output NAME     the generated file that the part is written to
///     //: needs PART…     parts without which it does not compile
struct SwiftRuntimeHeader {
  let output: SwiftFile
  let needs: [SwiftRuntime]

  init(_ file: [UInt8]) {
    var output: SwiftFile?
    var needs: [SwiftRuntime] = []
    var rest = file[...]
    while rest.starts(with: "//: ".utf8) {
      let line = rest.prefix { $0 != 0x0A }
      let words = line.directiveWords
      switch words[0] {
      case "output": output = words.last.flatMap(SwiftFile.init)
      case "needs": needs += words.dropFirst().map(SwiftRuntime.named)
      default: break
      }
      rest = rest[line.endIndex...].dropFirst()
    }
    guard let output else { preconditionFailure("a part of the run-time support has no output") }
    self.output = output
    self.needs = needs
  }
}

extension ArraySlice<UInt8> {
  /// The words of a line after `//:`.
  var directiveWords: [String] {
    split(separator: UInt8(ascii: " ")).dropFirst().map { String(decoding: $0, as: UTF8.self) }
  }
}
