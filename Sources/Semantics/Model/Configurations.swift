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
