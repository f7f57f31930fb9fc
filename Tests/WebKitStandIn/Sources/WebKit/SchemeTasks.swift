@MainActor public protocol WKURLSchemeTask: NSObjectProtocol {
  var request: URLRequest { get }
  func didReceive(_ response: URLResponse)
  func didReceive(_ data: Data)
  func didFinish()
  func didFailWithError(_ error: any Error)
}

@MainActor public protocol WKURLSchemeHandler: NSObjectProtocol {
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}

/// Stand-in only: records its answer.
@MainActor public final class RecordedSchemeTask: NSObject, WKURLSchemeTask {
  public let request: URLRequest
  public private(set) var response: HTTPURLResponse?
  public private(set) var parts: [Data] = []
  public private(set) var end: Result<Void, any Error>?
  /// The test has told the handler to stop.
  public var isStopped = false

  public init(_ url: URL, page: URL?) {
    var request = URLRequest(url: url)
    request.mainDocumentURL = page
    self.request = request
  }

  private func expectOpen() {
    precondition(end == nil && !isStopped, "Apple's WebKit throws an exception here")
  }

  public func didReceive(_ response: URLResponse) {
    expectOpen()
    self.response = response as? HTTPURLResponse
  }

  public func didReceive(_ data: Data) {
    expectOpen()
    precondition(response != nil, "Apple's WebKit throws an exception here")
    parts.append(data)
  }

  public func didFinish() {
    expectOpen()
    precondition(response != nil, "Apple's WebKit throws an exception here")
    end = .success(())
  }

  public func didFailWithError(_ error: any Error) {
    expectOpen()
    end = .failure(error)
  }
}
