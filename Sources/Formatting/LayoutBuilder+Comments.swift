import Syntax

/// Puts the separators between tokens, and the comments there.
extension LayoutBuilder {
  /// Puts the comments before the current token, and the separator.
  ///
  /// - Parameter atEnd: true if the current token is the end of the file.
  mutating func gap(_ separator: Separator, atEnd: Bool = false) {
    let range = lastEnd..<Int(current.start)
    if range.count <= 1, !hasCarriedTrivia {
      if !atEnd { put(separator, newlines: 0) }
      return
    }
    if !hasCarriedTrivia { trivia.removeAll() }
    hasCarriedTrivia = false
    trivia.read(bytes, range)
    if trivia.comments.isEmpty {
      if !atEnd { put(separator, newlines: trivia.newlines) }
      return
    }
    switch separator {
    case .line(let blanks):
      putComments(blanks: blanks, keepsBlankLines: false, atEnd: atEnd)
    case .item(let blanks):
      putComments(blanks: blanks, keepsBlankLines: true, atEnd: atEnd)
    case .spaceOrLine
    where trivia.comments.contains(where: { $0.kind != .block || $0.newlines > 0 }):
      putComments(blanks: 1, keepsBlankLines: false, atEnd: atEnd)
    case .fill:
      putInlineComments(indentation: 0)
    case .nothing, .space, .spaceOrLine:
      putInlineComments(indentation: 2)
    }
  }

  /// Puts comments before an item or a continuation. Comments on the line of the previous token stay there, and those
  /// on the line of the next token stay with it. The others get lines of their own.
  private mutating func putComments(blanks: Int8, keepsBlankLines: Bool, atEnd: Bool) {
    let comments = trivia.comments
    var leading = comments.count
    if !atEnd, trivia.newlines == 0 {
      while leading > 0, comments[leading - 1].kind == .block {
        leading -= 1
        if comments[leading].newlines > 0 { break }
      }
    }
    let isFirst = printer.isEmpty && layout.pieces.isEmpty
    for (index, comment) in comments.enumerated() {
      let newlines = isFirst && index == 0 ? max(1, comment.newlines) : comment.newlines
      if index > leading || newlines == 0 && index < leading {
        layout.add(.space, amount: 1, columns: 1)
      } else {
        if newlines > 0 { layout.force() }
        line(blanks: blanks, blankLine: keepsBlankLines && newlines > 1)
      }
      put(comment)
    }
    if leading < comments.count {
      layout.add(.space, amount: 1, columns: 1)
    } else if !atEnd {
      // On one line the comment would touch the next token.
      if blanks == 0 { layout.force() }
      line(blanks: blanks, blankLine: keepsBlankLines && trivia.newlines > 1)
    }
  }

  /// Puts comments in places where the layout has no break point. A line comment still ends its line.
  private mutating func putInlineComments(indentation: Int8) {
    var endsLine = false
    for comment in trivia.comments {
      if endsLine || comment.newlines > 0 {
        layout.force()
        layout.add(.newline, amount: indentation)
      } else {
        layout.add(.space, amount: 1, columns: 1)
      }
      put(comment)
      endsLine = comment.kind != .block
    }
    if endsLine {
      layout.force()
      layout.add(.newline, amount: indentation)
    } else {
      layout.add(.space, amount: 1, columns: 1)
    }
  }

  private mutating func put(_ comment: Comment) {
    let start = UInt32(comment.start)
    let end = UInt32(comment.end)
    if comment.kind == .block, !comment.isMultiline {
      layout.add(.comment, start: start, end: end, columns: columns(start, end))
      return
    }
    layout.force()
    layout.add(.comment, amount: comment.newlines > 0 ? 1 : 0, start: start, end: end)
  }

  private mutating func put(_ separator: Separator, newlines: Int) {
    switch separator {
    case .nothing: break
    case .space, .spaceOrLine: layout.add(.space, amount: 1, columns: 1)
    case .fill: layout.add(.fill, columns: 1)
    case .line(let blanks): line(blanks: blanks, blankLine: false)
    case .item(let blanks): line(blanks: blanks, blankLine: newlines > 1)
    }
  }

  mutating func line(blanks: Int8, blankLine: Bool) {
    layout.add(
      .line, amount: blanks, group: group, start: blankLine ? 1 : 0, columns: UInt32(blanks))
  }

  /// True if there are comments before the current token.
  var hasComments: Bool {
    if hasCarriedTrivia { return true }
    var trivia = Trivia()
    trivia.read(bytes, lastEnd..<Int(current.start))
    return !trivia.comments.isEmpty
  }

  /// Puts the comments before the current token, a closing bracket, on lines of their own.
  mutating func closingComments() {
    let range = lastEnd..<Int(current.start)
    if range.count <= 1, !hasCarriedTrivia { return }
    if !hasCarriedTrivia { trivia.removeAll() }
    hasCarriedTrivia = false
    trivia.read(bytes, range)
    if trivia.comments.isEmpty { return }
    putComments(blanks: 1, keepsBlankLines: true, atEnd: true)
  }

  // MARK: - Comments that move

  /// Puts the separator before the current token. Comments after this token that would end its line are put before
  /// it.
  ///
  /// - Parameter onOwnLines: true if the comments must not be on the line of the previous token.
  mutating func gapWithComments(_ separator: Separator, onOwnLines: Bool) {
    let range = Int(current.end)..<Int(ahead.start)
    guard range.count > 1 else { return gap(separator) }
    var behind = Trivia()
    behind.read(bytes, range)
    let comments = behind.comments
    let last = comments.indices.last { index in
      let next = index + 1 < comments.count ? comments[index + 1].newlines : behind.newlines
      return comments[index].kind != .block || comments[index].newlines > 0 && next > 0
    }
    guard let last, comments[...last].allSatisfy({ isMovable($0) }) else { return gap(separator) }
    if !hasCarriedTrivia { trivia.removeAll() }
    trivia.read(bytes, lastEnd..<Int(current.start))
    trivia.move(comments[...last], onOwnLines: onOwnLines)
    hasCarriedTrivia = true
    lastEnd = Int(current.start)
    gap(separator)
    movedEnd = last + 1 < comments.count ? comments[last + 1].start : range.upperBound
  }

  /// True for a comment whose meaning does not depend on its line or the token after it.
  private func isMovable(_ comment: Comment) -> Bool {
    switch comment.kind {
    case .documentation: false
    case .line: DirectiveSyntax(bytes, comment.start, comment.end) == nil
    case .block: true
    }
  }
}
