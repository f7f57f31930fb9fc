import Syntax
import Text

/// The tokens of a file, including comments.
struct TokenList: Sendable {
  struct Comment: Sendable {
    var span: Span
    /// `///`.
    var isDocumentation: Bool
  }

  let tokens: [Token]
  /// In source order.
  let comments: [Comment]

  init(_ file: SourceFile) {
    var tokens: [Token] = []
    var comments: [Comment] = []
    file.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes)
      var end = 0
      while true {
        let token = lexer.next()
        Self.comments(bytes, end, Int(token.start), &comments)
        if token.kind == .end { break }
        end = Int(token.end)
        tokens.append(token)
      }
    }
    self.tokens = tokens
    self.comments = comments
  }

  /// Collects the comments between two tokens.
  private static func comments(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ comments: inout [Comment]
  ) {
    var i = start
    while i + 1 < end {
      guard bytes[i] == 0x2F else {
        i += 1
        continue
      }
      let first = i
      if bytes[i + 1] == 0x2F {
        while i < end, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
        let isDocumentation =
          i - first >= 3 && bytes[first + 2] == 0x2F
          && !(i - first >= 4 && bytes[first + 3] == 0x2F)
        comments.append(Comment(span: Span(first, i), isDocumentation: isDocumentation))
      } else if bytes[i + 1] == 0x2A {
        var depth = 0
        repeat {
          if i + 1 < end, bytes[i] == 0x2F, bytes[i + 1] == 0x2A {
            depth += 1
            i += 2
          } else if i + 1 < end, bytes[i] == 0x2A, bytes[i + 1] == 0x2F {
            depth -= 1
            i += 2
          } else {
            i += 1
          }
        } while depth > 0 && i < end
        comments.append(Comment(span: Span(first, i), isDocumentation: false))
      } else {
        i += 1
      }
    }
  }

  /// The index of the first token that ends after the offset.
  func index(endingAfter offset: Int) -> Int {
    tokens.partitionPoint { Int($0.end) > offset }
  }

  /// The token that contains the offset; one that starts there takes precedence over one that ends there.
  func token(at offset: Int) -> Token? {
    let index = index(endingAfter: offset)
    if index < tokens.count, Int(tokens[index].start) <= offset { return tokens[index] }
    if index > 0, Int(tokens[index - 1].end) == offset { return tokens[index - 1] }
    return nil
  }

  func comment(at offset: Int) -> Comment? {
    comments.last { Int($0.span.start) < offset && offset <= Int($0.span.end) }
  }
}
