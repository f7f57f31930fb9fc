package import Requests
package import Text

package struct Script: Entity {
  package enum Moment: String, Hashable, Sendable { case documentStart, documentEnd }

  package var declared: Declared
  /// Values that the app gives when it adds the script; constants in the script.
  package var parameters: [Field] = []
  package var moment: Moment
  package var frames: FrameScope
  /// The pages in which it runs; empty: any origin.
  package var origins: [ID<Origin>] = []
  /// True if the page's own scripts and this one do not see each other.
  package var isIsolated = false
  /// True if its declarations are those of the page: it is in no function of its own.
  package var isGlobal = false
  /// The JavaScript itself, from the file if the script names one.
  package var source: String
  /// The path inside the rule set's folder, with `/`, if the script is in a file.
  package var path: String?
}

/// The content of a file that a rule file names.
package enum FileContent: Hashable, Sendable {
  case text(String)
  /// The reason why the file cannot be read.
  case missing(String)
}

/// A JSON file of content blocker rules.
package struct RuleList: Hashable, Sendable {
  /// The path inside the rule set's folder, with `/`.
  package var path: String
  package var content: FileContent
}

/// A role of web views. It already contains what it inherits with `extends`.
package struct Configuration: Entity {
  package var declared: Declared
  package var extends: ID<Configuration>?
  /// nil: every request is allowed.
  package var chain: ID<Chain>?
  /// nil: WebKit decides about every response.
  package var responses: ID<Chain>?
  /// Inherited ones first, each once.
  package var strategies: [ID<Strategy>]
  package var channels: [ID<Channel>]
  package var scripts: [ID<Script>]
  /// Inherited ones first, each once.
  package var ruleLists: [RuleList] = []
  /// One for each scheme, inherited ones first.
  package var schemeHandlers: [SchemeHandler] = []
  package var settings: Settings
}

extension Configuration {
  /// The chain that decides about requests, or the responses.
  package func chain(_ kind: ChainKind) -> ID<Chain>? {
    switch kind {
    case .requests: chain
    case .responses: responses
    }
  }
}

extension RuleSet {
  /// The rule lists of all configurations, each once.
  package var ruleLists: [RuleList] {
    var paths: Set<String> = []
    return configurations.flatMap(\.ruleLists).filter { paths.insert($0.path).inserted }
  }

  /// The app's functions that answer URLs, each once.
  package var schemeHandlers: [SchemeHandler] {
    var names: Set<String> = []
    return configurations.flatMap(\.schemeHandlers).filter { names.insert($0.name).inserted }
  }
}

/// `test Default { "https://…" with isHomePage present S(…) cancel }`; the chain may be responses.
package struct TestBlock: Sendable {
  package struct Case: Sendable {
    /// As written.
    package var url: String
    package var setup: [Setup]
    package var steps: [TestStep]
    package var decision: Decision
    package var location: Location
  }

  /// The values that `with` sets for one case; all others have their defaults, and attempts succeed.
  package enum Setup: Sendable {
    case input(RequestInput, RequestConstant)
    /// The result of an attempt.
    case attempt(Attempted, Bool)
  }

  /// An expected step, with its arguments as literals of the parameters' types, in their order.
  package struct TestStep: Sendable {
    package typealias Kind = StepKind<[Literal], HandedRequest>

    package var kind: Kind
    package var location: Location
  }

  package var chain: ID<Chain>
  package var cases: [Case]
  package var location: Location
}

// MARK: - Invariants

/// A promise about every request of some chains: `invariant NAME for CHAIN, … { CLAIM … }`.
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
    /// `ACT only when CONDITION`
    case only
    /// `never ACT when CONDITION`
    case never
    /// `always ACT when CONDITION`
    case always
  }

  package var form: Form
  package var act: Act
  /// nil: `never ACT`, for every request.
  package var condition: Condition?
  package var location: Location

  func moved(_ transform: (Location) -> Location) -> Claim {
    Claim(
      form: form, act: act, condition: condition?.moved(transform), location: transform(location))
  }

  /// Holds for the requests that the claim is about and that break it if they do the act, or with `always` if they do not.
  package var breaking: CoreCondition {
    let core = condition?.core ?? .constant(true)
    return form == .only ? .not(core) : core
  }
}

/// The step or decision of a claim; any one of its kind, without a screen, an action or a configuration.
package enum Act: Hashable, Sendable {
  case present(ID<Screen>?)
  case push(ID<Screen>?)
  /// Also an `attempt` of the action that succeeds.
  case perform(ID<Action>?)
  /// Also one that fails.
  case attempt(Attempted?)
  /// Also an `attempt open url` that succeeds.
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

  /// Returns whether the step is of the kind and has the name.
  ///
  /// - Parameter isDeclined: whether the app or the system has declined the step, which is an attempt.
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

  /// Returns whether it is the decision.
  package func isDone(by decision: Decision) -> Bool {
    switch (self, decision) {
    case (.allow, .allow), (.cancel, .cancel), (.download, .download): true
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
