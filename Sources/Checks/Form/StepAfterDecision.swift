import Diagnostics
import Syntax
import Text

/// The check `step-after-decision`.
enum StepAfterDecision {
  static func finding(_ decision: Location, at location: Location, _ input: CheckInput) -> Finding {
    if input.text(location) == input.text(decision) {
      let repeated = Location(location.file, Span(decision.span.end, location.span.end))
      return page.finding(
        "`\(input.text(location))` is there twice", at: location, label: "never reached",
        related: [.init("the decision", at: decision)], help: "delete it",
        fix: .replace(repeated, with: "", isSafe: true))
    }
    return page.finding(
      "`\(input.text(location))` comes after the decision of its rule", at: location,
      label: "never reached",
      related: [.init("the decision", at: decision)],
      help: "put the decision last, or start a new rule with `when`",
      fix: swapped(decision, location, input))
  }

  /// Moves the decision to the end of the line; nil if the line ends in another decision.
  private static func swapped(
    _ decision: Location, _ steps: Location, _ input: CheckInput
  ) -> Fix? {
    let bytes = input.files[Int(steps.file.index)].bytes[Int(steps.span.start)...]
    let line = Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    var end = 0
    let isAlone = line.withUnsafeBufferPointer { line in
      var lexer = Lexer(line)
      while true {
        let token = lexer.next()
        switch token.kind {
        case .end, .rightBrace: return true
        case .identifier
        where [.allow, .cancel, .download, .popup, .continue, .leave].contains(token.keyword):
          return false
        default: end = Int(token.end)
        }
      }
    }
    guard isAlone, end > 0 else { return nil }
    let gap = Location(decision.file, Span(decision.span.start, steps.span.start))
    let place = steps.span.start + UInt32(end)
    return Fix(
      [
        Edit(gap, ""),
        Edit(Location(steps.file, Span(place, place)), " \(input.text(decision))"),
      ], isSafe: false)
  }

  static let page = Page(
    "step-after-decision", .error, "a step or a second decision after the decision of a rule",
    fixes: .meaning)
}
