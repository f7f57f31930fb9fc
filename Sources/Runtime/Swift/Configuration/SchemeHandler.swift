//: output BasculeConfigurations

public import Foundation

/// A request of a page for a URL whose scheme the app answers.
public nonisolated struct SchemeRequest: Sendable, Hashable {
  public let url: URL
  public let method: String
  public let headers: [String: String]
  public let body: Data?
  /// The URL of the page that the web view shows or loads.
  public let page: URL

  public init(
    _ url: URL, method: String = "GET", headers: [String: String] = [:], body: Data? = nil,
    page: URL
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.page = page
  }
}

/// The app's answer to a request of a page.
public nonisolated struct SchemeResponse: Sendable {
  public let status: Int
  public let headers: [String: String]
  public let content: AsyncThrowingStream<Data, any Error>

  /// - Parameters:
  ///   - type: the value of the header `Content-Type`.
  ///   - headers: the other headers. `Cache-Control` is `no-store` by default.
  public init(_ data: Data, type: String, status: Int = 200, headers: [String: String] = [:]) {
    let content = AsyncThrowingStream { stream in
      stream.yield(data)
      stream.finish()
    }
    self.init(
      content, type: type, status: status,
      headers: headers.adding("Content-Length", "\(data.count)"))
  }

  /// Creates a response whose content arrives in parts, for example a film. The page can stop loading it before its
  /// end.
  public init(
    _ content: AsyncThrowingStream<Data, any Error>, type: String, status: Int = 200,
    headers: [String: String] = [:]
  ) {
    self.content = content
    self.status = status
    // WebKit would give content from its cache to pages of other origins.
    self.headers = headers.filter { $0.key.lowercased() != "content-type" }
      .adding("Content-Type", type).adding("Cache-Control", "no-store")
  }
}

nonisolated extension [String: String] {
  /// Returns the headers with one more, unless they have one of the same name. Names are compared ignoring case.
  fileprivate func adding(_ name: String, _ value: String) -> Self {
    if keys.contains(where: { $0.lowercased() == name.lowercased() }) { return self }
    return merging([name: value]) { $1 }
  }
}

/// Answers the requests for URLs of one scheme.
public nonisolated struct SchemeHandler: Sendable {
  /// Answers a request; returns nil once the app's objects are released. An error fails the request, and pages do not
  /// learn its text.
  public typealias Answer = @MainActor @Sendable (SchemeRequest) async throws -> SchemeResponse?

  /// The scheme in lower case.
  public let scheme: String
  //: if SchemeOrigins
  /// The origins of the pages that are answered, in addition to pages with the scheme itself.
  public let origins: [TrustedOrigin]
  //: end
  let answer: Answer

  public init(
    _ scheme: String,
    //: if SchemeOrigins
    from origins: [TrustedOrigin] = [],
    //: end
    answer: @escaping Answer
  ) {
    self.scheme = scheme
    //: if SchemeOrigins
    self.origins = origins
    //: end
    self.answer = answer
  }
}
