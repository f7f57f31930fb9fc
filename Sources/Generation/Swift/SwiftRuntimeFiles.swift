import EmbeddedFiles

extension SwiftRuntime {
  /// The generated file that contains the part.
  var output: SwiftFile { Self.headers[rawValue].output }

  /// The parts without which this part does not compile.
  var needs: [SwiftRuntime] { Self.headers[rawValue].needs }

  /// The text of the part. Each call reads it from the part's file.
  var text: SwiftRuntimeText { SwiftRuntimeText(Self.files[rawValue]) }

  private static let headers = files.map(SwiftRuntimeHeader.init)

  private static let files: [[UInt8]] = {
    let embedded = embedded_swift_runtime()
    let bytes = UnsafeBufferPointer(start: embedded.start, count: embedded.count)
    let files = bytes.split(separator: 0).map(Array.init)
    precondition(files.count == allCases.count, "each part needs a line in EmbeddedFiles.c")
    return files
  }()
}
