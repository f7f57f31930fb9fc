import Diagnostics
import Semantics
import Syntax
import Text

/// Finds texts in the place of an argument that are the name of a request value or of a capture.
enum QuotedValue {
  static func findings(
    _ declarations: ArraySlice<DeclarationSyntax>, in file: FileID
  ) -> [Finding] {
    declarations.flatMap { findings($0.items ?? [], [], file) }
  }

  /// - Parameter captures: the names that the enclosing blocks bind.
  private static func findings(
    _ items: [ChainItemSyntax], _ captures: Set<String>, _ file: FileID
  ) -> [Finding] {
    items.flatMap { entry -> [Finding] in
      switch entry {
      case .use: return []
      case .block(let block):
        return findings(block.items, captures.union(block.condition.captures), file)
      case .rule(let rule):
        let texts = rule.steps.flatMap { $0.texts }
        if texts.isEmpty { return [] }
        let names = captures.union(rule.condition?.captures ?? [])
        return texts.compactMap { finding($0, names, file) }
      }
    }
  }

  private static func finding(
    _ string: StringSyntax, _ captures: Set<String>, _ file: FileID
  ) -> Finding? {
    var text = string.value
    if text.hasPrefix("{"), text.hasSuffix("}") {
      text = String(text.dropFirst().dropLast())
      if !captures.contains(text), !isValue(text) { return nil }
    } else if !isValue(text) {
      return nil
    }
    let location = Location(file, string.span)
    return Page.suspiciousLiteral.finding(
      "the argument is the text \(Prose.code(Quoting.rule(string.value))), not the value",
      at: location, label: "a text", help: "write `\(text)`",
      fix: Fix([Edit(location, text)], isSafe: false))
  }

  /// Returns whether the text is a value such as `path[1]`, `path.last`, `query.id` or `page.host`.
  private static func isValue(_ text: String) -> Bool {
    if text.hasPrefix("path["), text.hasSuffix("]") {
      return Int(text.dropFirst("path[".count).dropLast()) != nil
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, ForeignNames.isName(parts[1]) else { return false }
    switch parts[0] {
    case "query": return true
    case "path": return ["last", "count"].contains(parts[1])
    case "page": return ["url", "host", "path", "scheme", "query"].contains(parts[1])
    default: return false
    }
  }
}

extension StepSyntax {
  /// The texts among the arguments of the step.
  fileprivate var texts: [StringSyntax] {
    switch kind {
    case .present(_, let arguments), .push(_, let arguments), .perform(_, let arguments),
      .attempt(_, let arguments):
      arguments.compactMap { argument in
        if case .literal(.string(let string)) = argument.value { string } else { nil }
      }
    case .attemptOpen, .open, .load, .dismiss: []
    }
  }
}

extension ConditionSyntax {
  /// The names that the patterns of the condition bind.
  fileprivate var captures: [String] {
    switch self {
    case .constant, .reference, .exists: return []
    case .not(let inner, _), .parenthesized(let inner, _): return inner.captures
    case .all(let parts, _), .any(let parts, _): return parts.flatMap { $0.captures }
    case .comparison(let comparison):
      guard comparison.comparison == .like, case .literal(.string(let string)) = comparison.operand
      else { return [] }
      return ForeignNames.names(string.value)
    }
  }
}
