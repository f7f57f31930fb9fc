//: output BasculeRequest
//: needs HeaderValue HostValue PortValue

public import Foundation

/// A change of a header. The name of the header is in lower case.
@_spi(Generated) public nonisolated enum HeaderChange: Sendable {
  case set(StaticString, to: String), remove(StaticString)
}

extension NavigationRequest {
  /// Returns the headers of the `GET` request that loads the URL: the headers of this request with the changes.
  ///
  /// Another origin gets neither the credentials nor the address of the page. The request has no body, so headers that
  /// describe a body are left out. Headers of a response are not sent in a request.
  @_spi(Generated) public func headers(
    for url: URL, _ changes: HeaderChange...
  ) -> [String: String] {
    var lost = method == "GET" || method == "HEAD" ? [] : Self.headersOfBody
    if !hasOrigin(of: url) { lost += Self.headersOfOrigin }
    var headers = headers.filter { !lost.contains($0.key.lowercased()) }
    //: if NavigationResponse
    if response != nil { headers = [:] }
    //: end
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

  private static let headersOfOrigin = [
    "authorization", "cookie", "cookie2", "host", "origin", "proxy-authorization", "referer",
  ]
  private static let headersOfBody = [
    "content-encoding", "content-language", "content-length", "content-location", "content-type",
    "transfer-encoding",
  ]

  private func hasOrigin(of url: URL) -> Bool {
    let other = AddressParts(url.absoluteString)
    return scheme.value == other.scheme.value && host.value == other.host.value
      && port.value == other.port.value
  }
}
