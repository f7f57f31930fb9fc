import Diagnostics
import RandomRules
import Syntax
import Text

/// A change of a rule set that commutes with fixes: fixing the changed set has the same result as changing the fixed
/// set.
enum FixContext: CaseIterable {
  /// A condition before the condition of each rule and block.
  case before
  /// A condition before the rule's own condition, which gets parentheses.
  case beforeGroup
  case after
  case afterGroup
  case or
  case group
  case not
  case notNot
  /// A block around each rule.
  case block
  /// A list with another text, in place of each text that is compared.
  case list
  case lineEnds
  case formatting, files, names, declarations, rule

  /// The changes that are possible for sets with syntax errors.
  static let ofBrokenFiles: [FixContext] = [.before, .lineEnds, .declarations]

  /// Returns the changed set; nil if the change is not possible.
  func apply(
    to set: RuleSetUnderTest, number: Int, _ random: inout RandomChoice
  ) -> RuleSetUnderTest? {
    let flag = "isContext\(number)"
    let change: HarmlessChange
    switch self {
    case .before:
      return beforeWords(of: set, flag)
        ?? conditions(of: set, flag) { "\(flag) && " + ($0.isAny ? "(\($1))" : $1) }
    case .beforeGroup: return conditions(of: set, flag) { "\(flag) && (\($1))" }
    case .after: return conditions(of: set, flag) { ($0.isAny ? "(\($1))" : $1) + " && \(flag)" }
    case .afterGroup: return conditions(of: set, flag) { "(\($1)) && \(flag)" }
    case .or: return conditions(of: set, flag) { "\($1) || \(flag) && download" }
    case .group: return conditions(of: set, nil) { "(\($1))" }
    case .not: return conditions(of: set, flag) { "\(flag) && !(\($1))" }
    case .notNot: return conditions(of: set, nil) { "!(!(\($1)))" }
    case .block: return blocks(in: set, flag)
    case .list: return lists(in: set)
    case .lineEnds:
      var changed = set
      changed.files = set.files.map { file in
        SourceFile(
          name: file.name,
          bytes: file.bytes.filter { $0 != 0x0D }.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      }
      return changed
    case .formatting: change = .formatting
    case .files: change = .files
    case .names: change = .names
    case .declarations: change = .declarations
    case .rule: change = .rule
    }
    return change.apply(to: set, number: number, &random)
  }

  private func declaring(_ flag: String?, in set: RuleSetUnderTest) -> RuleSetUnderTest {
    guard let flag else { return set }
    var set = set
    set.files.append(SourceFile(name: "\(flag).bascule", text: "flag \(flag)\n"))
    return set
  }

  private func conditions(
    of set: RuleSetUnderTest, _ flag: String?,
    _ change: (ConditionSyntax, String) -> String
  ) -> RuleSetUnderTest? {
    var edits: [Edit] = []
    for (place, file) in set.files.enumerated() where !file.isAdded {
      let tree = SyntaxTree.parse(file)
      guard tree.faults.isEmpty else { return nil }
      for condition in tree.rules.compactMap(\.condition) {
        let text = change(condition, file.text(condition.span))
        edits.append(Edit(Location(FileID(place), condition.span), text))
      }
    }
    return edits.isEmpty ? nil : declaring(flag, in: set.replacing(edits))
  }

  /// Returns the set with a condition before each rule's own, if it has syntax errors; nil for other sets.
  private func beforeWords(of set: RuleSetUnderTest, _ flag: String) -> RuleSetUnderTest? {
    if set.files.allSatisfy({ SyntaxTree.parse($0).faults.isEmpty }) { return nil }
    var edits: [Edit] = []
    for (place, file) in set.files.enumerated() where !file.isAdded {
      for token in Lexer.tokens(of: file.bytes) where token.keyword == .when {
        edits.append(Edit(Location(FileID(place), Span(token.end, token.end)), " \(flag) &&"))
      }
    }
    return edits.isEmpty ? nil : declaring(flag, in: set.replacing(edits))
  }

  private func lists(in set: RuleSetUnderTest) -> RuleSetUnderTest? {
    var edits: [Edit] = []
    for (place, file) in set.files.enumerated() where !file.isAdded {
      let tree = SyntaxTree.parse(file)
      guard tree.faults.isEmpty else { return nil }
      for comparison in tree.rules.compactMap(\.condition).flatMap(\.comparisons)
      where comparison.comparison == .equal && comparison.subject.base.text != "port" {
        guard case .literal(.string(let text)) = comparison.operand else { continue }
        let subject = comparison.subject
        let other =
          switch subject.base.text {
          case "path": subject.accesses.isEmpty ? "/added" : "added"
          case "url": "https://added.example/"
          default: "added.example"
          }
        let location = Location(
          FileID(place), Span(comparison.operatorSpan.start, text.span.end))
        edits.append(Edit(location, "in [\(file.text(text.span)), \"\(other)\"]"))
      }
    }
    return edits.isEmpty ? nil : set.replacing(edits)
  }

  private func blocks(in set: RuleSetUnderTest, _ flag: String) -> RuleSetUnderTest? {
    var edits: [Edit] = []
    for (place, file) in set.files.enumerated() where !file.isAdded {
      let tree = SyntaxTree.parse(file)
      guard tree.faults.isEmpty else { return nil }
      for rule in tree.rules where rule.condition != nil {
        let location = Location(FileID(place), rule.span)
        edits.append(Edit(location, "when \(flag) {\n    \(file.text(rule.span))\n  }"))
      }
    }
    return edits.isEmpty ? nil : declaring(flag, in: set.replacing(edits))
  }
}

extension SourceFile {
  /// True for declarations that another context has added.
  fileprivate var isAdded: Bool { name.hasPrefix("added") }
}

extension ConditionSyntax {
  fileprivate var comparisons: [ComparisonSyntax] {
    switch self {
    case .comparison(let comparison): [comparison]
    case .not(let inner, _), .parenthesized(let inner, _): inner.comparisons
    case .all(let parts, _), .any(let parts, _): parts.flatMap(\.comparisons)
    case .constant, .reference, .exists: []
    }
  }

  fileprivate var isAny: Bool { if case .any = self { true } else { false } }
}
