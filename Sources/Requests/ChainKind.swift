/// The kind of a chain; the raw value is its keyword.
package enum ChainKind: String, CaseIterable, Hashable, Sendable {
  /// The requests to open a URL that pages make.
  case requests = "chain"
  /// The responses, before WebKit shows them.
  case responses

  /// The word for what chains of this kind decide about, in messages.
  package var subject: String {
    switch self {
    case .requests: "request"
    case .responses: "response"
    }
  }

  package var other: ChainKind {
    switch self {
    case .requests: .responses
    case .responses: .requests
    }
  }
}

/// The kind and the name of a chain. A `chain` and a `responses` can have the same name.
package struct ChainName: Hashable, Sendable {
  package var kind: ChainKind
  package var name: String

  package init(_ kind: ChainKind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// Parses the name of a chain in a command line.
  ///
  /// - Parameter argument: `Main`, or `responses Main`.
  package init(argument: String) {
    let prefix = ChainKind.responses.rawValue + " "
    if argument.hasPrefix(prefix) {
      self.init(.responses, String(argument.dropFirst(prefix.count)))
    } else {
      self.init(.requests, argument)
    }
  }

  /// The name of the chain in a command line: `Main`, or `responses Main`.
  package var argument: String {
    switch kind {
    case .requests: name
    case .responses: text
    }
  }

  /// The chain in the syntax of rules: `chain Main` or `responses Main`.
  package var text: String { "\(kind.rawValue) \(name)" }
}
