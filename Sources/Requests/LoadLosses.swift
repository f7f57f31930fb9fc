import WebURL

/// The parts of a request that a `load url` step does not hand on, since it loads the URL with a `GET`.
package struct LoadLosses: Hashable, Sendable {
  /// The names of the lost headers, in lower case. They are listed only if the step changes a header, since
  /// otherwise the app gets nothing but the URL.
  package private(set) var headers: [String] = []
  /// True if the request has a body, for example of a form sent by `POST`.
  package private(set) var body = false

  package init() {}

  /// The headers that are meant for one server, such as credentials. As in redirects of the Fetch standard, they
  /// are handed on only to the same origin.
  package static let headersOfOrigin = [
    "authorization", "cookie", "cookie2", "host", "origin", "proxy-authorization", "referer",
  ]

  /// The headers that describe the body, which a `GET` does not have.
  package static let headersOfBody = [
    "content-encoding", "content-language", "content-length", "content-location", "content-type",
    "transfer-encoding",
  ]

  /// Compares a request with the `GET` that a step hands on.
  ///
  /// - Parameters:
  ///   - kind: the kind of the chain. The headers of a response are no headers of a request.
  ///   - loaded: the result of the step.
  package init(of request: Request, _ kind: ChainKind, loading loaded: HandedRequest) {
    body = kind == .requests && request.hasBody
    if loaded.headers.isEmpty { return }
    let changesOrigin = !request.url.hasSameOrigin(as: WebURL.parse(loaded.url))
    let set = loaded.headers.map { $0.part }
    for setting in request.settings.unordered {
      guard case .header(let name) = setting.input, !set.contains(.header(name)) else { continue }
      if kind == .responses || changesOrigin && Self.headersOfOrigin.contains(name.string)
        || body && Self.headersOfBody.contains(name.string)
      {
        headers.append(name.string)
      }
    }
    headers.sort()
  }

  package var isEmpty: Bool { headers.isEmpty && !body }
}

extension Request {
  /// True if requests with this method have a body.
  package var hasBody: Bool {
    guard case .string(let method)? = settings[.method] else { return false }
    return !Self.methodsWithoutBody.contains(method)
  }

  package static let methodsWithoutBody = ["GET", "HEAD"]
}

extension WebURL {
  /// Returns true if both URLs have the same scheme, host and port.
  fileprivate func hasSameOrigin(as other: WebURL?) -> Bool {
    scheme == other?.scheme && hostname == other?.hostname && port == other?.port
  }
}
