import PatternMatching
import Requests
import Syntax
import Text

extension Resolver {
  /// Resolves a comparison such as `host like "*.example.com"`; nil after a fault.
  mutating func globMembership(
    _ syntax: ComparisonSyntax, _ subject: RequestValue, _ scope: inout CaptureScope
  ) -> CoreCondition? {
    if case .part(.whole, of: .value) = subject {
      wrongOperator(syntax, subject)
      return nil
    }
    if case .value(let reference) = syntax.operand {
      return patternsOfApp(reference, syntax, subject, scope)
    }
    if subject.type == .url, let root = subject.root {
      guard case .literal(.string(let pattern)) = syntax.operand else {
        mismatch(syntax, "a pattern as a string")
        return nil
      }
      switch URLGlob.parse(pattern.value) {
      case .failure(let patternFault):
        fault(.invalidPattern(patternFault.message), pattern.span(patternFault.range))
        return nil
      case .success(let parsed):
        guard let numbers = bind(parsed.captures, pattern, &scope) else { return nil }
        return CoreCondition(parsed.glob, of: root).mapCaptures { numbers[$0] }
      }
    }
    guard let pattern = stringOperand(syntax, subject) else { return nil }
    switch Glob.parse(pattern.value, separator: subject.separator) {
    case .failure(let patternFault):
      fault(.invalidPattern(patternFault.message), pattern.span(patternFault.range))
      return nil
    case .success(let parsed):
      guard let numbers = bind(parsed.captures, pattern, &scope) else { return nil }
      checkCanOccur(parsed.glob, pattern, subject)
      let glob = parsed.glob.mapCaptures { numbers[$0] }
      return .test(subject, .member(of: TextPattern(glob)))
    }
  }

  /// The indices in the rule of a pattern's captures; nil after a fault.
  private mutating func bind(
    _ captures: [PatternCapture], _ pattern: StringSyntax, _ scope: inout CaptureScope
  ) -> [Int]? {
    var numbers: [Int] = []
    var isSound = true
    for capture in captures {
      let span = pattern.span(capture.nameRange)
      let type = captureType(capture, pattern)
      defer {
        if pattern.isVerbatim, let target = scope.target(of: capture.name) {
          recordName(span, target, isDeclaration: true)
        }
      }
      if type == .invalid { isSound = false }
      let declared = declaredValue(capture.name)
      if schema.words.contains(capture.name) || declared != nil {
        fault(
          .duplicateMember("name", name: capture.name, first: declared ?? at(span)), span)
        isSound = false
      }
      if let index = scope.captures.firstIndex(where: { $0.name == capture.name }) {
        let first = scope.captures[index]
        if scope.bound.contains(index) {
          fault(.duplicateMember("capture", name: capture.name, first: first.location), span)
          isSound = false
        } else if first.type != type, type != .invalid, first.type != .invalid {
          fault(
            .typeMismatch(
              expected: "`\(describe(first.type))`", found: "`\(describe(type))`",
              why: "the other patterns of the rule bind `\(capture.name)` with that type"), span)
          isSound = false
        }
        scope.bound.insert(index)
        numbers.append(index)
      } else {
        numbers.append(scope.captures.count)
        scope.bound.insert(scope.captures.count)
        scope.captures.append(Capture(name: capture.name, type: type, location: at(span)))
      }
    }
    return isSound ? numbers : nil
  }

  private mutating func captureType(
    _ capture: PatternCapture, _ pattern: StringSyntax
  ) -> ValueType {
    guard let typeName = capture.typeName else { return .string }
    let span = pattern.span(capture.typeRange ?? capture.range)
    let type = namedType(NameSyntax(text: typeName, span: span), isWritten: pattern.isVerbatim)
    if case .enumeration(let id) = type { refer(to: .enumeration, rules[id].name) }
    switch type {
    case .string, .int, .double, .bool, .url, .enumeration, .invalid:
      return type
    default:
      fault(
        .typeMismatch(
          expected: "`String`, `Int`, `Double`, `Bool`, `URL` or an enum",
          found: "`\(typeName)`", why: "text cannot be converted to another type"), span)
      return .invalid
    }
  }

  mutating func regex(_ syntax: RegexSyntax) -> RegularExpression? {
    if syntax.flags != "" && syntax.flags != "i" {
      let start = syntax.span.end - UInt32(syntax.flags.utf8.count)
      fault(
        .unsupportedRegex("the only flag is `i`, which ignores case"),
        Span(start, syntax.span.end))
      return nil
    }
    switch RegularExpression.parse(syntax.pattern, ignoreCase: syntax.flags == "i") {
    case .success(let expression):
      if ExpressionMatcher.exists(for: expression) { return expression }
      fault(
        .unsupportedRegex(
          "it has too many states to be matched in one pass over the value; write smaller numbers in braces, or several conditions with `&&`"
        ), syntax.span)
      return nil
    case .failure(let patternFault):
      let start = Int(syntax.span.start) + 1
      let range = patternFault.range
      let span = Span(start + range.lowerBound, start + max(range.upperBound, range.lowerBound + 1))
      fault(
        patternFault.kind == .invalid
          ? .invalidRegex(patternFault.message) : .unsupportedRegex(patternFault.message), span)
      return nil
    }
  }
}
