import Diagnostics
import Semantics
import Syntax
import Text

/// The rule set to check.
struct CheckInput {
  let trees: [SyntaxTree]
  let rules: RuleSet
  let uses: Uses
  let files: [SourceFile]
  /// The version whose meaning the rules have been written for; nil if it is not known.
  var writtenFor: RuleVersion?
  /// The locations of literals that their subjects never equal, suppressed or not.
  var neverEqual: [Location] = []
  /// The literals that look like mistakes, by file.
  var slips: [LiteralSlips] = []
  /// The comparisons with parameters in the spelling of another language, which are errors.
  var foreignParameters: Set<Location> = []

  /// True if `never-equal` has already reported a literal in the location.
  func hasNeverEqual(_ location: Location) -> Bool {
    let place = neverEqual.partitionPoint { $0 >= location }
    return place < neverEqual.count && neverEqual[place].file == location.file
      && neverEqual[place].span.start < location.span.end
  }

  /// The source text at the location.
  func text(_ location: Location) -> String {
    files[Int(location.file.index)].text(location.span)
  }

  /// Returns whether the location may contain a comment: a regular expression can look like one.
  func mayHaveComment(_ location: Location) -> Bool {
    var rest = text(location).utf8[...]
    var isString = false
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { isString.toggle() }
      if isString, byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
      if !isString, byte == UInt8(ascii: "/"),
        rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "*")
      {
        return true
      }
    }
    return false
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
