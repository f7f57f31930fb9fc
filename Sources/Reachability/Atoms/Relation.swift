import Requests

/// A relation of several values, as the test of an atom that is about several components.
enum Relation: Hashable {
  /// Both texts are present and in the relation.
  case text(TextRelation, ComponentView, ComponentView)
  /// The text is in a list of the app.
  case listed(ComponentView, in: AppValueKey)
  /// The host matches a pattern in a list of the app.
  case likeListed(ComponentView, in: AppValueKey)
  /// The whole URLs are the same.
  case sameURL(URLRoot, URLRoot)
  /// The whole URL equals this normalized URL.
  case namedURL(URLRoot, ExactString)
  /// The whole URL is in a list of the app.
  case listedURL(URLRoot, in: AppValueKey)
  /// The URL has a host, and the same scheme, host and port as a URL in a list of the app.
  case listedOrigin(URLRoot, in: AppValueKey)

  /// The parts that are the same in equal URLs.
  static let wholeParts: [URLPart] = [.scheme, .host, .port, .path(.whole), .fragment]

  /// The numbers of the components that the relation is about.
  ///
  /// - Parameter number: returns the number of a component.
  func components(_ number: (Component) -> Int) -> [Int] {
    func parts(_ parts: [URLPart], _ root: URLRoot) -> [Int] {
      parts.map { number(.part($0, of: root)) }
    }
    return switch self {
    case .text(_, let one, let other): [one.component, other.component]
    case .listed(let text, _), .likeListed(let text, _): [text.component]
    case .sameURL(let one, let other): parts(Self.wholeParts, one) + parts(Self.wholeParts, other)
    case .namedURL(let root, _), .listedURL(let root, _): parts(Self.wholeParts, root)
    case .listedOrigin(let root, _): parts([.scheme, .host, .port], root)
    }
  }

  /// True if the texts of whole URLs determine the relation.
  var isOfTexts: Bool {
    switch self {
    case .sameURL, .namedURL: true
    case .text, .listed, .likeListed, .listedURL, .listedOrigin: false
    }
  }

  /// True if the relation is about a list of the app.
  var isOfList: Bool {
    switch self {
    case .listed, .likeListed, .listedURL, .listedOrigin: true
    case .text, .sameURL, .namedURL: false
    }
  }

  /// True if the relation is about the whole URL of the request.
  var isOfWholeRequest: Bool {
    switch self {
    case .sameURL(let one, let other): one == .request || other == .request
    case .namedURL(let root, _), .listedURL(let root, _): root == .request
    case .text, .listed, .likeListed, .listedOrigin: false
    }
  }

  /// Returns whether the two texts are in the relation; nil if the relation is not about two texts.
  ///
  /// - Parameter value: returns the value of a component.
  func holdsOfTexts(_ value: (Int) -> ComponentValue) -> Bool? {
    guard case .text(let relation, let one, let other) = self else { return nil }
    guard case .text(let text) = one.part(of: value(one.component)),
      case .text(let part) = other.part(of: value(other.component))
    else { return false }
    return relation.holds(text, part)
  }
}
