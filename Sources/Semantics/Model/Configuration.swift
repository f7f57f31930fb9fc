package import Requests

/// The content of a file that a rule file names.
package enum FileContent: Hashable, Sendable {
  case text(String)
  /// The reason why the file cannot be read.
  case missing(String)
}

/// A JSON file of content blocker rules.
package struct RuleList: Hashable, Sendable {
  /// The path within the rule set's folder, with `/`.
  package var path: String
  package var content: FileContent
}

/// The configuration of a kind of web view. It already contains what it inherits with `extends`.
package struct Configuration: Entity {
  package var declared: Declared
  package var extends: ID<Configuration>?
  /// The chain of requests; nil if every request is allowed.
  package var chain: ID<Chain>?
  /// The chain of responses; nil if WebKit decides about every response.
  package var responses: ID<Chain>?
  /// The strategies, inherited ones first, each once.
  package var strategies: [ID<Strategy>]
  package var channels: [ID<Channel>]
  package var scripts: [ID<Script>]
  /// The rule lists, inherited ones first, each once.
  package var ruleLists: [RuleList] = []
  /// The scheme handlers, one for each scheme, inherited ones first.
  package var schemeHandlers: [SchemeHandler] = []
  package var settings: Settings
}

extension Configuration {
  /// The chain that decides about requests or about responses.
  package func chain(_ kind: ChainKind) -> ID<Chain>? {
    switch kind {
    case .requests: chain
    case .responses: responses
    }
  }
}
