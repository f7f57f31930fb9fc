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
  /// The version of Bascule that the rules were written for; nil if it is not known.
  var writtenFor: RuleVersion?
  /// The locations of literals that their subjects can never equal, even if the findings are suppressed.
  var neverEqual: [Location] = []
  /// The literals that look like mistakes, for each file.
  var slips: [LiteralSlips] = []
  /// The locations of comparisons with parameters in the spelling of another language. They have errors.
  var foreignParameters: Set<Location> = []

  /// Returns whether `never-equal` has already reported a literal within the location.
  func hasNeverEqual(_ location: Location) -> Bool {
    let place = neverEqual.partitionPoint { $0 >= location }
    return place < neverEqual.count && neverEqual[place].file == location.file
      && neverEqual[place].span.start < location.span.end
  }

  /// The source text at the location.
  func text(_ location: Location) -> String {
    files[Int(location.file.index)].text(location.span)
  }

  /// Returns whether the location may contain a comment. A regular expression can look like one.
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

  /// The byte at an offset of a file; 0 outside of the file.
  func byte(_ file: FileID, _ offset: Int) -> UInt8 {
    let bytes = files[Int(file.index)].bytes
    return bytes.indices.contains(offset) ? bytes[offset] : 0
  }
}

extension Location {
  /// The empty location at the start of this one.
  var start: Location { Location(file, Span(span.start, span.start)) }
  /// The empty location at the end of this one.
  var end: Location { Location(file, Span(span.end, span.end)) }
}
