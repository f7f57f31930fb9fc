import Interpreter
import Reachability
import Semantics

/// Differences that are shown as one: the old treatment is the same, the new treatment is the same, and only
/// the deciding rules differ.
///
/// If a rule before many others changes, such as a route before rules for hosts, each of those decides some of
/// its requests.
struct DifferenceRegion {
  /// The treatment of the requests before or after the change.
  struct Treatment {
    /// Steps and decision.
    let text: String
    /// The outcome of the request that is shown.
    let outcome: Outcome
    /// The number of other rules than the one that decides the request that is shown.
    fileprivate(set) var otherRules = 0

    /// A text about the other rules; nil if there are none.
    var others: String? {
      switch otherRules {
      case 0: nil
      case 1: "and one more rule"
      case let count: "and \(count) more rules"
      }
    }
  }

  /// One of the requests, as text.
  let request: String
  fileprivate(set) var old: Treatment
  fileprivate(set) var new: Treatment
}

extension RuleSetDiff.Change {
  /// The differences in order; a region is at the position of its first difference.
  var regions: [DifferenceRegion] {
    let read = differences.map { Read($0, self) }
    var sizes: [Key: Int] = [:]
    for one in read {
      sizes[one.key(.old), default: 0] += 1
      sizes[one.key(.new), default: 0] += 1
    }
    var regions: [DifferenceRegion] = []
    var places: [Key: Int] = [:]
    for one in read {
      let isOfOldRule = sizes[one.key(.old), default: 0] >= sizes[one.key(.new), default: 0]
      let key = one.key(isOfOldRule ? .old : .new)
      if let place = places[key] {
        if isOfOldRule {
          regions[place].new.otherRules += 1
        } else {
          regions[place].old.otherRules += 1
        }
        continue
      }
      places[key] = regions.count
      regions.append(
        DifferenceRegion(
          request: one.request,
          old: DifferenceRegion.Treatment(text: one.texts.old, outcome: one.difference.old),
          new: DifferenceRegion.Treatment(text: one.texts.new, outcome: one.difference.new)))
    }
    return regions
  }

  private enum Version { case old, new }

  /// The common part of the differences of a region: the rule of one version and the treatment in both.
  private struct Key: Hashable {
    var version: Version
    var entry: Int?
    var old: String
    var new: String
    var declined: [String]
  }

  /// A difference as text.
  private struct Read {
    let difference: ChainDifference
    let declined: [String]
    let texts: (old: String, new: String)

    init(_ difference: ChainDifference, _ change: RuleSetDiff.Change) {
      self.difference = difference
      declined = difference.declined(change)
      texts = change.texts(difference)
    }

    var request: String { RuleLanguagePrinter.requestText(difference.witness, declined: declined) }

    func key(_ version: Version) -> Key {
      Key(
        version: version,
        entry: version == .old ? difference.oldEntry : difference.newEntry,
        old: texts.old, new: texts.new, declined: declined)
    }
  }

  /// Steps and decision on both sides. If these are equal, or if the answer of an action changes, also the
  /// failed attempts, in the shortest form that differs.
  private func texts(
    _ difference: ChainDifference
  ) -> (old: String, new: String) {
    func texts(_ detail: RuleSetDiff.Side.Detail) -> (old: String, new: String) {
      (
        old.map { $0.text(difference.old, detail) } ?? "",
        new.map { $0.text(difference.new, detail) } ?? ""
      )
    }
    let details: [RuleSetDiff.Side.Detail] =
      difference.hasChangingAnswers(self)
      ? [.failedActions, .failedAttempts] : [.steps, .failedActions, .failedAttempts]
    return details.lazy.map(texts).first { $0.old != $0.new } ?? texts(.failedAttempts)
  }
}

extension RuleSetDiff.Side {
  /// The parts of an outcome that are shown.
  fileprivate enum Detail {
    case steps
    /// Also the names of the actions that fail.
    case failedActions
    /// Also their arguments, and their places among the steps.
    case failedAttempts
  }

  fileprivate func text(_ outcome: Outcome, _ detail: Detail) -> String {
    switch detail {
    case .steps: return refused(outcome) + printer.text(outcome)
    case .failedActions:
      let names = outcome.failedAttempts.compactMap { $0.step.kind.attempted }
      return names.map { "attempt \(rules.name(of: $0)) fails, " }.joined() + refused(outcome)
        + printer.text(outcome)
    case .failedAttempts:
      var parts: [String] = []
      for count in 0...outcome.steps.count {
        for failed in outcome.failedAttempts where failed.stepsBefore == count {
          parts.append(printer.text(failed.step) + " fails,")
        }
        if count < outcome.steps.count { parts.append(printer.text(outcome.steps[count])) }
      }
      return refused(outcome) + (parts + [printer.text(outcome.decision)]).joined(separator: " ")
    }
  }

  /// The steps that the app refuses.
  private func refused(_ outcome: Outcome) -> String {
    outcome.refusedSteps.map { "\(printer.text($0)) is refused, " }.joined()
  }
}
