import Diagnostics
import Semantics
import Syntax
import Text
import WebURL

/// The check `always-true`.
enum AlwaysTrue {
  static func findings(_ input: CheckInput) -> [Finding] {
    input.trees.enumerated().flatMap { index, tree in
      var findings: [Finding] = []
      func visit(_ condition: ConditionSyntax) {
        switch condition {
        case .not(let inner, _), .parenthesized(let inner, _): visit(inner)
        case .all(let parts, _): parts.forEach(visit)
        case .any(let parts, _):
          if let finding = finding(parts, FileID(index), input) { findings.append(finding) }
          parts.forEach(visit)
        case .constant, .reference, .comparison, .exists: break
        }
      }
      for declaration in tree.declarations { declaration.eachCondition(visit) }
      return findings
    }
  }

  /// The finding about an `||` with two parts that exclude different literals; nil for other conditions.
  private static func finding(
    _ parts: [ConditionSyntax], _ file: FileID, _ input: CheckInput
  ) -> Finding? {
    var first: [String: (text: Set<String>, part: ConditionSyntax)] = [:]
    for part in parts {
      guard let (subject, excluded) = part.exclusion else { continue }
      guard let known = first[subject] else {
        first[subject] = (excluded, part)
        continue
      }
      guard known.text.isDisjoint(with: excluded) else { continue }
      return page.finding(
        "one of these parts is true for every `\(subject)`", at: Location(file, part.span),
        label: "true for what the other part excludes",
        related: [.init("true for everything else", at: Location(file, known.part.span))],
        help: "write `&&` between them", fix: conjunction(parts, file, input))
    }
    return nil
  }

  /// Replaces the `||` between two parts by `&&`; nil for more parts, and if there is a comment in between.
  private static func conjunction(
    _ parts: [ConditionSyntax], _ file: FileID, _ input: CheckInput
  ) -> Fix? {
    guard parts.count == 2 else { return nil }
    let gap = Location(file, Span(parts[0].span.end, parts[1].span.start))
    return .replacePart(gap, with: input.text(gap).replacing("||", with: "&&"), input)
  }

  static let page = Page(
    "always-true", .warning, "an `||` that no value fails", fixes: .meaning)
}

extension ConditionSyntax {
  /// The value and the literals that a comparison excludes; nil for other conditions.
  fileprivate var exclusion: (subject: String, literals: Set<String>)? {
    switch self {
    case .parenthesized(let inner, _): return inner.exclusion
    case .not(let inner, _): return inner.literals([.equal, .isIn])
    default: return literals([.notEqual, .notIn])
    }
  }

  /// The value and the literals of a comparison with one of the operators; nil for other conditions.
  private func literals(
    _ operators: [ComparisonSyntax.Operator]
  ) -> (subject: String, literals: Set<String>)? {
    switch self {
    case .parenthesized(let inner, _): return inner.literals(operators)
    case .comparison(let comparison) where operators.contains(comparison.comparison):
      guard case .literal(let literal) = comparison.operand else { return nil }
      var texts: Set<String> = []
      for item in literal.items {
        guard let text = item.comparable else { return nil }
        texts.insert(text)
      }
      return (comparison.subject.text, texts)
    default: return nil
    }
  }
}

extension LiteralSyntax {
  fileprivate var items: [LiteralSyntax] {
    if case .list(let items, _) = self { items } else { [self] }
  }

  /// A text that is equal for literals of equal values; nil for a literal whose text does not determine its value.
  fileprivate var comparable: String? {
    switch self {
    // A URL can be written in several ways.
    case .string(let string): "\"" + (WebURL.parse(string.value)?.href ?? string.value)
    case .integer(let value, _): value.map(String.init)
    case .name(let name): name.text
    default: nil
    }
  }
}
