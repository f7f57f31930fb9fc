import Diagnostics
import Interpreter
import Requests
import Semantics
import Text

/// `ignored-preference`
enum IgnoredPreference {
  /// The rules with preferences that decide only about frames in a page.
  static func findings(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    let ofHandlers = rules.handlers.flatMap { own($0.items, FrameKind.allCases) }
    let ofChains = rules.chains.flatMap { chain in
      own(chain.items, FrameKind.allCases.filter { chain.frames.contains($0) })
    }
    return ofHandlers + ofChains
  }

  /// - Parameter frames: the frames that the handler or chain decides about.
  private static func own(_ items: [ChainItem], _ frames: [FrameKind]) -> [Finding] {
    items.compactMap { item in
      guard let rule = item.rule, let words = rule.decision.preferences?.words else { return nil }
      // `unopened-window` reports a rule about new windows alone.
      let possible = rule.possibleFrames.filter(frames.contains)
      guard possible.contains(.sub), !possible.contains(.main) else { return nil }
      return page.finding(
        "`\(words.joined(separator: ", "))` has no effect: a frame has the preferences of its page",
        at: rule.head, label: "only for frames in a page",
        help: "write the preferences in the rule that allows the page, for `frame == main`")
    }
  }

  static let page = Page(
    "ignored-preference", .warning,
    "preferences for a frame in a page, which has those of the page")
}
