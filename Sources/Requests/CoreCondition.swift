import WebURL

/// A condition that consists of core tests.
package indirect enum CoreCondition: Hashable, Sendable {
  case constant(Bool)
  case test(RequestValue, RequestTest)
  case not(CoreCondition)
  /// A conjunction. If several parts bind the same capture, the first of them counts.
  case all([CoreCondition])
  /// A disjunction. It binds the captures of the first part that holds.
  case any([CoreCondition])

  /// The indices of the captures that the condition can bind.
  package var captures: [Int] {
    switch self {
    case .constant, .not: []
    case .test(_, let test): test.captures
    case .all(let parts), .any(let parts): parts.flatMap { $0.captures }
    }
  }

  /// Returns the condition with the index of every capture replaced.
  package func mapCaptures(_ transform: (Int) -> Int) -> CoreCondition {
    switch self {
    case .constant: self
    case .test(let value, let test): .test(value, test.mapCaptures(transform))
    case .not(let inner): .not(inner.mapCaptures(transform))
    case .all(let parts): .all(parts.map { $0.mapCaptures(transform) })
    case .any(let parts): .any(parts.map { $0.mapCaptures(transform) })
    }
  }

  /// Calls the body for every test.
  package func eachTest(_ body: (RequestValue, RequestTest) -> Void) {
    switch self {
    case .constant: break
    case .test(let value, let test): body(value, test)
    case .not(let inner): inner.eachTest(body)
    case .all(let parts), .any(let parts): for part in parts { part.eachTest(body) }
    }
  }
}

extension CoreCondition {
  /// Creates the condition of `url like` from tests of the parts of the URL.
  package init(_ glob: URLGlob, of root: URLRoot) {
    func member(_ part: URLPart, _ glob: Glob) -> CoreCondition {
      .test(.part(part, of: root), .member(of: TextPattern(glob)))
    }
    func scheme(_ names: [String]) -> CoreCondition {
      .test(.part(.scheme, of: root), .member(of: .oneOf(names.map { ExactString($0) })))
    }
    let namesPort = CoreCondition.test(.part(.port, of: root), .present)
    switch glob {
    case .opaque(let name, let rest, let query, let fragment):
      var parts = [scheme([name]), member(.afterScheme, rest)]
      if let query { parts.append(member(.writtenQuery, query)) }
      if let fragment { parts.append(member(.writtenFragment, fragment)) }
      self = .all(parts)
    case .hierarchical(let name, let host, let port, let path, let query, let fragment):
      var parts: [CoreCondition] = []
      if let name { parts.append(scheme([name])) }
      if host.elements.isEmpty {
        parts.append(.not(.test(.part(.host, of: root), .present)))
      } else {
        parts.append(member(.host, host))
      }
      switch port {
      case .any: break
      case .byScheme: parts.append(.not(namesPort))
      case .number(let number):
        // The URL contains the port, or omits it because it is the default port of the scheme.
        let written = CoreCondition.test(
          .part(.port, of: root), .number(in: IntegerSet([Int64(number)])))
        let schemes = WebURL.schemesWithDefaultPort.filter { WebURL.defaultPort($0) == number }
        let isByDefault = name == nil && !schemes.isEmpty
        parts.append(
          isByDefault ? .any([written, .all([scheme(schemes), .not(namesPort)])]) : written)
      }
      parts.append(member(.path(.whole), path))
      if let query { parts.append(member(.writtenQuery, query)) }
      if let fragment { parts.append(member(.writtenFragment, fragment)) }
      self = .all(parts)
    }
  }
}
