import Text

/// The positions of a token in the source and in the output.
struct PlacedToken {
  var source: Span
  var output: Span
}

/// Writes layouts, one after the other, and decides which groups break.
struct LayoutPrinter {
  private enum Mode { case flat, hugging, broken }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let lineEnd: [UInt8]
  private let start: Int
  private let recordsPieces: Bool
  private(set) var output: [UInt8] = []
  /// The positions of the tokens, if they are recorded. Tokens that comments have moved over are left out.
  private(set) var tokens: [PlacedToken] = []
  private var column = 0
  private var indentation = 0
  /// True from a line end until something is printed on the next line.
  private var isAtLineStart = true
  private var modes: [Mode] = []
  /// The number of open groups that are on one line.
  private var flatDepth = 0
  private var isHugging = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, recordsPieces: Bool) {
    self.bytes = bytes
    self.start = start
    self.recordsPieces = recordsPieces
    output.reserveCapacity(bytes.count + bytes.count / 8 + 64)
    output.append(contentsOf: bytes[..<start])
    lineEnd = Self.lineEnd(of: bytes)
  }

  /// The line end of the output: CR and LF if all lines of the source end with them, otherwise LF.
  private static func lineEnd(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var hasPairs = false
    for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
      let isPair =
        bytes[index] == 0x0A
        ? index > 0 && bytes[index - 1] == 0x0D
        : index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isPair { return [0x0A] }
      hasPairs = true
    }
    return hasPairs ? [0x0D, 0x0A] : [0x0A]
  }

  var isEmpty: Bool { output.count == start }

  /// - Requires: the layout has been measured.
  mutating func print(_ layout: Layout) {
    modes.removeAll(keepingCapacity: true)
    modes.append(contentsOf: repeatElement(.broken, count: layout.groups.count))
    for piece in layout.pieces {
      switch piece.kind {
      case .token:
        beginText()
        let place = output.count
        copy(piece.start, piece.end)
        // Without a record of its own, the token is part of one edit with the gaps on both sides. Such an edit moves
        // the comments as a whole.
        if recordsPieces, piece.amount == 0 { record(piece, place) }
      case .literal:
        beginText()
        let place = output.count
        RawLiteral.write(
          bytes, Int(piece.start)..<Int(piece.end), indentation: indentation + 2, to: &output)
        column = indentation + 5
        if recordsPieces { record(piece, place) }
      case .comment:
        comment(piece)
      case .comma:
        text(UInt8(ascii: ","))
      case .flatComma:
        if flatDepth > 0 { text(UInt8(ascii: ",")) }
      case .space:
        blanks(Int(piece.amount))
      case .line:
        if modes[Int(piece.group)] == .broken {
          newline(blankLines: Int(piece.start))
        } else {
          blanks(Int(piece.amount))
        }
      case .fill:
        let behind = Int(isHugging ? piece.end : piece.start)
        if flatDepth == 0, column + behind > Layout.lineWidth {
          newline(blankLines: 0)
        } else {
          blanks(1)
        }
      case .newline:
        newline(blankLines: 0)
        column += Int(piece.amount)
      case .indent:
        indentation += Int(piece.amount)
      case .indentUnlessHugging:
        if modes[Int(piece.group)] != .hugging { indentation += Int(piece.amount) }
      case .begin:
        begin(layout.groups[Int(piece.group)], Int(piece.group))
      case .end:
        if flatDepth > 0 { flatDepth -= 1 }
        if modes[Int(piece.group)] == .hugging { isHugging = false }
      }
    }
  }

  /// Ends the last line.
  mutating func finish() {
    if !isEmpty, !isAtLineStart { output.append(contentsOf: lineEnd) }
  }

  private mutating func begin(_ group: Layout.Group, _ index: Int) {
    if flatDepth > 0 {
      modes[index] = .flat
      flatDepth += 1
      return
    }
    let trailing = isHugging ? group.trailingHugging : group.trailing
    if !group.isForced, column + Int(group.width) + Int(trailing) <= Layout.lineWidth {
      modes[index] = .flat
      flatDepth = 1
    } else if let need = group.hugNeed, column + Int(need) > Layout.lineWidth {
      modes[index] = .hugging
      isHugging = true
    } else {
      modes[index] = .broken
    }
  }

  // MARK: - Text

  private mutating func beginText() {
    guard isAtLineStart else { return }
    isAtLineStart = false
    output.append(contentsOf: repeatElement(0x20, count: column))
  }

  private mutating func text(_ byte: UInt8) {
    beginText()
    output.append(byte)
    column += 1
  }

  private mutating func blanks(_ count: Int) {
    if count == 0 || isAtLineStart { return }
    for _ in 0..<count { output.append(0x20) }
    column += count
  }

  private mutating func newline(blankLines: Int) {
    column = indentation
    if isEmpty || isAtLineStart {
      isAtLineStart = true
      return
    }
    for _ in 0...blankLines { output.append(contentsOf: lineEnd) }
    isAtLineStart = true
  }

  private mutating func copy(_ start: UInt32, _ end: UInt32) {
    let slice = UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(end)])
    output.append(contentsOf: slice)
    for byte in slice where byte & 0xC0 != 0x80 { column += 1 }
  }

  private mutating func record(_ piece: Layout.Piece, _ place: Int) {
    tokens.append(
      PlacedToken(source: Span(piece.start, piece.end), output: Span(place, output.count)))
  }

  /// Prints a comment. The further lines of a block comment move by the same distance as its first line.
  private mutating func comment(_ piece: Layout.Piece) {
    let isFirstInLine = isAtLineStart
    beginText()
    let start = Int(piece.start)
    let end = Int(piece.end)
    guard bytes[start + 1] == UInt8(ascii: "*"), piece.amount == 1, isFirstInLine else {
      copy(piece.start, piece.end)
      moveToLastLine(from: piece)
      return
    }
    var lineStart = start
    while lineStart > 0, bytes[lineStart - 1] == 0x20 || bytes[lineStart - 1] == 0x09 {
      lineStart -= 1
    }
    let shift = column - (start - lineStart)
    var i = start
    while i < end {
      let byte = bytes[i]
      output.append(byte)
      i += 1
      guard byte == 0x0A || byte == 0x0D, i < end, bytes[i] != 0x0A, bytes[i] != 0x0D else {
        continue
      }
      var behind = i
      while behind < end, bytes[behind] == 0x20 || bytes[behind] == 0x09 { behind += 1 }
      if behind < end, bytes[behind] == 0x0A || bytes[behind] == 0x0D { continue }
      if shift > 0 {
        output.append(contentsOf: repeatElement(0x20, count: shift))
      } else {
        i += min(-shift, behind - i)
      }
    }
    moveToLastLine(from: piece)
  }

  /// Sets the column after a comment that may have several lines.
  private mutating func moveToLastLine(from comment: Layout.Piece) {
    guard bytes[Int(comment.start)..<Int(comment.end)].contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { return }
    column = 0
    for byte in output.reversed() {
      if byte == 0x0A || byte == 0x0D { return }
      if byte & 0xC0 != 0x80 { column += 1 }
    }
  }
}
