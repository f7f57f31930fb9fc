package import Requests
import Text

extension RuleSet {
  /// Returns whether a rule of a handler or chain passes the test.
  package func hasRule(_ test: (Rule) -> Bool) -> Bool {
    func isFound(_ item: ChainItem) -> Bool {
      if case .rule(let rule) = item { test(rule) } else { false }
    }
    return handlers.contains { $0.items.contains(where: isFound) }
      || chains.contains { $0.items.contains(where: isFound) }
  }

  /// True if a rule opens a second web view.
  package var hasPopups: Bool { hasRule { $0.popup != nil } }

  /// True if a rule allows a page with preferences.
  package var hasPagePreferences: Bool { hasRule { $0.decision.preferences != nil } }
}

extension Rule {
  /// The configuration of the second web view that the rule opens; nil for any other decision.
  package var popup: ID<Configuration>? {
    switch decision {
    case .popup(let id): id
    case .allow, .allowWith, .cancel, .download, .continue, .leave: nil
    }
  }

  /// The frames for which the condition can hold: all except those that its tests of `frame` exclude.
  package var possibleFrames: [FrameKind] {
    FrameKind.allCases.filter { condition?.core.truth(in: $0) != false }
  }
}

extension CoreCondition {
  /// The value of the condition in the frame; nil if it also depends on other values.
  fileprivate func truth(in frame: FrameKind) -> Bool? {
    switch self {
    case .constant(let value): return value
    case .test(.input(.frame), .choice(let set)): return set.contains(frame.position)
    case .test: return nil
    case .not(let inner): return inner.truth(in: frame).map { !$0 }
    case .all(let parts):
      let truths = parts.map { $0.truth(in: frame) }
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .any(let parts):
      let truths = parts.map { $0.truth(in: frame) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    }
  }
}
