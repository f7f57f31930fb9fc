import Diagnostics
import Semantics
import Syntax
import Text

/// The check `missing-argument`.
enum MissingArgument {
  static func finding(
    _ callee: String, _ labels: [String], _ declared: Location, at location: Location,
    _ input: CheckInput
  ) -> Finding {
    let name = input.text(location)
    let values =
      labels.prefix(7).map { "\($0): …" }.joined(separator: ", ") + (labels.count > 7 ? ", …" : "")
    let opening = input.byte(location.file, Int(location.span.end))
    let arguments = arguments(labels, declared, at: location, input)
    return page.finding(
      "\(callee) needs \(Prose.list(labels, "and"))", at: location,
      label: labels.count == 1 ? "`\(labels[0])` is missing" : "arguments are missing",
      related: [.init("declared here", at: declared)],
      help: opening == UInt8(ascii: "(")
        ? "add `\(values)` between the parentheses" : "write `\(name)(\(values))`",
      fix: arguments.flatMap { insertion($0, at: location, input) })
  }

  /// The missing arguments with values that the rule has; nil if there is none for a label.
  ///
  /// The values are captures with the name of the label, components after those that the condition compares, and the
  /// URL.
  private static func arguments(
    _ labels: [String], _ declared: Location, at location: Location, _ input: CheckInput
  ) -> String? {
    let parameters =
      input.rules.screens.first { $0.declared.location == declared }?.parameters
      ?? input.rules.actions.first { $0.declared.location == declared }?.parameters ?? []
    guard let place = RulePlace(at: location, input), let condition = place.rule.condition else {
      return nil
    }
    let facts = ConditionFacts(condition)
    var component = facts.component.map { $0 + 1 }
    var arguments: [String] = []
    for label in labels {
      guard let parameter = parameters.first(where: { $0.declared.name == label }) else {
        return nil
      }
      let value: String
      switch parameter.type {
      case .url: value = "url"
      case .string, .int, .double, .enumeration:
        if facts.captures.contains(label) {
          value = label
        } else if let index = component {
          value = "path[\(index)]"
          component = index + 1
        } else {
          return nil
        }
      default: return nil
      }
      arguments.append("\(label): \(value)")
    }
    return arguments.joined(separator: ", ")
  }

  /// The captures and the path components in a condition.
  private struct ConditionFacts {
    var captures: Set<String> = []
    /// The greatest index of a component that the condition compares; nil if it compares none.
    var component: Int?

    init(_ condition: ConditionSyntax) { add(condition) }

    private mutating func add(_ condition: ConditionSyntax) {
      switch condition {
      case .constant, .reference, .exists, .not: break
      case .parenthesized(let inner, _): add(inner)
      case .all(let parts, _), .any(let parts, _): for part in parts { add(part) }
      case .comparison(let comparison):
        if comparison.subject.base.text == "path",
          case .index(let index?, _)? = comparison.subject.accesses.first
        {
          component = max(component ?? 0, index)
        }
        if comparison.comparison == .like, case .literal(.string(let pattern)) = comparison.operand
        {
          for part in pattern.value.split(separator: "{").dropFirst() {
            captures.insert(String(part.prefix { $0 != "}" && $0 != ":" && $0 != "*" }))
          }
        }
      }
    }
  }

  /// Inserts arguments after the name of the callee; nil if the callee already has some.
  private static func insertion(
    _ arguments: String, at name: Location, _ input: CheckInput
  ) -> Fix? {
    let end = Int(name.span.end)
    guard input.byte(name.file, end) == UInt8(ascii: "(") else {
      return Fix([Edit(name.end, "(\(arguments))")], isSafe: false)
    }
    let isEmpty = input.byte(name.file, end + 1) == UInt8(ascii: ")")
    let place = Location(name.file, Span(end + 1, end + 1))
    return Fix([Edit(place, arguments + (isEmpty ? "" : ", "))], isSafe: false)
  }

  static let page = Page(
    "missing-argument", .error, "a missing argument", fixes: .meaning)
}
