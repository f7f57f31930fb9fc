import Requests
import Syntax
import Text
import WebURL

extension Resolver {
  /// The constant of a literal that is compared with a request value; nil after a fault if the type is wrong.
  ///
  /// - Parameter isNegated: true for the operators `!=` and `!in`.
  mutating func constant(
    _ literal: LiteralSyntax, for subject: RequestValue, isNegated: Bool
  ) -> RequestConstant? {
    switch (subject.type, literal) {
    case (.string, .string(let string)):
      checkCanOccur(string, subject)
      return .string(string.value)
    case (.int, .integer(let value, let span)):
      guard let value, isInReach(value, of: subject, span) else { return nil }
      checkCanOccur(value, subject, span)
      return .int(value)
    case (.bool, .bool(let value, _)):
      return .bool(value)
    case (.url, .string(let string)):
      return url(string).map { .url($0.normalized) }
    case (.choice(let type), .string(let string)):
      guard let choice = Choice(type, named: string.value) else { break }
      fault(.foreignName(meant: string.value, why: "a case is written without quotes"), string.span)
      return .choice(choice)
    case (.choice(let type), .name(let name)):
      if let choice = Choice(type, named: name.text) {
        recordName(name, .word(name.text))
        if choice == .frame(.new), kind == .responses {
          noNewFrame(name.span)
          return nil
        }
        return .choice(choice)
      }
      unknownCase(name, type.described, type.names)
      return nil
    case (_, .integer(nil, _)), (_, .number(nil, _)):
      return nil
    default:
      break
    }
    fault(
      .typeMismatch(
        expected: subject.type.literal, found: describe(literal), why: nil), literal.span)
    return nil
  }

  /// Returns whether the value can be compared with a number of this size, and records a fault if not.
  mutating func isInReach(_ number: Int64, of subject: RequestValue, _ span: Span) -> Bool {
    let greatest = ValueDomain.greatestCount
    guard subject.kind.domain == .pathCount, number > greatest else { return true }
    fault(
      .typeMismatch(
        expected: "a number up to \(greatest)", found: "`\(number)`",
        why: "`\(subject.text)` compares with no greater one"), span)
    return false
  }

  private mutating func unknownCase(_ name: NameSyntax, _ expected: String, _ cases: [String]) {
    let near = Nearest.names(to: name.text, among: cases)
    fault(
      .unknownName(
        expected: expected, name: name.text, candidates: near.isEmpty ? cases : near), name.span)
  }

  /// The absolute URL that the string contains; nil after a fault.
  mutating func url(_ string: StringSyntax) -> WebURL? {
    if let url = WebURL.parse(string.value) { return url }
    fault(
      .invalidURL(
        string.value.contains(":")
          ? "the URL standard does not accept it"
          : "an absolute URL starts with a scheme, as in `https:`"),
      string.span)
    return nil
  }

  // MARK: - Possible values

  /// Records a fault for a literal that the component can never equal, with a suggestion.
  mutating func checkCanOccur(_ string: StringSyntax, _ subject: RequestValue) {
    guard let (why, suggestion) = subject.refusal(of: string.value) else { return }
    neverEqual(subject, string.value, why, suggestion, string.span)
  }

  private mutating func checkCanOccur(_ value: Int64, _ subject: RequestValue, _ span: Span) {
    guard let why = subject.refusal(of: value) else { return }
    neverEqual(subject, String(value), why, nil, span)
  }

  /// Records a fault for a pattern that the component can never equal. A pattern without wildcards is an equality.
  mutating func checkCanOccur(_ glob: Glob, _ pattern: StringSyntax, _ subject: RequestValue) {
    guard let text = glob.literal, !glob.elements.isEmpty else {
      if subject.kind.domain == .path, case .literal(let text) = glob.elements.first,
        !text.hasPrefix("/")
      {
        neverEqual(
          subject, pattern.value, "`\(subject.row.label)` starts with `/`", "/" + pattern.value,
          pattern.span)
      }
      return
    }
    guard let (why, suggestion) = subject.refusal(of: text) else { return }
    neverEqual(subject, text, why, suggestion, pattern.span)
  }

  private mutating func neverEqual(
    _ subject: RequestValue, _ literal: String, _ why: String, _ suggestion: String?, _ span: Span
  ) {
    fault(
      .neverEqual(
        subject: subject.text, literal: literal, why: why, suggestion: suggestion), span)
  }
}
