//: output BasculeWebKit
//: needs ReachedLimit ChainNavigationDelegate PageLimits SchemeHandler WebSession

#if canImport(WebKit)
  import Foundation
  public import WebKit

  extension WebConfiguration {
    /// Sets the handlers of the app's schemes. Call it before you make a web view for `WebSession(_:attaching:)`.
    public func addSchemeHandlers(to web: WKWebViewConfiguration) {
      for handler in schemeHandlers where web.urlSchemeHandler(forURLScheme: handler.scheme) == nil
      {
        let adapter = SchemeAdapter(handler)
        //: if SchemeOrigins
        adapter.originSource = originSource
        //: end
        web.setURLSchemeHandler(adapter, forURLScheme: handler.scheme)
      }
    }

    /// Returns the schemes for which the web view has no handler, or one that the app has set itself.
    func missingSchemes(in web: WKWebViewConfiguration) -> [String] {
      schemeHandlers.map(\.scheme).filter {
        !(web.urlSchemeHandler(forURLScheme: $0) is SchemeAdapter)
      }
    }
  }

  /// Answers the requests of one scheme. WebKit throws an exception if a request is answered after its end.
  @MainActor final class SchemeAdapter: NSObject, WKURLSchemeHandler {
    let handler: SchemeHandler
    //: if SchemeOrigins
    fileprivate(set) weak var originSource: (any OriginSource)?
    //: end
    /// The tasks of running requests, by request.
    private var answers: [ObjectIdentifier: Task<Void, Never>] = [:]
    /// The requests that wait until others have ended, in their order.
    private var waiting: [(request: SchemeRequest, task: any WKURLSchemeTask)] = []
    /// The number of running functions of the app. It includes those for requests that the page has stopped.
    private var running = 0

    init(_ handler: SchemeHandler) { self.handler = handler }

    func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
      guard let request = SchemeRequest(task.request), isAnswered(request.page) else {
        return task.didFailWithError(URLError(.noPermissionsToReadFile))
      }
      if running < PageLimits.schemeRequests {
        start(request, task)
        return
      }
      let hasRoom = waiting.count < PageLimits.waitingSchemeRequests
      if hasRoom {
        waiting.append((request, task))
      } else {
        task.didFailWithError(URLError(.resourceUnavailable))
      }
      let delegate = webView.navigationDelegate as? ChainNavigationDelegate
      _ = delegate?.isBelow(.requests(handler.scheme), hasRoom, in: webView)
    }

    func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {
      waiting.removeAll { $0.task === task }
      answers.removeValue(forKey: ObjectIdentifier(task))?.cancel()
    }

    private func start(_ request: SchemeRequest, _ task: any WKURLSchemeTask) {
      let id = ObjectIdentifier(task)
      running += 1
      answers[id] = Task {
        do {
          try await answer(request, to: task)
          if answers.removeValue(forKey: id) != nil { task.didFinish() }
        } catch {
          // The app's own error could reach the page's process.
          let code = (error as? URLError)?.code ?? .resourceUnavailable
          if answers.removeValue(forKey: id) != nil { task.didFailWithError(URLError(code)) }
        }
        running -= 1
        if !waiting.isEmpty {
          let next = waiting.removeFirst()
          start(next.request, next.task)
        }
      }
    }

    private func isAnswered(_ page: URL) -> Bool {
      //: if SchemeOrigins
      if isOfOrigin(page) { return true }
      //: end
      return page.scheme?.lowercased() == handler.scheme
    }

    private func answer(_ request: SchemeRequest, to task: any WKURLSchemeTask) async throws {
      guard let response = try await handler.answer(request) else { throw URLError(.cancelled) }
      let head = HTTPURLResponse(
        url: request.url, statusCode: response.status, httpVersion: "HTTP/1.1",
        headerFields: response.headers)
      guard let head else { throw URLError(.badServerResponse) }
      let id = ObjectIdentifier(task)
      if answers[id] == nil { return }
      task.didReceive(head)
      for try await part in response.content {
        if answers[id] == nil { return }
        task.didReceive(part)
      }
    }
  }

  nonisolated extension SchemeRequest {
    /// Creates the request of a page; nil without a URL or a page.
    fileprivate init?(_ request: URLRequest) {
      guard let url = request.url, let page = request.mainDocumentURL else { return nil }
      self.init(
        url, method: request.httpMethod ?? "GET", headers: request.allHTTPHeaderFields ?? [:],
        body: request.httpBody, page: page)
    }
  }
#endif
