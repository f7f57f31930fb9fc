//: output BasculeRequest
//: needs HeaderValue

/// A change of a header, whose name is in lower case.
@_spi(Generated) public nonisolated enum HeaderChange: Sendable {
  case set(StaticString, to: String), remove(StaticString)
}

extension NavigationRequest {
  /// The headers of the request with the changes.
  @_spi(Generated) public func headers(_ changes: HeaderChange...) -> [String: String] {
    var headers = headers
    for change in changes {
      let name =
        switch change {
        case .set(let name, _), .remove(let name): name.description
        }
      headers = headers.filter { $0.key.lowercased() != name }
      if case .set(_, let value) = change { headers[name] = value }
    }
    return headers
  }
}
