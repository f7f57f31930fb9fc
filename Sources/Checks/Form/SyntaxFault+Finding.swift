import Diagnostics
import Syntax
import Text

extension SyntaxFault {
  /// True for a character of malformed UTF-8, which has a separate finding.
  func isMalformedUTF8(in file: FileID, _ input: CheckInput) -> Bool {
    guard case .invalidCharacter = kind else { return false }
    let bytes = input.files[Int(file.index)].bytes
    let range = min(Int(span.start), bytes.count)..<min(Int(span.end), bytes.count)
    return String(validating: bytes[range], as: UTF8.self) == nil
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
    case .unclosed(let bracket, _): return UnclosedBracket.finding(bracket, at: location)
    case .missingDecision: return MissingDecision.finding(at: location)
    case .stepAfterDecision(let decision):
      return StepAfterDecision.finding(Location(file, decision), at: location, input)
    case .repeated(let word, let first):
      return RepeatedClause.finding(word, Location(file, first), at: location)
    }
  }
}
