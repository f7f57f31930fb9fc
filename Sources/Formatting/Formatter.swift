package import Syntax
package import Text

/// Bytes in place of a span of a file.
package struct TextEdit: Hashable, Sendable {
  package var span: Span
  package var replacement: [UInt8]

  package init(_ span: Span, _ replacement: [UInt8]) {
    self.span = span
    self.replacement = replacement
  }
}

/// Writes rule files in the one style that there is.
///
/// Two blanks a level, lines of at most 100 columns where they can be broken; every declaration,
/// rule and step of its own; one blank line where there were some. A body stands on one line if it
/// does in the source and fits. Conditions break at their operators, which lead the next line, rules
/// before their first step; the decisions of rules that follow line by line stand below each other
/// if they need not move far. Comments stay between the tokens that they stand between.
///
/// The tree of what is written equals that of the source but for spans, and formatting what is
/// written changes nothing. A file with faults has no format.
package enum Formatter {
  /// The file as it is to be written; nil where it has faults.
  ///
  /// - Parameter tree: that of the file, if it is known.
  /// - Complexity: linear in the size of the file.
  package static func format(_ file: SourceFile, tree: SyntaxTree? = nil) -> [UInt8]? {
    run(file, tree, recordsPieces: false)?.output
  }

  /// What has to change, in order, each edit as small as can be; nil where the file has faults.
  ///
  /// An edit lies between two tokens or in a `"""` literal, so that any of them can be left out: the
  /// tree stays the same whichever are applied.
  ///
  /// - Parameters:
  ///   - tree: that of the file, if it is known.
  ///   - range: only edits that touch it.
  package static func edits(
    for file: SourceFile, tree: SyntaxTree? = nil, in range: Span? = nil
  ) -> [TextEdit]? {
    guard let printer = run(file, tree, recordsPieces: true) else { return nil }
    let all = EditList.edits(from: file.bytes, to: printer.output, printer.tokens)
    guard let range else { return all }
    return all.filter { $0.span.start <= range.end && range.start <= $0.span.end }
  }

  /// What has to change once a character has been typed; nothing where the file has faults then.
  ///
  /// - Parameters:
  ///   - character: behind `}` the body that it closes is formatted, behind a line end the line before.
  ///   - offset: just behind the character.
  package static func edits(
    for file: SourceFile, tree: SyntaxTree? = nil, typing character: Character, at offset: UInt32
  ) -> [TextEdit] {
    let bytes = file.bytes
    let end = min(Int(offset), bytes.count)
    guard end > 0, let printer = run(file, tree, recordsPieces: true) else { return [] }
    var start = end - 1
    if character.isNewline {
      while start > 0, bytes[start] == 0x0A || bytes[start] == 0x0D { start -= 1 }
      while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    } else {
      guard let opened = openingBrace(printer.tokens, bytes, closedAt: start) else { return [] }
      start = opened
      while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    }
    // What comes behind is being written.
    return EditList.edits(from: bytes, to: printer.output, printer.tokens).filter {
      Int($0.span.start) >= start && Int($0.span.end) < end
    }
  }

  /// Where the brace opens that the one at an offset closes.
  private static func openingBrace(
    _ tokens: [PlacedToken], _ bytes: [UInt8], closedAt offset: Int
  ) -> Int? {
    var open: [Int] = []
    for token in tokens where token.source.end - token.source.start == 1 {
      let place = Int(token.source.start)
      if place > offset { return nil }
      if bytes[place] == UInt8(ascii: "{") { open.append(place) }
      if bytes[place] == UInt8(ascii: "}"), let opened = open.popLast(), place == offset {
        return opened
      }
    }
    return nil
  }

  private static func run(
    _ file: SourceFile, _ tree: SyntaxTree?, recordsPieces: Bool
  ) -> LayoutPrinter? {
    guard (tree ?? SyntaxTree.parse(file)).faults.isEmpty else { return nil }
    return file.bytes.withUnsafeBufferPointer { bytes in
      var typesetter = Typesetter(bytes, recordsPieces: recordsPieces)
      do throws(Divergence) {
        return try typesetter.file()
      } catch {
        assertionFailure("the formatter cannot read what the parser can")
        return nil
      }
    }
  }
}
