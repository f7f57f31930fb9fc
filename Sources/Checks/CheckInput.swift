import Semantics
import Syntax
import Text

/// The rule set to check.
struct CheckInput {
  let trees: [SyntaxTree]
  let rules: RuleSet
  let uses: Uses
  let files: [SourceFile]
  /// The locations of literals that their subjects never equal, suppressed or not.
  var neverEqual: [Location] = []

  /// The source text at the location.
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
  /// The empty location just before it.
  var start: Location { Location(file, Span(span.start, span.start)) }
  /// The empty location just after it.
  var end: Location { Location(file, Span(span.end, span.end)) }
}
