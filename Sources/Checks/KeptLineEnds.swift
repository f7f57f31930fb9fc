import Diagnostics
import Text

/// Keeps the line ends after comments. If a fix removed one, the comment would include the text after the fix.
struct KeptLineEnds {
  private let files: [SourceFile]

  init(_ files: [SourceFile]) { self.files = files }

  /// The findings, with fixes that keep the line end after a comment.
  func keeping(_ findings: [Finding]) -> [Finding] {
    findings.map { finding in
      guard let fix = finding.fix, fix.edits.contains(where: joinsComment) else { return finding }
      var finding = finding
      finding.fix?.edits = fix.edits.map { edit in
        joinsComment(edit) ? Edit(edit.location, "\n" + edit.replacement) : edit
      }
      return finding
    }
  }

  /// Returns whether the edit removes the line end after a comment.
  private func joinsComment(_ edit: Edit) -> Bool {
    let bytes = files[Int(edit.location.file.index)].bytes
    let (start, end) = (Int(edit.location.span.start), Int(edit.location.span.end))
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    guard start < end, !edit.replacement.utf8.contains(where: isLineEnd),
      bytes[start..<end].contains(where: isLineEnd)
    else { return false }
    let line = bytes[..<start].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
    var isString = false
    var place = line
    while place + 1 < start {
      let byte = bytes[place]
      if isString, byte == UInt8(ascii: "\\") { place += 1 }
      if byte == UInt8(ascii: "\"") { isString.toggle() }
      if !isString, byte == UInt8(ascii: "/"), bytes[place + 1] == byte { return true }
      place += 1
    }
    return false
  }
}
