package import Diagnostics
import Syntax
package import Text

/// Writes `bascule:ignore` comments above the declarations and rules with findings.
package struct IgnoreComment {
  private let file: FileID
  private let bytes: [UInt8]
  private let lines: LineIndex
  private let lineEnd: String
  /// The declarations and rules, outer ones first.
  private let units: [Span]

  package init(_ source: SourceFile, number: FileID) {
    file = number
    bytes = source.bytes
    lines = LineIndex(source)
    let second = lines.starts.count > 1 ? Int(lines.starts[1]) : 0
    lineEnd = second >= 2 && bytes[second - 2] == 0x0D ? "\r\n" : "\n"
    // The parser keeps the units only of a file with a comment, so a comment is added.
    let comment = Array("// \(DirectiveSyntax.next)\n".utf8)
    let start = source.bytes.starts(with: Self.mark) ? Self.mark.count : 0
    var text = source.bytes
    text.insert(contentsOf: comment, at: start)
    let shift = UInt32(comment.count)
    units = SyntaxTree.parse(SourceFile(name: source.name, bytes: text)).units.map {
      Span($0.start - shift, $0.end - shift)
    }
  }

  /// The byte order mark.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The comment that suppresses findings in the innermost declaration or rule at the offset, or in the whole file if
  /// there is none.
  ///
  /// - Parameter codes: the codes of findings that can be ignored.
  package func edit(_ codes: [String], at offset: UInt32, reason: String) -> Edit {
    let list = codes.joined(separator: ", ")
    guard let unit = units.last(where: { $0.start <= offset && offset < $0.end }) else {
      let start = UInt32(bytes.starts(with: Self.mark) ? Self.mark.count : 0)
      return Edit(
        Location(file, Span(start, start)),
        "// \(DirectiveSyntax.file) \(list) -- \(reason)\(lineEnd)")
    }
    let comment = "// \(DirectiveSyntax.next) \(list) -- \(reason)\(lineEnd)"
    let start = lines.starts[lines.line(at: unit.start)]
    let indent = bytes[Int(start)..<Int(unit.start)]
    // The formatter indents a comment that follows other text on its line.
    let isAlone = indent.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return isAlone
      ? Edit(
        Location(file, Span(start, start)), String(decoding: indent, as: UTF8.self) + comment)
      : Edit(Location(file, Span(unit.start, unit.start)), lineEnd + comment)
  }

  /// The comments for all findings that can be ignored, one for each declaration or rule.
  package func edits(_ findings: [Finding], reason: String) -> [Edit] {
    var codes: [UInt32: Set<String>] = [:]
    var places: [UInt32: UInt32] = [:]
    for finding in findings
    where finding.location.file == file && Check.named(finding.code)?.page.canBeIgnored == true {
      let offset = finding.location.span.start
      let place = edit([], at: offset, reason: "").location.span.start
      codes[place, default: []].insert(finding.code)
      places[place] = offset
    }
    return codes.sorted { $0.key < $1.key }.map { place, codes in
      edit(codes.sorted(), at: places[place]!, reason: reason)
    }
  }
}
