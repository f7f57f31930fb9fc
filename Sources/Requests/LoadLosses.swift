import WebURL

/// The parts of a request that a `load url` step does not hand on, since it loads another one: a `GET`.
package struct LoadLosses: Hashable, Sendable {
  /// The names of its headers that are not handed on, in lower case; none if the step changes no header, since the app then
  /// gets only the URL.
  package private(set) var headers: [String] = []
  /// True if the request has a body, as a form that is sent by `POST`.
  package private(set) var body = false

  package init() {}

  /// Headers for one server: who asks, and with which credentials. They are handed on only to the same origin, as redirects
  /// in the Fetch standard do.
  package static let headersOfOrigin = [
    "authorization", "cookie", "cookie2", "host", "origin", "proxy-authorization", "referer",
  ]

  /// Headers that describe the body, which a `GET` does not have.
  package static let headersOfBody = [
    "content-encoding", "content-language", "content-length", "content-location", "content-type",
    "transfer-encoding",
  ]

  /// - Parameters:
  ///   - kind: what is decided about; the headers of a response are no headers of a request.
  ///   - loaded: what the step hands on.
  package init(of request: Request, _ kind: ChainKind, loading loaded: HandedRequest) {
    body = kind == .requests && request.hasBody
    if loaded.headers.isEmpty { return }
    let changesOrigin = !request.url.hasSameOrigin(as: WebURL.parse(loaded.url))
    let set = loaded.headers.map(\.part)
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
  /// True for a method whose requests have a body.
  package var hasBody: Bool {
    guard case .string(let method)? = settings[.method] else { return false }
    return !Self.methodsWithoutBody.contains(method)
  }

  package static let methodsWithoutBody = ["GET", "HEAD"]
}

extension WebURL {
  /// Both have the same scheme, host and port.
  fileprivate func hasSameOrigin(as other: WebURL?) -> Bool {
    scheme == other?.scheme && hostname == other?.hostname && port == other?.port
  }
}
