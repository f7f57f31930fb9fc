import Text

/// The place of an offset in JSON text, which may be incomplete.
struct JSONCursor {
  enum Role {
    /// A key of an object, with the other keys of the object.
    case key(others: Set<String>)
    case value
  }

  /// The keys that lead to the place, with nil for each list. If the place is a key, its own name is left out.
  private(set) var path: [String?] = []
  /// The kind of text that can be written at the place; nil if none can.
  private(set) var role: Role?
  /// The string or word at the place; empty if there is none.
  private(set) var span = Span(0, 0)
  /// The text of the string or word.
  private(set) var text = ""
  /// True if a colon follows the key at the place.
  private(set) var hasColon = false

  /// An object or a list that is open.
  private struct Frame {
    enum State { case key, colon, value, end }
    let number: Int
    let isObject: Bool
    var state: State
    var key: String?
  }

  private struct Token {
    let start: Int
    let end: Int
    let first: UInt8
    /// True for a string or word, false for punctuation.
    var isText: Bool { !Token.signs.contains(first) }

    static let signs = Array("{}[]:,".utf8)
  }

  init(_ bytes: [UInt8], at offset: Int) {
    var frames: [Frame] = []
    var keys: [Int: [(key: String, start: Int)]] = [:]
    var count = 0
    var found: Frame?
    var next = 0
    func place(_ token: Token?) {
      found = frames.last
      path = frames.map { $0.isObject ? $0.key : nil }
      if let token {
        span = Span(token.start, token.end)
        text = Self.text(bytes[token.start..<token.end])
      } else {
        span = Span(offset, offset)
      }
    }
    while let token = Self.token(bytes, from: next) {
      next = token.end
      if found == nil, token.start >= offset { place(nil) }
      let isClosed =
        token.first == 0x22 && token.end - token.start > 1 && bytes[token.end - 1] == 0x22
      let isHere =
        token.isText && token.start < offset
        && (offset < token.end || offset == token.end && !isClosed)
      if token.isText {
        // After a value, a text is read as a key even if the comma is missing.
        if let last = frames.last, last.isObject, last.state == .end || last.state == .key {
          frames[frames.count - 1].state = .key
        }
        if isHere { place(token) }
        guard var last = frames.popLast() else { continue }
        if last.isObject, last.state == .key {
          let key = Self.text(bytes[token.start..<token.end])
          keys[last.number, default: []].append((key, token.start))
          (last.key, last.state) = (key, .colon)
          if isHere {
            hasColon = Self.token(bytes, from: next)?.first == UInt8(ascii: ":")
          }
        } else {
          last.state = .end
        }
        frames.append(last)
        continue
      }
      Self.take(token.first, &frames, &count)
    }
    if found == nil { place(nil) }
    guard let found else { return }
    let start = Int(span.start)
    switch found.state {
    case .key where found.isObject:
      if !path.isEmpty { path.removeLast() }
      role = .key(
        others: Set((keys[found.number] ?? []).filter { $0.start != start }.map { $0.key }))
    case .value: role = .value
    case .key, .colon, .end: break
    }
  }

  /// Updates the open objects and lists after a punctuation mark.
  private static func take(_ sign: UInt8, _ frames: inout [Frame], _ count: inout Int) {
    switch sign {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = sign == UInt8(ascii: "{")
      frames.append(Frame(number: count, isObject: isObject, state: isObject ? .key : .value))
      count += 1
      return
    case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = frames.popLast()
    default: break
    }
    guard var last = frames.popLast() else { return }
    switch sign {
    case UInt8(ascii: ":"): last.state = .value
    case UInt8(ascii: ","): (last.state, last.key) = (last.isObject ? .key : .value, nil)
    default: last.state = .end
    }
    frames.append(last)
  }

  private static func token(_ bytes: [UInt8], from offset: Int) -> Token? {
    var start = offset
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    guard start < bytes.count else { return nil }
    var end = start + 1
    if bytes[start] == 0x22 {
      while end < bytes.count, bytes[end] != 0x22, bytes[end] != 0x0A {
        end += bytes[end] == 0x5C ? 2 : 1
      }
      end = min(bytes.count, end < bytes.count && bytes[end] == 0x22 ? end + 1 : end)
    } else if !Token.signs.contains(bytes[start]) {
      while end < bytes.count, bytes[end] > 0x20, bytes[end] != 0x22,
        !Token.signs.contains(bytes[end])
      { end += 1 }
    }
    return Token(start: start, end: end, first: bytes[start])
  }

  /// Returns the text without its quotes. Escapes are left as they are.
  private static func text(_ token: ArraySlice<UInt8>) -> String {
    guard token.first == 0x22 else { return String(decoding: token, as: UTF8.self) }
    let inner = token.dropFirst()
    return String(decoding: inner.last == 0x22 ? inner.dropLast() : inner, as: UTF8.self)
  }
}
