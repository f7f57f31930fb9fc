import WebURL

/// A part of the request that `setting` and `removing` change.
package enum ChangedPart: Hashable, Sendable {
  case scheme
  case host
  case port
  case path
  /// The user name and the password.
  case user
  case query(ExactString)
  case fragment
  /// The header with the name, in lower case.
  case header(ExactString)

  /// Creates the part that contains the value; nil if steps cannot change it.
  package init?(_ value: RequestValue) {
    switch value {
    case .scheme: self = .scheme
    case .host: self = .host
    case .port: self = .port
    case .path: self = .path
    case .part(.queryItem(let key), of: .request): self = .query(key)
    case .part(.fragment, of: .request): self = .fragment
    case .input(.header(let name)): self = .header(name)
    case .part, .input: return nil
    }
  }

  /// The word for `user`, which rules cannot test.
  package static let userWord = "user"

  /// The part in the syntax of rules.
  package var text: String { value?.text ?? Self.userWord }

  /// The value of the part that rules test; nil for `user`.
  package var value: RequestValue? {
    switch self {
    case .scheme: .scheme
    case .host: .host
    case .port: .port
    case .path: .path
    case .user: nil
    case .query(let key): .query(key)
    case .fragment: .part(.fragment, of: .request)
    case .header(let name): .header(name)
    }
  }

  package var canBeSet: Bool { self != .user }

  package var canBeRemoved: Bool {
    switch self {
    case .user, .query, .fragment, .header, .port: true
    case .scheme, .host, .path: false
    }
  }

  /// The word that sets scheme, host and port together.
  package static let originWord = "origin"

  /// True if a step can set the part only in requests that lack it.
  package var canBeMissing: Bool {
    switch self {
    case .query, .fragment: true
    case .scheme, .host, .port, .path, .user, .header: false
    }
  }

  /// True if steps can change the part only in URLs of web pages.
  package var isOfWebPage: Bool {
    switch self {
    case .scheme, .host, .port, .path: true
    case .user, .query, .fragment, .header: false
    }
  }

  /// True if a step can copy the part from a URL of the app.
  package var isSettableFromApp: Bool {
    switch self {
    case .scheme, .host, .port: true
    case .path, .user, .query, .fragment, .header: false
    }
  }

  package var isHeader: Bool { if case .header = self { true } else { false } }

  /// The position of the change in the order in which changes are made; the default port depends on the scheme.
  package var order: Int {
    switch self {
    case .scheme: 0
    case .host: 1
    case .port: 2
    case .user: 3
    case .path: 4
    case .query: 5
    case .fragment: 6
    case .header: 7
    }
  }
}

/// A change of one part of the request that a step hands on.
package struct RequestChange<Value: Sendable>: Sendable {
  package var part: ChangedPart
  /// The new value; nil if the part is removed.
  package var value: Value?
  /// True if the part changes only in requests that lack it.
  package var onlyIfMissing: Bool

  package init(part: ChangedPart, value: Value?, onlyIfMissing: Bool = false) {
    self.part = part
    self.value = value
    self.onlyIfMissing = onlyIfMissing
  }

  package func map<New, Failure: Error>(
    _ transform: (Value) throws(Failure) -> New
  ) throws(Failure) -> RequestChange<New> {
    guard let value else { return RequestChange<New>(part: part, value: nil) }
    return RequestChange<New>(
      part: part, value: try transform(value), onlyIfMissing: onlyIfMissing)
  }
}

/// Returns whether a step with these changes works only for URLs of web pages.
///
/// - Parameter loads: whether the step is `load url`.
package func needsWebPage<Value>(_ changes: [RequestChange<Value>], loads: Bool) -> Bool {
  loads ? !changes.isEmpty : changes.contains { $0.part.isOfWebPage }
}

extension RequestChange: Equatable where Value: Equatable {}
extension RequestChange: Hashable where Value: Hashable {}

/// The request that a step hands to the web view or to the system.
package struct HandedRequest: Hashable, Sendable {
  /// The text of the URL, with the changes.
  package var url: String
  /// The changes of the request about which the chain decides.
  package var changes: [RequestChange<String>]
  /// The parts of the request that `load url` does not hand on.
  package var losses = LoadLosses()

  package init(url: String, changes: [RequestChange<String>] = []) {
    self.url = url
    self.changes = changes
  }

  /// The changes of headers.
  package var headers: [RequestChange<String>] { changes.filter { $0.part.isHeader } }
}

extension ChangedPart {
  package static let webPageSchemes = ["http", "https"]

  /// The path with escapes, as the changed URL contains it.
  package static func writtenPath(_ path: String) -> String { WebURL.writtenPath(path) }
}

extension WebURL {
  /// Returns the URL with the changes.
  fileprivate func changed(_ changes: [RequestChange<String>]) -> WebURL {
    var url = self
    for change in changes {
      switch (change.part, change.value) {
      case (.scheme, let value?): url.setScheme(value)
      case (.host, let value?): url.setHost(value)
      case (.port, let value): url.setPort(value.flatMap { Int($0) })
      case (.path, let value?): url.setPath(value)
      case (.query(let key), let value?): url.setQueryItem(key.string, value)
      case (.query(let key), nil): url.removeQueryItem(key.string)
      case (.fragment, let value): url.setFragment(value)
      case (.user, _): url.removeUser()
      case (.header, _), (.scheme, nil), (.host, nil), (.path, nil): break
      }
    }
    return url
  }
}

extension Request {
  /// The request that a step with these changes hands on; nil if the step works only for URLs of web pages and
  /// this is none.
  package func handed(
    _ changes: [RequestChange<String>], needsWebPage: Bool
  ) -> HandedRequest? {
    if needsWebPage, !ChangedPart.webPageSchemes.contains(url.scheme) { return nil }
    let isSame = changes.allSatisfy { $0.part.isHeader }
    return HandedRequest(
      url: isSame ? url.href : url.changed(changes).handedOn, changes: changes)
  }
}
