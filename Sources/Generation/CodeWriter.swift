/// Prints code line by line; the nesting of calls is the nesting of the code.
///
/// Writes bytes directly into one buffer, since a rule set of 100,000 declarations produces some hundred
/// megabytes of text.
package struct CodeWriter: ~Copyable {
  /// Longer lines are broken where possible.
  package static let width = 100

  package private(set) var bytes: [UInt8] = []
  private var depth = 0
  /// The start of the line that is written in pieces.
  private var lineStart = 0
  /// True if a blank line goes before the next line.
  private var wantsBlank = false
  /// True if the open block is still empty.
  private var isAtStart = true

  package init() {}

  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// One line at the current depth, without trailing blanks if the text is empty.
  package mutating func line(_ text: String) {
    begin()
    bytes.append(contentsOf: text.utf8)
    bytes.append(0x0A)
  }

  /// One line of several pieces, written without building a string.
  package mutating func line(_ pieces: String...) {
    begin()
    for piece in pieces { bytes.append(contentsOf: piece.utf8) }
    bytes.append(0x0A)
  }

  package mutating func line(_ first: String, _ second: String, _ third: String) {
    begin()
    bytes.append(contentsOf: first.utf8)
    bytes.append(contentsOf: second.utf8)
    bytes.append(contentsOf: third.utf8)
    bytes.append(0x0A)
  }

  /// One line that the closure appends.
  mutating func line(_ write: (inout [UInt8]) -> Void) {
    begin()
    write(&bytes)
    end()
  }

  /// One line that the closure appends, unless it is too wide or the closure returns false.
  ///
  /// - Returns: true if the line has been written; if not, nothing has.
  mutating func lineIfFits(_ write: (inout [UInt8]) -> Bool) -> Bool {
    let state = (count: bytes.count, wantsBlank: wantsBlank, isAtStart: isAtStart)
    begin()
    if write(&bytes), hasRoom(0) {
      end()
      return true
    }
    bytes.removeLast(bytes.count - state.count)
    (wantsBlank, isAtStart) = (state.wantsBlank, state.isAtStart)
    return false
  }

  /// True if a line of that many columns fits at the current depth.
  package func fits(_ columns: Int) -> Bool { depth * 2 + columns <= Self.width }

  /// Starts a line that is written in pieces.
  package mutating func begin() {
    isAtStart = false
    if wantsBlank { bytes.append(0x0A) }
    wantsBlank = false
    lineStart = bytes.count
    for _ in 0..<depth * 2 { bytes.append(0x20) }
  }

  /// Writes a piece of the line.
  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func append(_ first: String, _ second: String) {
    bytes.append(contentsOf: first.utf8)
    bytes.append(contentsOf: second.utf8)
  }

  /// Returns true if that many columns can be added to the line that is written in pieces.
  package func hasRoom(_ columns: Int) -> Bool {
    bytes.count - lineStart + columns <= Self.width
  }

  /// Ends a line that is written in pieces.
  package mutating func end() {
    bytes.append(0x0A)
  }

  /// An empty line that is part of the printed text.
  package mutating func emptyLine() {
    bytes.append(0x0A)
  }

  /// Appends text that has its own lines and ends with a line break.
  package mutating func verbatim(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    isAtStart = false
  }

  /// Appends bytes unchanged.
  package mutating func verbatim(_ text: some Sequence<UInt8>) {
    bytes.append(contentsOf: text)
    isAtStart = false
  }

  /// Puts a blank line before the next line, unless that is the first in its block.
  package mutating func blank() {
    wantsBlank = !isAtStart
  }

  /// `head {`, the body one level deeper, `}` and the tail.
  package mutating func block(
    _ head: String, tail: String = "", _ body: (inout CodeWriter) -> Void
  ) {
    enclosed(head + " {", "}" + tail, body)
  }

  /// A first line, the body one level deeper, a last line.
  package mutating func enclosed(
    _ first: String, _ last: String, _ body: (inout CodeWriter) -> Void
  ) {
    line(first)
    indented(body)
    line(last)
  }

  /// The body one level deeper.
  package mutating func indented(_ body: (inout CodeWriter) -> Void) {
    beginIndentation()
    body(&self)
    endIndentation()
  }

  /// Opens a level; each call has its `endIndentation()`.
  package mutating func beginIndentation() {
    depth += 1
    wantsBlank = false
    isAtStart = true
  }

  package mutating func endIndentation() {
    wantsBlank = false
    isAtStart = false
    depth -= 1
  }

  /// `open item, item close` on one line if it fits, otherwise one item per line.
  package mutating func list(
    _ open: String, _ items: [String], _ close: String, trailingComma: Bool = false
  ) {
    var length = depth * 2 + open.utf8.count + close.utf8.count
    for item in items { length += item.utf8.count + 2 }
    if length <= Self.width + 2 || items.isEmpty {
      begin()
      bytes.append(contentsOf: open.utf8)
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        bytes.append(contentsOf: item.utf8)
      }
      bytes.append(contentsOf: close.utf8)
      bytes.append(0x0A)
      return
    }
    line(open)
    depth += 1
    for (index, item) in items.enumerated() {
      line(item, index + 1 < items.count || trailingComma ? "," : "")
    }
    depth -= 1
    line(close)
  }

  /// A text of several lines, each after the prefix (`/// `); nothing for nil.
  package mutating func comment(_ text: String?, prefix: String) {
    guard let text else { return }
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if part.isEmpty {
        line(String(prefix.prefix { $0 != " " }))
      } else {
        line(prefix, String(part))
      }
    }
  }
}
