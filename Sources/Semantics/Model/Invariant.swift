package import Requests
package import Text

/// A statement about every request of some chains: `invariant NAME for CHAIN, … { CLAIM … }`.
package struct Invariant: Entity {
  package var declared: Declared
  package var kind: ChainKind
  /// The chains after `for`, or all chains of the kind.
  package var chains: [ID<Chain>] = []
  package var claims: [Claim] = []
}

/// A line of an invariant.
package struct Claim: Sendable {
  package enum Form: Sendable {
    /// A claim `ACT only when CONDITION`.
    case only
    /// A claim `never ACT when CONDITION`.
    case never
    /// A claim `always ACT when CONDITION`.
    case always
  }

  package var form: Form
  package var act: Act
  /// The condition; nil for `never ACT`, which covers every request.
  package var condition: Condition?
  package var location: Location

  func moved(_ transform: (Location) -> Location) -> Claim {
    Claim(
      form: form, act: act, condition: condition?.moved(transform), location: transform(location))
  }

  /// The condition of the requests that can break the claim: by the act, or with `always` by its absence.
  package var breaking: CoreCondition {
    let core = condition?.core ?? .constant(true)
    return form == .only ? .not(core) : core
  }
}

/// The step or decision of a claim. Without a screen, an action or a configuration, it is any of its kind.
package enum Act: Hashable, Sendable {
  case present(ID<Screen>?)
  case push(ID<Screen>?)
  /// A step `perform`, or an `attempt` of the action that succeeds.
  case perform(ID<Action>?)
  /// A step `attempt`, whether or not it succeeds.
  case attempt(Attempted?)
  /// A step `open url`, or an `attempt open url` that succeeds.
  case openURL
  case loadURL
  case dismiss
  case allow, cancel, download
  case popup(ID<Configuration>?)

  /// True for a decision.
  package var isDecision: Bool {
    switch self {
    case .allow, .cancel, .download, .popup: true
    case .present, .push, .perform, .attempt, .openURL, .loadURL, .dismiss: false
    }
  }

  /// Returns whether the step does the act.
  ///
  /// - Parameter isDeclined: true for an attempt that the app or the system has declined.
  package func isDone<Arguments, URL>(
    by step: StepKind<Arguments, URL>, isDeclined: Bool = false
  ) -> Bool {
    switch (self, step) {
    case (.attempt(let attempted), .attempt), (.attempt(let attempted), .attemptOpenURL):
      attempted == nil || attempted == step.attempted
    case _ where isDeclined: false
    case (.present(let id), .present(let screen, _)), (.push(let id), .push(let screen, _)):
      id == nil || id == screen
    case (.perform(let id), .perform(let action, _)), (.perform(let id), .attempt(let action, _)):
      id == nil || id == action
    case (.openURL, .openURL), (.openURL, .attemptOpenURL), (.loadURL, .loadURL),
      (.dismiss, .dismiss):
      true
    default: false
    }
  }

  /// Returns whether the decision does the act.
  package func isDone(by decision: Decision) -> Bool {
    switch (self, decision) {
    case (.allow, .allow), (.allow, .allowWith), (.cancel, .cancel), (.download, .download): true
    case (.popup(let id), .popup(let configuration)): id == nil || id == configuration
    default: false
    }
  }
}

extension Rule {
  /// Returns whether the rule does the act for some request.
  package func canDo(_ act: Act) -> Bool {
    act.isDone(by: decision) || steps.contains { act.isDone(by: $0.kind) }
  }
}
