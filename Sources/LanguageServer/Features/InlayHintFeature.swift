import Requests
import Semantics
import Syntax
import Text
import Workspace

extension Feature {
  static var inlayHints: [Feature] {
    [
      Feature(
        "textDocument/inlayHint", "inlayHintProvider", handle: ServerState.inlayHints)
    ]
  }
}

/// A text beside the source.
private struct Hint {
  var offset: UInt32
  var label: String
  var tooltip: String
  /// True for types and implicit conditions, false for results.
  var isType = true
}

extension ServerState {
  /// Hints for implicit conditions of rules (a value is present and converts) and types of captures, for rules that no
  /// test reaches, and for the results of the shown trace.
  func inlayHints(_ params: Params) throws(ResponseError) -> JSON {
    let range = try params.range()
    guard let (snapshot, file) = try document(params) else { return nil }
    let map = snapshot.map(file)
    let span = map.span(range)
    var hints = settings.hints ? Self.typeHints(snapshot, file, span) : []
    var results = traceHints(snapshot, file)
    if settings.coverage, snapshot.errors.isEmpty {
      for rule in snapshot.tests.uncoveredRules where rule.file == FileID(file) {
        results.append((rule.span.end, "no test", "No test reaches this rule."))
      }
    }
    hints += results.filter { span.start <= $0.offset && $0.offset <= span.end }
      .map { Hint(offset: $0.offset, label: $0.label, tooltip: $0.tooltip, isType: false) }
    hints.sort { ($0.offset, $0.label) < ($1.offset, $1.label) }
    return .array(
      hints.map { hint in
        let json: JSON = [
          "position": map.position(Int(hint.offset)).json, "label": .string(hint.label),
          "tooltip": .string(hint.tooltip), "paddingLeft": .bool(!hint.label.hasPrefix(":")),
        ]
        return json.with("kind", hint.isType ? 1 : nil)
      })
  }

  private static func typeHints(_ snapshot: Snapshot, _ file: Int, _ span: Span) -> [Hint] {
    var hints: [Hint] = []
    for declaration in snapshot.index(file).declarations
    where declaration.kind == .capture && declaration.type == nil
      && declaration.nameSpan.end >= span.start && declaration.nameSpan.end <= span.end
    {
      hints.append(
        Hint(
          offset: declaration.nameSpan.end, label: ": String",
          tooltip: "The default type of a capture."))
    }
    let printer = RuleLanguagePrinter(snapshot.rules)
    for items in snapshot.rules.handlers.map(\.items) + snapshot.rules.chains.map(\.items) {
      for case .rule(let rule) in items
      where rule.location.file == FileID(file) && rule.location.span.end >= span.start
        && rule.location.span.start <= span.end
      {
        for step in rule.steps {
          hints += guards(step, rule, snapshot.rules, printer)
            .map { Hint(offset: $0.offset, label: $0.label, tooltip: $0.tooltip) }
        }
      }
    }
    return hints
  }

  private static func guards(
    _ step: Step, _ rule: Rule, _ rules: RuleSet, _ printer: RuleLanguagePrinter
  ) -> [(offset: UInt32, label: String, tooltip: String)] {
    guard let arguments = step.kind.arguments, let target = step.kind.target else { return [] }
    let parameters = rules.parameters(of: target)
    return zip(arguments, parameters).compactMap { argument, parameter in
      guard argument.isRequired else { return nil }
      let name: String
      var canBeMissing = false
      switch argument.value {
      case .literal: return nil
      case .request(let value):
        name = value.text
        canBeMissing = !value.isAlwaysPresent
      case .capture(let index): name = rule.captures[index].name
      }
      let type = printer.text(parameter.type)
      switch argument.conversion {
      case .none, .intToDouble, .urlToString, .nameToString:
        guard canBeMissing else { return nil }
        return (
          argument.location.span.end, "if present",
          "The rule matches only if the request has `\(name)`."
        )
      default:
        return (
          argument.location.span.end, "if \(type)",
          canBeMissing
            ? "The rule matches only if the request has `\(name)` and it is a `\(type)`."
            : "The rule matches only if `\(name)` is a `\(type)`."
        )
      }
    }
  }
}
