import Interpreter
import Reachability
import Requests
import Semantics
import WebURL

/// Differences that are shown as one. They have the same old treatment and the same new treatment, and differ only in
/// the deciding rules.
///
/// There are many if a rule before many others changes, such as a route before rules for hosts. Each of these rules
/// then decides some of the route's requests.
struct DifferenceRegion {
  /// The treatment of the requests before or after the change.
  struct Treatment {
    /// The steps and the decision in words.
    let text: String
    /// The outcome of the shown request.
    let outcome: Outcome
    /// The number of rules other than the one that decides the shown request.
    fileprivate(set) var otherRules = 0

    /// The other rules in words; nil if there are none.
    var others: String? {
      switch otherRules {
      case 0: nil
      case 1: "and one more rule"
      case let count: "and \(count) more rules"
      }
    }
  }

  /// The plainest of the requests, in the rule language.
  fileprivate(set) var request: String
  fileprivate(set) var old: Treatment
  fileprivate(set) var new: Treatment
  fileprivate var plainness: Plainness
}

/// The regions of one changed rule. The rule treats all of their requests the same.
struct DifferenceCause {
  /// True if the rule belongs to the old version.
  let isOfOldRule: Bool
  /// The regions, beginning with the plainest request.
  fileprivate(set) var regions: [DifferenceRegion]
}

/// The order of requests for people. A link to a web page comes before other URLs, and a short request before a long
/// one.
private struct Plainness: Comparable {
  private let scheme: Int
  private let settings: Int
  private let length: Int

  init(_ witness: Witness) {
    scheme = ["https", "http"].firstIndex(of: witness.url.scheme) ?? 2
    settings = witness.settings.unordered.count
    length = witness.urlText.utf8.count
  }

  static func < (one: Plainness, other: Plainness) -> Bool {
    (one.scheme, one.settings, one.length) < (other.scheme, other.settings, other.length)
  }
}

extension DifferenceRegion {
  /// Adds a difference of the same region. Its request is shown instead if it is plainer.
  fileprivate mutating func add(_ other: DifferenceRegion, isOfOldRule: Bool) {
    let others = (isOfOldRule ? new : old).otherRules + 1
    if other.plainness < plainness { self = other }
    if isOfOldRule { new.otherRules = others } else { old.otherRules = others }
  }
}

extension RuleSetDiff.Change {
  /// The differences grouped by their causes, in the order of the first difference of each.
  var causes: [DifferenceCause] {
    let read = differences.map { Read($0, self) }
    var sizes: [Key: Int] = [:]
    for one in read {
      sizes[one.key(.old).cause, default: 0] += 1
      sizes[one.key(.new).cause, default: 0] += 1
    }
    var causes: [DifferenceCause] = []
    var places: [Key: Int] = [:]
    var regions: [Key: Int] = [:]
    for one in read {
      let isOfOldRule =
        sizes[one.key(.old).cause, default: 0] >= sizes[one.key(.new).cause, default: 0]
      let key = one.key(isOfOldRule ? .old : .new)
      let place = places[key.cause] ?? causes.count
      if place == causes.count {
        places[key.cause] = place
        causes.append(DifferenceCause(isOfOldRule: isOfOldRule, regions: []))
      }
      if let region = regions[key] {
        causes[place].regions[region].add(one.region, isOfOldRule: isOfOldRule)
      } else {
        regions[key] = causes[place].regions.count
        causes[place].regions.append(one.region)
      }
    }
    for place in causes.indices {
      // The sort is stable, so that equally plain requests stay in the order of the rules.
      causes[place].regions = causes[place].regions.enumerated()
        .sorted { ($0.element.plainness, $0.offset) < ($1.element.plainness, $1.offset) }
        .map { $0.element }
    }
    return causes
  }

  private enum Version { case old, new }

  /// The common part of the differences of a region: the rule of one version and the treatment in both.
  private struct Key: Hashable {
    var version: Version
    var entry: Int?
    var old: String
    var new: String
    var declined: [String]

    /// The part of the key that identifies the cause: the rule and its treatment.
    var cause: Key {
      var cause = self
      cause.declined = []
      if version == .old { cause.new = "" } else { cause.old = "" }
      return cause
    }
  }

  /// A difference in words.
  private struct Read {
    let difference: ChainDifference
    let request: Witness
    let texts: (old: String, new: String)

    init(_ difference: ChainDifference, _ change: RuleSetDiff.Change) {
      self.difference = difference
      request = difference.shown(change)
      texts = change.texts(difference)
    }

    var region: DifferenceRegion {
      DifferenceRegion(
        request: RuleLanguagePrinter.requestText(request),
        old: DifferenceRegion.Treatment(text: texts.old, outcome: difference.old),
        new: DifferenceRegion.Treatment(text: texts.new, outcome: difference.new),
        plainness: Plainness(difference.witness))
    }

    func key(_ version: Version) -> Key {
      Key(
        version: version,
        entry: version == .old ? difference.oldEntry : difference.newEntry,
        old: texts.old, new: texts.new, declined: request.declined)
    }
  }

  /// The steps and decisions of both sides in the shortest form that differs.
  ///
  /// The failed attempts are included if the steps and decisions are equal, or if the answer of an action changes.
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
    /// Steps, and the names of the actions that fail.
    case failedActions
    /// Steps, and the failed attempts with their arguments and their places among the steps.
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

  /// The steps that the app refuses, in words.
  private func refused(_ outcome: Outcome) -> String {
    outcome.refusedSteps.map { "\(printer.text($0)) is refused, " }.joined()
  }
}
