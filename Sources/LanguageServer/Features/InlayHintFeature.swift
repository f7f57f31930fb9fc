import Requests
import Semantics
import Syntax
import Text
import Workspace

extension Feature {
  static var inlayHints: [Feature] {
    [
      Feature(
        "textDocument/inlayHint", "inlayHintProvider", isAboutText: true,
        handle: ServerState.inlayHints)
    ]
  }
}

/// A text beside the source.
private struct Hint {
  var offset: UInt32
  var label: String
  var tooltip: String
  /// True for hints about types and implicit conditions, false for results.
  var isType = true
}

extension ServerState {
  /// Returns hints for implicit conditions of rules (a value is present and converts), for types of captures and of
  /// values for the page, for rules that no test reaches, and for the results of the shown trace.
  func inlayHints(_ params: Params) throws(ResponseError) -> JSON {
    let range = try params.range()
    guard let (snapshot, file) = try document(params) else { return nil }
    if settings.coverage || shownTrace?.folder == snapshot.folder { try snapshot.requireCheck() }
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
    for capture in snapshot.captures(in: file, span) where capture.type == nil {
      hints.append(
        Hint(
          offset: capture.nameSpan.end, label: ": String",
          tooltip: "The default type of a capture."))
    }
    hints += pageValueHints(snapshot.trees[file], span)
    let printer = RuleLanguagePrinter(snapshot.rules)
    var converted: Set<UInt32> = []
    for items in snapshot.rules.handlers.map({ $0.items }) + snapshot.rules.chains.map({ $0.items })
    {
      for case .rule(let rule) in items
      where rule.location.file == FileID(file) && rule.location.span.end >= span.start
        && rule.location.span.start <= span.end
      {
        for step in rule.steps {
          for hint in conversions(step, rule, snapshot.rules, printer) {
            converted.insert(hint.offset)
            hints.append(hint)
          }
        }
      }
    }
    return hints + captureHints(snapshot, file, span).filter { !converted.contains($0.offset) }
  }

  /// Returns the types of captures that are used on another line than their pattern, which is in a block or in a rule
  /// of several lines.
  private static func captureHints(_ snapshot: Snapshot, _ file: Int, _ span: Span) -> [Hint] {
    let lines = snapshot.map(file).lines
    return snapshot.references(file).list.compactMap { reference in
      let end = reference.span.end
      guard !reference.isDeclaration, span.start <= end, end <= span.end,
        case .capture = reference.target,
        let capture = snapshot.definition(of: reference, in: file)?.declaration,
        lines.line(at: capture.nameSpan.start) != lines.line(at: end)
      else { return nil }
      let type = capture.type.map { RuleLanguagePrinter.text($0) } ?? "String"
      return Hint(offset: end, label: ": \(type)", tooltip: "The type of the capture.")
    }
  }

  /// Returns the types of the values that dispatches send to the page.
  private static func pageValueHints(_ tree: SyntaxTree, _ span: Span) -> [Hint] {
    var hints: [Hint] = []
    func add(_ value: PageValueSyntax) {
      switch value {
      case .literal: break
      case .object(let fields, _): for field in fields { add(field.value) }
      case .reference(let reference):
        guard span.start <= reference.span.end, reference.span.end <= span.end else { return }
        var name = reference.base.text
        if case .member(let member)? = reference.accesses.first, name == "error" {
          name += "." + member.text
        }
        guard let part = PageValue.Part(rawValue: name) else { return }
        hints.append(
          Hint(
            offset: reference.span.end, label: ": \(part.type)",
            tooltip: LanguageDocs.pageValues[name] ?? ""))
      }
    }
    for case .dispatch(let syntax) in tree.declarations {
      for arguments in [syntax.sends, syntax.replies, syntax.fails] {
        for value in arguments?.values ?? [] { add(value) }
      }
    }
    return hints
  }

  /// Returns hints for arguments that are optional or converted: the rule matches only with the argument, or the
  /// argument is nil if it does not convert.
  private static func conversions(
    _ step: Step, _ rule: Rule, _ rules: RuleSet, _ printer: RuleLanguagePrinter
  ) -> [Hint] {
    guard let arguments = step.kind.arguments, let target = step.kind.target else { return [] }
    let parameters = rules.parameters(of: target)
    return zip(arguments, parameters).compactMap { argument, parameter in
      let name: String
      var canBeMissing = false
      switch argument.value {
      case .literal, .condition, .changedURL: return nil
      case .request(let value):
        name = value.text
        canBeMissing = !value.isAlwaysPresent
      case .capture(let index): name = rule.captures[index].name
      }
      let type = printer.text(parameter.type)
      let offset = argument.location.span.end
      switch argument.conversion {
      case .none, .intToDouble, .urlToString, .nameToString:
        guard argument.isRequired, canBeMissing else { return nil }
        return Hint(
          offset: offset, label: "if present",
          tooltip: "The rule matches only if the request has `\(name)`.")
      default:
        guard argument.isRequired else {
          return Hint(
            offset: offset, label: ": \(type)",
            tooltip: "The argument is nil if `\(name)` is missing or does not convert.")
        }
        return Hint(
          offset: offset, label: "if \(type)",
          tooltip: canBeMissing
            ? "The rule matches only if the request has `\(name)` and it converts to `\(type)`."
            : "The rule matches only if `\(name)` converts to `\(type)`.")
      }
    }
  }
}

extension PageValue.Part {
  /// The type of the value in the rule language.
  fileprivate var type: String {
    switch self {
    case .name, .errorCode, .errorMessage: "String"
    case .number: "Int"
    case .payload, .reply: "JSON"
    }
  }
}
