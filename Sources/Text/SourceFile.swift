/// The content of one file, and the name by which findings refer to it.
package struct SourceFile: Sendable {
  /// The path shown in findings: relative to the working folder, with `/`.
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The text of a span; malformed UTF-8 becomes U+FFFD.
  package func text(_ span: Span) -> String {
    let start = min(Int(span.start), bytes.count)
    let end = min(Int(span.end), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

extension [SourceFile] {
  /// Returns whether the files have the same names and contents.
  package func areSame(as others: [SourceFile]) -> Bool {
    elementsEqual(others) { $0.name == $1.name && $0.bytes == $1.bytes }
  }
}
