/// The kind of a chain; the raw value is its keyword.
package enum ChainKind: String, CaseIterable, Hashable, Sendable {
  /// Requests of pages to open a URL.
  case requests = "chain"
  /// Responses, before WebKit shows them.
  case responses

  /// The subject of its decisions, in messages.
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

/// The kind and the name of a chain: a chain and responses can have the same name.
package struct ChainName: Hashable, Sendable {
  package var kind: ChainKind
  package var name: String

  package init(_ kind: ChainKind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// - Parameter argument: `Main`, or `responses Main`.
  package init(argument: String) {
    let prefix = ChainKind.responses.rawValue + " "
    if argument.hasPrefix(prefix) {
      self.init(.responses, String(argument.dropFirst(prefix.count)))
    } else {
      self.init(.requests, argument)
    }
  }

  /// `Main`, or `responses Main`.
  package var argument: String {
    switch kind {
    case .requests: name
    case .responses: text
    }
  }

  /// `chain Main` or `responses Main`.
  package var text: String { "\(kind.rawValue) \(name)" }
}
