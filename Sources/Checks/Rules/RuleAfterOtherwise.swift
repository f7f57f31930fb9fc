import Diagnostics
import Syntax
import Text

/// The check `rule-after-otherwise`.
enum RuleAfterOtherwise {
  static func finding(
    _ otherwise: Location, at location: Location, _ input: CheckInput
  ) -> Finding {
    page.finding(
      "rule after `otherwise`", at: location, label: "never reached",
      related: [.init("this matches every request that is left", at: otherwise)],
      help: "move `otherwise` to the end", fix: moved(otherwise, input))
  }

  /// Moves the `otherwise` to the end of its body; nil if another one follows.
  private static func moved(_ otherwise: Location, _ input: CheckInput) -> Fix? {
    guard let place = RulePlace(at: otherwise, input), let last = place.items.last else {
      return nil
    }
    let isOnly = place.items.allSatisfy { item in
      guard case .rule(let rule) = item, rule.condition == nil else { return true }
      return rule.span == otherwise.span
    }
    guard isOnly else { return nil }
    return Fix.move([otherwise], after: place.location(last.span), input)
      .map { Fix($0.edits, isSafe: false) }
  }

  static let page = Page(
    "rule-after-otherwise", .error, "a rule after `otherwise`", fixes: .meaning)
}
