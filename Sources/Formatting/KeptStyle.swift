package import Syntax
package import Text

extension Formatter {
  /// Returns true if formatting would not change the file.
  package static func isFormatted(_ file: SourceFile, tree: SyntaxTree? = nil) -> Bool {
    format(file, tree: tree) == file.bytes
  }

  /// The file after a change. It is formatted if the original was formatted and the change has no syntax errors.
  package static func keepingStyle(
    of original: SourceFile, _ changed: SourceFile
  ) -> SourceFile {
    guard isFormatted(original), let output = format(changed), output != changed.bytes
    else { return changed }
    return SourceFile(name: changed.name, bytes: output)
  }

  /// Extends the edits of a formatted file so that the result is also formatted, unless it has syntax errors.
  ///
  /// - Parameters:
  ///   - edits: must be sorted and must not overlap.
  ///   - file: must be formatted.
  package static func keepingStyle(_ edits: [TextEdit], of file: SourceFile) -> [TextEdit] {
    let chain = EditChain(edits, of: file.bytes)
    guard let more = self.edits(for: SourceFile(name: file.name, bytes: chain.text)), !more.isEmpty
    else { return edits }
    return chain.followed(by: more)
  }
}

/// Edits of a text, with their positions in the result.
private struct EditChain {
  /// The edits in order, each with the range of its replacement in the result.
  private var pieces: [(edit: TextEdit, place: Range<Int>)] = []
  private(set) var text: [UInt8] = []

  init(_ edits: [TextEdit], of bytes: [UInt8]) {
    var offset = 0
    for edit in edits {
      text += bytes[offset..<Int(edit.span.start)]
      let start = text.count
      text += edit.replacement
      pieces.append((edit, start..<text.count))
      offset = Int(edit.span.end)
    }
    text += bytes[offset...]
  }

  /// The edits of the original text that have the effect of these edits and then of further ones. Edits that touch
  /// are merged.
  ///
  /// - Parameter more: edits of the result, sorted.
  func followed(by more: [TextEdit]) -> [TextEdit] {
    var result: [TextEdit] = []
    var (first, second) = (0, 0)
    // The distance by which the edits so far have moved the text after them.
    var shift = 0
    while first < pieces.count || second < more.count {
      // The range of a group of touching edits in the intermediate text.
      var (start, end) = (Int.max, Int.min)
      let (firstStart, secondStart) = (first, second)
      if first < pieces.count { start = pieces[first].place.lowerBound }
      if second < more.count { start = min(start, Int(more[second].span.start)) }
      end = start
      while true {
        if first < pieces.count, pieces[first].place.lowerBound <= end {
          end = max(end, pieces[first].place.upperBound)
          first += 1
        } else if second < more.count, Int(more[second].span.start) <= end {
          end = max(end, Int(more[second].span.end))
          second += 1
        } else {
          break
        }
      }
      let oldStart = start + shift
      for piece in pieces[firstStart..<first] {
        shift += Int(piece.edit.span.end - piece.edit.span.start) - piece.place.count
      }
      var replacement: [UInt8] = []
      var offset = start
      for edit in more[secondStart..<second] {
        replacement += text[offset..<Int(edit.span.start)]
        replacement += edit.replacement
        offset = Int(edit.span.end)
      }
      replacement += text[offset..<end]
      result.append(TextEdit(Span(oldStart, end + shift), replacement))
    }
    return result
  }
}
