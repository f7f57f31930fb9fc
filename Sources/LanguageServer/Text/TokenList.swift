import Syntax
import Text

/// The tokens of a file, including comments.
struct TokenList: Sendable {
  struct Comment: Sendable {
    var span: Span
    /// True for a comment that begins with `///`.
    var isDocumentation: Bool
  }

  let tokens: [Token]
  /// The comments in source order.
  let comments: [Comment]

  init(_ file: SourceFile) { self.init(file, from: [], [], until: { _ in nil }) }

  /// Reads the tokens of a file. The tokens before and after an edit are taken from the list of an earlier text.
  init(_ file: SourceFile, _ earlier: TokenList, of earlierFile: SourceFile) {
    let ends = CommonEnds(earlierFile.bytes, file.bytes)
    let count = earlier.tokens.partitionPoint { Int($0.end) + Self.lookahead > ends.start }
    let kept = earlier.tokens[..<count]
    let keptEnd = kept.last?.end ?? 0
    let unchanged = file.bytes.count - ends.end
    var next = count
    self.init(
      file, from: Array(kept), earlier.comments.filter { $0.span.end <= keptEnd },
      until: { token in
        guard Int(token.start) >= unchanged else { return nil }
        while next < earlier.tokens.count,
          Int(earlier.tokens[next].start) + ends.shift < token.start
        {
          next += 1
        }
        guard next < earlier.tokens.count else { return nil }
        let known = earlier.tokens[next].moved(by: ends.shift)
        guard known.isSame(as: token) else { return nil }
        return (
          earlier.tokens[next...].map { $0.moved(by: ends.shift) },
          earlier.comments.filter { $0.span.start >= earlier.tokens[next].end }.map {
            Comment(
              span: $0.span.moved(by: Int64(ends.shift)), isDocumentation: $0.isDocumentation)
          }
        )
      })
  }

  /// The maximum number of bytes after a token that determine its end: `1e+2` is one token, `1e+x` is three.
  private static let lookahead = 4

  /// - Parameters:
  ///   - known: the first tokens.
  ///   - rest: returns the known tokens and comments of the rest of the file after a token; nil if they are not known.
  private init(
    _ file: SourceFile, from known: [Token], _ knownComments: [Comment],
    until rest: (Token) -> (tokens: [Token], comments: [Comment])?
  ) {
    var tokens = known
    var comments = knownComments
    file.bytes.withUnsafeBufferPointer { bytes in
      var lexer = known.last.map { Lexer(bytes, after: $0) } ?? Lexer(bytes)
      var end = known.last.map { Int($0.end) } ?? 0
      while true {
        let token = lexer.next()
        Self.comments(bytes, end, Int(token.start), &comments)
        if token.kind == .end { break }
        if let rest = rest(token) {
          tokens += rest.tokens
          comments += rest.comments
          break
        }
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

  /// Returns the index of the first token that ends after the offset.
  func index(endingAfter offset: Int) -> Int {
    tokens.partitionPoint { Int($0.end) > offset }
  }

  /// Returns the token that contains the offset. A token that starts at the offset takes precedence over one that ends
  /// there.
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

extension Token {
  fileprivate func moved(by distance: Int) -> Token {
    var token = self
    (token.start, token.end) = (UInt32(Int(start) + distance), UInt32(Int(end) + distance))
    return token
  }

  /// Returns whether the tokens are equal apart from their documentation, which is an index into lists of the lexer.
  fileprivate func isSame(as other: Token) -> Bool {
    kind == other.kind && keyword == other.keyword && startsLine == other.startsLine
      && hasEscapes == other.hasEscapes && start == other.start && end == other.end
  }
}
