import Semantics
import Syntax
import Text

/// The rule set that the checks look at.
struct CheckInput {
  let trees: [SyntaxTree]
  let rules: RuleSet
  let uses: Uses
  let files: [SourceFile]
  /// Where a literal stands that its subject never is, whether a comment silences that or not.
  var neverEqual: [Location] = []

  /// What stands in the source there.
  func text(_ location: Location) -> String {
    files[Int(location.file.index)].text(location.span)
  }

  /// The byte at an offset of a file; 0 outside.
  func byte(_ file: FileID, _ offset: Int) -> UInt8 {
    let bytes = files[Int(file.index)].bytes
    return bytes.indices.contains(offset) ? bytes[offset] : 0
  }
}

extension Location {
  /// The empty place in front.
  var start: Location { Location(file, Span(span.start, span.start)) }
  /// The empty place behind.
  var end: Location { Location(file, Span(span.end, span.end)) }
}
