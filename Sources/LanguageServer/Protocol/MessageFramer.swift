/// Splits a stream of bytes into messages. Each consists of a header `Content-Length: N`, an empty line, and N bytes.
package struct MessageFramer {
  package enum Item: Equatable {
    case message([UInt8])
    /// A description of skipped bytes that are not a header.
    case fault(String)
  }

  /// The maximum sizes of a header block and of a message, in bytes.
  private static let headerLimit = 1 << 14
  private static let messageLimit = 1 << 30

  private var buffer: [UInt8] = []
  private var start = 0
  /// The offset up to which the buffer has been searched for the end of a header block.
  private var searched = 0
  /// The length of the message whose header has been read.
  private var length: Int?

  package init() {}

  /// True if the buffer contains no part of another message.
  package var isEmpty: Bool { start == buffer.count && length == nil }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next item; nil until more bytes arrive.
  package mutating func next() -> Item? {
    if length == nil {
      guard let (block, end) = header() else {
        guard buffer.count - start > Self.headerLimit else { return nil }
        (start, searched) = (buffer.count, buffer.count)
        return .fault("no header within \(Self.headerLimit) bytes")
      }
      start = end
      searched = end
      guard let found = Self.contentLength(buffer[block]) else {
        return .fault("a header without `Content-Length`")
      }
      guard found <= Self.messageLimit else { return .fault("a message of \(found) bytes") }
      length = found
    }
    guard let length, buffer.count - start >= length else { return nil }
    self.length = nil
    let message = Array(buffer[start..<start + length])
    start += length
    searched = start
    return .message(message)
  }

  /// Returns the lines of the header, and the start of the message.
  private mutating func header() -> (Range<Int>, Int)? {
    var i = max(start, searched - 3)
    while i < buffer.count {
      if buffer[i] == 0x0A {
        if i + 1 < buffer.count, buffer[i + 1] == 0x0A { return (start..<i, i + 2) }
        if i + 2 < buffer.count, buffer[i + 1] == 0x0D, buffer[i + 2] == 0x0A {
          return (start..<i, i + 3)
        }
      }
      i += 1
    }
    searched = buffer.count
    return nil
  }

  /// Returns the number in the last `Content-Length` line. Earlier lines may be the rest of a broken message.
  private static func contentLength(_ header: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: header, as: UTF8.self).lowercased()
    var found: Int?
    for line in text.split(whereSeparator: { $0.isNewline }) {
      guard let name = line.range(ofName: "content-length:") else { continue }
      let digits = line[name...].drop { $0 == " " || $0 == "\t" }
        .prefix { $0 != " " && $0 != "\t" }
      if digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { found = Int(digits) }
    }
    return found
  }
}

extension Substring {
  /// Returns the offset after the last occurrence of the name.
  fileprivate func range(ofName name: String) -> Substring.Index? {
    var result: Substring.Index?
    var rest = self
    while !rest.isEmpty {
      if rest.hasPrefix(name) { result = rest.index(rest.startIndex, offsetBy: name.count) }
      rest = rest.dropFirst()
    }
    return result
  }
}

extension MessageFramer {
  /// Returns the message with its header.
  package static func framed(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}
