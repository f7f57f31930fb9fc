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

  // Members of an object, each with its key and its value.

  package mutating func string(_ key: StaticString, _ value: String?) {
    self.key(key)
    string(value)
  }

  package mutating func number(_ key: StaticString, _ value: Int) {
    self.key(key)
    number(value)
  }

  /// - Requires: the number is finite.
  package mutating func number(_ key: StaticString, _ value: Double) {
    self.key(key)
    number(value)
  }

  package mutating func bool(_ key: StaticString, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  package mutating func object(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
    member(key) { $0.object(body) }
  }

  package mutating func array(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
    member(key) { $0.array(body) }
  }

  /// - Parameter body: writes the value for an element.
  package mutating func array<Elements: Sequence>(
    _ key: StaticString, _ elements: Elements,
    _ body: (Elements.Element, inout JSONWriter) -> Void
  ) {
    array(key) { writer in for element in elements { body(element, &writer) } }
  }

  /// Writes an array of objects.
  ///
  /// - Parameter body: writes the members of the object for an element.
  package mutating func objects<Elements: Sequence>(
    _ key: StaticString, _ elements: Elements,
    _ body: (Elements.Element, inout JSONWriter) -> Void
  ) {
    array(key, elements) { element, writer in writer.object { body(element, &$0) } }
  }

  /// - Parameter value: writes one value.
  package mutating func member(_ key: StaticString, _ value: (inout JSONWriter) -> Void) {
    self.key(key)
    value(&self)
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

  package mutating func number(_ value: Int64) {
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
