import Semantics
import Syntax
import Text

/// A string with which a condition compares a value of the request.
struct ComparedLiteral {
  var comparison: ComparisonSyntax
  var string: StringSyntax
  var file: FileID
  /// True if the string is the whole operand, false if it is an element of a list.
  var isWhole: Bool
  /// True directly after `!`. A replacement needs parentheses there.
  var isNegated: Bool

  /// The source text of the value, without white space.
  var subject: String {
    comparison.subject.accesses.reduce(comparison.subject.base.text) { text, access in
      switch access {
      case .member(let name): text + "." + name.text
      case .index(let index, _): text + "[" + (index.map(String.init) ?? "") + "]"
      case .key(let key): text + "[\"" + key.value + "\"]"
      }
    }
  }

  var location: Location { Location(file, string.span) }

  /// The name of the value without the word for another URL and without its index or key: `path`, `path[]`, `query.`.
  var kind: String {
    var text = comparison.subject.base.text
    var rest = comparison.subject.accesses[...]
    if comparison.subject.urlRoot != nil, case .member(let name)? = rest.first {
      text = name.text
      rest = rest.dropFirst()
    }
    switch rest.first {
    case nil: return text
    case .index: return text + "[]"
    case .member(let name): return text == "path" ? text + "." + name.text : text + "."
    case .key: return text + "."
    }
  }
}

/// The conditions of one file's rules whose literals may be mistakes.
struct ComparedConditions {
  private let conditions: [ConditionSyntax]

  /// - Parameter declarations: the indices of the declarations to read.
  init(_ tree: SyntaxTree, _ declarations: Range<Int>) {
    var conditions: [ConditionSyntax] = []
    if tree.hasMarkedOperands {
      for declaration in tree.declarations[declarations] {
        declaration.eachCondition { conditions.append($0) }
      }
    }
    self.conditions = conditions
  }

  /// Calls the body for every comparison.
  func eachComparison(_ body: (ComparisonSyntax, _ isNegated: Bool) -> Void) {
    for condition in conditions { Self.walk(condition, false, body) }
  }

  /// The mistaken keys of headers and of the query, which no request has.
  var keySlips: [KeySlip] {
    var found: [KeySlip] = []
    for condition in conditions {
      Self.eachReference(condition) { reference in
        if let slip = KeySlip(reference) { found.append(slip) }
      }
    }
    return found
  }

  private static func eachReference(
    _ condition: ConditionSyntax, _ body: (ReferenceSyntax) -> Void
  ) {
    switch condition {
    case .constant: break
    case .reference(let reference), .exists(let reference, _): body(reference)
    case .comparison(let comparison): body(comparison.subject)
    case .not(let inner, _), .parenthesized(let inner, _): eachReference(inner, body)
    case .all(let parts, _), .any(let parts, _): for part in parts { eachReference(part, body) }
    }
  }

  private static func walk(
    _ condition: ConditionSyntax, _ isNegated: Bool, _ body: (ComparisonSyntax, Bool) -> Void
  ) {
    switch condition {
    case .comparison(let comparison): body(comparison, isNegated)
    case .not(let inner, _): walk(inner, true, body)
    case .parenthesized(let inner, _): walk(inner, false, body)
    case .all(let parts, _), .any(let parts, _):
      for part in parts { walk(part, false, body) }
    case .constant, .reference, .exists: break
    }
  }
}

extension ComparisonSyntax {
  /// The strings in the operand that look like mistakes.
  func strings(in file: FileID, isNegated: Bool) -> [ComparedLiteral] {
    switch operand {
    case .literal(.string(let string)):
      if !isMarked(string) { return [] }
      return [
        ComparedLiteral(
          comparison: self, string: string, file: file, isWhole: true, isNegated: isNegated)
      ]
    case .literal(.list(let items, _)):
      return items.compactMap { item in
        guard case .string(let string) = item, isMarked(string) else {
          return nil
        }
        return ComparedLiteral(
          comparison: self, string: string, file: file, isWhole: false, isNegated: isNegated)
      }
    case .literal, .value, .regex, .names: return []
    }
  }
}
