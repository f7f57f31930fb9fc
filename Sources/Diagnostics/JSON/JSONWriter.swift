import Text

/// Writes compact JSON directly as bytes; the caller keeps objects and arrays balanced.
package struct JSONWriter: ~Copyable {
  package private(set) var bytes: [UInt8] = []
  /// True if the next value or key needs a comma before it.
  private var needsComma = false

  package init() {}

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(0x7B)
    body(&self)
    close(0x7D)
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(0x5B)
    body(&self)
    close(0x5D)
  }

  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(0x22)
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(0x22)
    bytes.append(0x3A)
    needsComma = false
  }

  package mutating func key(_ name: String) {
    string(name)
    bytes.append(0x3A)
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    Quoting.appendJSON(value, to: &bytes)
    needsComma = true
  }

  package mutating func string(_ value: String?) {
    if let value { string(value) } else { null() }
  }

  package mutating func number(_ value: Int) {
    raw(String(value))
  }

  /// - Requires: the number is finite.
  package mutating func number(_ value: Double) {
    raw(value.description)
  }

  /// - Requires: the text is a number in JSON syntax.
  package mutating func number(asWritten text: String) { raw(text) }

  /// - Requires: the bytes are a JSON value.
  package mutating func value(asWritten bytes: some Sequence<UInt8>) {
    separate()
    self.bytes += bytes
    needsComma = true
  }

  package mutating func bool(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  package mutating func null() {
    raw("null")
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
  }
}
