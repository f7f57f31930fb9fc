import Requests
import WebURL

extension Cube {
  /// The relations that must hold, or must not, for requests of the cube.
  func relations(_ context: AnalysisContext) -> [(relation: Relation, holds: Bool)] {
    comparisons.compactMap { literal in
      context.relation(literal.atom).map { ($0, !literal.isNegated) }
    }
  }

  /// The URL that the request must have, because it equals other URLs.
  enum RequestName {
    case none
    case url(WebURL)
    /// A URL of `AtomTable.namedURLs`, although the cube has a form without a named URL.
    case named(Int)
    /// A contradiction, since different URLs would have to be the same.
    case contradictory
  }

  func nameOfRequest(_ context: AnalysisContext) -> RequestName {
    let relations = relations(context)
    var same: Set<URLRoot> = [.request]
    var names: Set<ExactString> = []
    if case .namedURL(let number) = kind.url {
      names.insert(ExactString(context.atomTable.namedURLs[number].normalized))
    }
    for _ in relations {
      for case (.sameURL(let one, let other), true) in relations
      where same.contains(one) || same.contains(other) {
        same.formUnion([one, other])
      }
    }
    for case (.namedURL(let root, let text), true) in relations where same.contains(root) {
      names.insert(text)
    }
    if names.count > 1 { return .contradictory }
    guard case .form = kind.url, let name = names.first, let url = WebURL.parse(name.string) else {
      return .none
    }
    return context.namedURL(of: name.string).map { .named($0) } ?? .url(url)
  }

  /// Returns whether the cube has relations. Then only a request shows if its values fit together.
  func hasRelations(_ context: AnalysisContext) -> Bool {
    comparisons.contains { context.relation($0.atom) != nil }
  }
}
