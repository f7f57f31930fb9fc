import Diagnostics
import Semantics
import Text

/// The check `invalid-queue`.
enum InvalidQueue {
  static func finding(isZero: Bool, at location: Location, _ input: CheckInput) -> Finding {
    let counts = EventQueue.counts
    return page.finding(
      "invalid queue length \(input.text(location))", at: location,
      label: "expected \(counts.lowerBound) to \(counts.upperBound)",
      help: isZero ? "to keep no event, write `queue none`" : nil,
      fix: isZero ? Fix([Edit(location, "none")], isSafe: true) : nil)
  }

  static let page = Page(
    "invalid-queue", .error, "a queue length out of range", fixes: .meaning)
}
