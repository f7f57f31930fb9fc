package import Syntax
package import Text

/// Bytes that replace a span of a file.
package struct TextEdit: Hashable, Sendable {
  package var span: Span
  package var replacement: [UInt8]

  package init(_ span: Span, _ replacement: [UInt8]) {
    self.span = span
    self.replacement = replacement
  }
}

/// Formats rule files in the one style.
///
/// Each level is indented by two spaces. Lines have at most 100 columns if they can be broken. Each declaration, rule
/// or step has its own line; at most one blank line is between two. A body is on one line if it is so in the source
/// and fits. Conditions break before their operators, rules before their first step. The layout of a line is
/// independent of other declarations and rules, so a change of a rule changes only its own lines. Comments stay
/// between the same two tokens, except that those after `when`, `&&` or `||` move before it.
///
/// The tree of the output equals that of the source except for spans, and formatting is idempotent. A file with
/// syntax errors cannot be formatted.
package enum Formatter {
  /// The formatted text; nil if the file has syntax errors.
  ///
  /// - Parameter tree: the file's tree, if it has already been parsed.
  /// - Complexity: linear in the size of the file.
  package static func format(_ file: SourceFile, tree: SyntaxTree? = nil) -> [UInt8]? {
    run(file, tree, recordsPieces: false)?.output
  }

  /// The edits that format the file, in order and as small as possible; nil if the file has syntax errors.
  ///
  /// An edit is between two tokens or in a `"""` literal, so that any subset can be applied without changing the
  /// tree.
  ///
  /// - Parameters:
  ///   - tree: the file's tree, if it has already been parsed.
  ///   - range: limits the result to edits that touch this span.
  package static func edits(
    for file: SourceFile, tree: SyntaxTree? = nil, in range: Span? = nil
  ) -> [TextEdit]? {
    guard let printer = run(file, tree, recordsPieces: true) else { return nil }
    let all = EditList.edits(from: file.bytes, to: printer.output, printer.tokens)
    guard let range else { return all }
    return all.filter { $0.span.start <= range.end && range.start <= $0.span.end }
  }

  /// The edits to apply after a character has been typed; none if the file has syntax errors.
  ///
  /// - Parameters:
  ///   - character: a `}` formats the body that it closes; a line end formats the line before it.
  ///   - offset: just after the character.
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
    // The user is still writing the text after the offset.
    return EditList.edits(from: bytes, to: printer.output, printer.tokens).filter {
      Int($0.span.start) >= start && Int($0.span.end) < end
    }
  }

  /// The offset of the brace that a closing brace matches.
  ///
  /// - Parameter offset: the offset of the closing brace.
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
    let tree = tree ?? SyntaxTree.parse(file)
    guard tree.faults.isEmpty else { return nil }
    return file.bytes.withUnsafeBufferPointer { bytes in
      var builder = LayoutBuilder(bytes, tree.nodes, recordsPieces: recordsPieces)
      return builder.file()
    }
  }
}
