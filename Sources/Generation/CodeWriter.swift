/// Prints code line by line. The nesting of calls is the nesting of the code.
///
/// The bytes go directly into one buffer, since a rule set of 100,000 declarations produces some hundred megabytes of
/// text. With a sink, the buffer holds only the last lines.
package struct CodeWriter: ~Copyable {
  /// The maximum number of columns. Longer lines are broken where possible.
  package static let width = 100

  private var buffer: TextBuffer
  private let sink: CodeSink?
  /// The number of bytes that were passed to the sink.
  private var passed = 0
  private var depth = 0
  /// The start of the current line, which is written in pieces.
  private var lineStart = 0
  /// True if a blank line is needed before the next line.
  private var wantsBlank = false
  /// True if the open block is still empty.
  private var isAtStart = true

  /// - Parameter sink: receives the text in pieces; nil to keep all of it.
  package init(to sink: CodeSink? = nil) {
    self.sink = sink
    buffer = sink == nil ? TextBuffer() : TextBuffer(capacity: 2 * Self.pieceSize)
  }

  /// A copy of the text, or of its end that has not been passed to the sink yet.
  package var bytes: [UInt8] { buffer.bytes }

  /// The bytes as a string.
  var string: String { buffer.string }

  /// Returns whether the last bytes are the UTF-8 of the text.
  func ends(with end: String) -> Bool { buffer.ends(with: end) }

  /// The number of bytes written so far.
  var count: Int { passed + buffer.count }

  /// The size of the buffer from which on it is passed to the sink.
  private static let pieceSize = 1 << 16

  /// Passes the buffer to the sink if it is large. Keeps the last two bytes, since the next line may depend on them.
  @inline(__always) private mutating func passOn() {
    if buffer.count >= Self.pieceSize, sink != nil { pass(buffer.count - 2) }
  }

  @inline(never) private mutating func pass(_ count: Int) {
    guard let sink else { return }
    buffer.removeFirst(count) { sink.write($0) }
    passed += count
  }

  /// Passes the rest of the text to the sink.
  mutating func finish() { pass(buffer.count) }

  /// Writes one line at the current depth, without trailing blanks if the text is empty.
  package mutating func line(_ text: String) {
    begin()
    buffer.append(text: text)
    buffer.append(0x0A)
  }

  /// Writes one line of several pieces without building a string.
  package mutating func line(_ pieces: String...) {
    begin()
    for piece in pieces { buffer.append(text: piece) }
    buffer.append(0x0A)
  }

  package mutating func line(_ first: String, _ second: String, _ third: String) {
    begin()
    buffer.append(text: first)
    buffer.append(text: second)
    buffer.append(text: third)
    buffer.append(0x0A)
  }

  package mutating func line(_ first: String, _ second: String) {
    begin()
    buffer.append(text: first)
    buffer.append(text: second)
    buffer.append(0x0A)
  }

  package mutating func line(
    _ first: String, _ second: String, _ third: String, _ fourth: String, _ fifth: String = "",
    _ sixth: String = ""
  ) {
    begin()
    buffer.append(text: first)
    buffer.append(text: second)
    buffer.append(text: third)
    buffer.append(text: fourth)
    buffer.append(text: fifth)
    buffer.append(text: sixth)
    buffer.append(0x0A)
  }

  /// Writes one line, which the closure appends.
  mutating func line(_ write: (inout TextBuffer) -> Void) {
    begin()
    write(&buffer)
    end()
  }

  /// Writes one line, which the closure appends, unless it is too wide or the closure returns false.
  ///
  /// - Returns: true if the line was written; otherwise nothing was written.
  mutating func lineIfFits(_ write: (inout TextBuffer) -> Bool) -> Bool {
    passOn()
    let state = (count: buffer.count, wantsBlank: wantsBlank, isAtStart: isAtStart)
    startLine()
    if write(&buffer), hasRoom(0) {
      end()
      return true
    }
    buffer.removeLast(buffer.count - state.count)
    (wantsBlank, isAtStart) = (state.wantsBlank, state.isAtStart)
    return false
  }

  /// Returns whether a line with this number of columns fits at the current depth.
  package func fits(_ columns: Int) -> Bool { depth * 2 + columns <= Self.width }

  /// Starts a line that is written in pieces.
  package mutating func begin() {
    passOn()
    startLine()
  }

  private mutating func startLine() {
    isAtStart = false
    if wantsBlank { buffer.append(0x0A) }
    wantsBlank = false
    lineStart = buffer.count
    if depth > 0 { buffer.append(spaces: depth * 2) }
  }

  /// Writes a piece of the line.
  package mutating func append(_ text: String) {
    buffer.append(text: text)
  }

  package mutating func append(_ first: String, _ second: String) {
    buffer.append(text: first)
    buffer.append(text: second)
  }

  /// Returns whether this number of columns can be added to the current line.
  package func hasRoom(_ columns: Int) -> Bool {
    buffer.count - lineStart + columns <= Self.width
  }

  /// Ends a line that is written in pieces.
  package mutating func end() {
    buffer.append(0x0A)
  }

  /// Writes an empty line that is part of the printed text.
  package mutating func emptyLine() {
    buffer.append(0x0A)
  }

  /// Appends text that has its own lines and ends with a line break.
  package mutating func verbatim(_ text: String) {
    buffer.append(text: text)
    isAtStart = false
  }

  /// Appends bytes unchanged.
  package mutating func verbatim(_ text: some Sequence<UInt8>) {
    buffer.append(contentsOf: text)
    isAtStart = false
  }

  /// Begins a part of a file. A call of `blank()` before its first line writes nothing.
  mutating func beginPart() {
    wantsBlank = false
    isAtStart = true
  }

  /// Ends a part of a file. A blank line that was requested after its last line is not written.
  mutating func endPart() {
    wantsBlank = false
    isAtStart = false
  }

  /// Removes everything written since the count, which must still be in the buffer.
  mutating func removeLast(to count: Int) { buffer.removeLast(self.count - count) }

  /// Requests a blank line before the next line, unless that is the first line of its block.
  package mutating func blank() {
    wantsBlank = !isAtStart
  }

  /// Writes `head {`, the body one level deeper, `}` and the tail.
  package mutating func block(
    _ head: String, tail: String = "", _ body: (inout CodeWriter) -> Void
  ) {
    enclosed(head + " {", "}" + tail, body)
  }

  /// Writes `head {` and begins a level for the body.
  mutating func beginBlock(_ head: String) {
    line(head, " {")
    beginIndentation()
  }

  /// Ends the level and writes `}`.
  mutating func endBlock() {
    endIndentation()
    line("}")
  }

  /// Writes a first line, the body one level deeper, and a last line.
  package mutating func enclosed(
    _ first: String, _ last: String, _ body: (inout CodeWriter) -> Void
  ) {
    line(first)
    indented(body)
    line(last)
  }

  /// Writes the body one level deeper.
  package mutating func indented(_ body: (inout CodeWriter) -> Void) {
    beginIndentation()
    body(&self)
    endIndentation()
  }

  /// Begins a level. Each call needs an `endIndentation()`.
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

  /// Writes `open item, item close` on one line if it fits, otherwise one item per line.
  package mutating func list(
    _ open: String, _ items: [String], _ close: String, trailingComma: Bool = false
  ) {
    var length = depth * 2 + open.utf8.count + close.utf8.count
    for item in items { length += item.utf8.count + 2 }
    if length <= Self.width + 2 || items.isEmpty {
      begin()
      buffer.append(text: open)
      for (index, item) in items.enumerated() {
        if index > 0 { buffer.append(text: ", ") }
        buffer.append(text: item)
      }
      buffer.append(text: close)
      buffer.append(0x0A)
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

  /// Writes `open item, item close` on as few lines as possible.
  mutating func filled(_ open: String, _ items: [String], _ close: String) {
    begin()
    buffer.append(text: open)
    for (index, item) in items.enumerated() {
      let isLast = index + 1 == items.count
      let piece = item + (isLast ? close : ",")
      if index > 0 {
        if hasRoom(piece.utf8.count + 1) {
          buffer.append(UInt8(ascii: " "))
        } else {
          end()
          begin()
          buffer.append(spaces: 2)
        }
      }
      buffer.append(text: piece)
    }
    end()
  }

  /// Writes a text of several lines, each after the prefix (`/// `); nothing for nil.
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
