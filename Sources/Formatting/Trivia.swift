/// A comment between two tokens.
struct Comment {
  enum Kind { case line, documentation, block }

  var kind: Kind
  var start: Int
  var end: Int
  /// The number of line ends since the last comment or token.
  var newlines: Int
  /// True for a block comment of several lines.
  var isMultiline = false
}

/// The text between two tokens: comments, line ends, white space and at most one comma.
struct Trivia {
  private(set) var comments: [Comment] = []
  /// The number of line ends between the last comment, or the previous token, and the next token.
  private(set) var newlines = 0

  mutating func removeAll() {
    comments.removeAll(keepingCapacity: true)
    newlines = 0
  }

  /// Adds comments that follow a token, so that they are put before it.
  ///
  /// - Parameter onOwnLines: true if the comments must not be on the line of the previous token.
  mutating func move(_ moved: ArraySlice<Comment>, onOwnLines: Bool) {
    for (index, comment) in moved.enumerated() {
      var comment = comment
      if index == 0 {
        if newlines > 0 { comment.newlines = newlines }
        if onOwnLines { comment.newlines = max(1, comment.newlines) }
      }
      comments.append(comment)
    }
    newlines = 1
  }

  /// Reads further text, ignoring a comma.
  ///
  /// - Requires: the range holds white space and whole comments.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var i = range.lowerBound
    while i < range.upperBound {
      switch bytes[i] {
      case 0x0A:
        newlines += 1
        i += 1
      case 0x0D:
        if !(i + 1 < range.upperBound && bytes[i + 1] == 0x0A) { newlines += 1 }
        i += 1
      case UInt8(ascii: "/"):
        i = comment(bytes, i, range.upperBound)
      default:
        i += 1
      }
    }
  }

  /// Reads a comment.
  ///
  /// - Returns: the offset after the comment.
  private mutating func comment(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int
  ) -> Int {
    var comment = Comment(kind: .block, start: start, end: start, newlines: newlines)
    newlines = 0
    var i = start + 2
    if bytes[start + 1] == UInt8(ascii: "/") {
      while i < limit, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
      let isDocumentation =
        i - start >= 3 && bytes[start + 2] == UInt8(ascii: "/")
        && !(i - start >= 4 && bytes[start + 3] == UInt8(ascii: "/"))
      comment.kind = isDocumentation ? .documentation : .line
      comment.end = i
      // Trailing white space is significant in documentation comments only.
      if !isDocumentation {
        while bytes[comment.end - 1] == 0x20 || bytes[comment.end - 1] == 0x09 { comment.end -= 1 }
      }
    } else {
      var depth = 1
      while i < limit, depth > 0 {
        let next = i + 1 < limit ? bytes[i + 1] : 0
        if bytes[i] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
          depth += 1
          i += 2
        } else if bytes[i] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          depth -= 1
          i += 2
        } else {
          if bytes[i] == 0x0A || bytes[i] == 0x0D { comment.isMultiline = true }
          i += 1
        }
      }
      comment.end = i
    }
    comments.append(comment)
    return i
  }
}
