import Diagnostics
package import Syntax
package import Text

extension SyntaxFault {
  /// Returns whether the fault is about a character of malformed UTF-8, which has a separate finding.
  func isMalformedUTF8(in file: FileID, _ input: CheckInput) -> Bool {
    guard case .invalidCharacter = kind else { return false }
    let bytes = input.files[Int(file.index)].bytes
    let range = min(Int(span.start), bytes.count)..<min(Int(span.end), bytes.count)
    return String(validating: bytes[range], as: UTF8.self) == nil
  }

  /// Returns whether the text after the fault could not be read as it was meant. It would cause other findings.
  package func losesText(_ file: SourceFile) -> Bool {
    switch kind {
    case .unterminatedComment, .conflict: true
    case .unterminatedString: file.text(span).hasPrefix("\"\"\"")
    default: false
    }
  }

  /// The finding for the fault.
  func finding(in file: FileID, _ input: CheckInput) -> Finding {
    let location = Location(file, span)
    switch kind {
    case .invalidUTF8: return InvalidUTF8.finding(at: location, input)
    case .invalidCharacter: return InvalidCharacter.finding(at: location, input)
    case .unterminatedString: return UnterminatedString.finding(at: location, input)
    case .unterminatedComment: return UnterminatedComment.finding(at: location)
    case .unterminatedRegex: return UnterminatedRegex.finding(at: location)
    case .invalidEscape: return InvalidEscape.finding(at: location, input)
    case .invalidNumber(let reason): return InvalidNumber.finding(reason, at: location, input)
    case .nestingTooDeep(let limit): return NestingTooDeep.finding(limit, at: location)
    case .unexpected(let expected, let found):
      return SyntaxError.unexpected(expected, found, at: location)
    case .misspelled(let found, let expected):
      return SyntaxError.misspelled(found, expected, at: location)
    case .foreign(let spelling): return ForeignWord.finding(spelling, at: location)
    case .split(let meant): return SyntaxError.split(meant, at: location)
    case .missing(let text): return SyntaxError.missing(text, at: location)
    case .misplacedClause(let clause, let before, let whole):
      return SyntaxError.misplaced(
        clause, before: Location(file, before), whole: Location(file, whole), at: location, input)
    case .strayBracket: return SyntaxError.stray(at: location)
    case .conflict(let middle, let end):
      return MergeConflict.finding(Location(file, middle), Location(file, end), at: location)
    case .unclosed(let bracket, _): return UnclosedBracket.finding(bracket, at: location, input)
    case .missingDecision: return MissingDecision.finding(at: location, input)
    case .stepAfterDecision(let decision):
      return StepAfterDecision.finding(Location(file, decision), at: location, input)
    case .repeated(let word, let first):
      return RepeatedClause.finding(word, Location(file, first), at: location, input)
    }
  }
}
