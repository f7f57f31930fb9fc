import CWebKitGTK

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

/// One request of the engine. Its answer reaches the page as a whole.
@MainActor final class EngineSchemeTask: NSObject, WKURLSchemeTask {
  public let request: URLRequest
  private let engineRequest: UnsafeMutablePointer<WebKitURISchemeRequest>
  private var response: HTTPURLResponse?
  private var content = Data()
  private var isOver = false

  /// Keeps a handler as long as the engine's context exists.
  private final class Registration {
    let handler: any WKURLSchemeHandler
    init(_ handler: any WKURLSchemeHandler) { self.handler = handler }
  }

  static func register(
    _ handlers: [String: any WKURLSchemeHandler], in context: UnsafeMutablePointer<WebKitWebContext>
  ) {
    for (scheme, handler) in handlers {
      webkit_web_context_register_uri_scheme(
        context, scheme,
        { request, data in
          let all = OnMain((request!, data!))
          MainActor.assumeIsolated {
            let registration = Unmanaged<Registration>.fromOpaque(all.value.1)
            EngineSchemeTask.start(all.value.0, registration.takeUnretainedValue().handler)
          }
        }, Unmanaged.passRetained(Registration(handler)).toOpaque(),
        { Unmanaged<Registration>.fromOpaque($0!).release() })
    }
  }

  private static func start(
    _ request: UnsafeMutablePointer<WebKitURISchemeRequest>, _ handler: any WKURLSchemeHandler
  ) {
    guard let view = webkit_uri_scheme_request_get_web_view(request),
      let owner = Engine.owner(of: view), let task = EngineSchemeTask(request, in: view)
    else { return }
    handler.webView(owner, start: task)
  }

  private init?(
    _ request: UnsafeMutablePointer<WebKitURISchemeRequest>,
    in view: UnsafeMutablePointer<WebKitWebView>
  ) {
    guard let url = URL(string: text(webkit_uri_scheme_request_get_uri(request)) ?? "") else {
      return nil
    }
    var made = URLRequest(url: url)
    made.httpMethod = text(webkit_uri_scheme_request_get_http_method(request)) ?? "GET"
    // The page is the one that is shown or that is being loaded.
    made.mainDocumentURL = text(webkit_web_view_get_uri(view)).flatMap { URL(string: $0) }
    self.request = made
    engineRequest = request
    g_object_ref(request)
    super.init()
  }

  isolated deinit { g_object_unref(engineRequest) }

  private func expectOpen() {
    precondition(!isOver, "Apple's WebKit throws an exception here")
  }

  func didReceive(_ response: URLResponse) {
    expectOpen()
    self.response = response as? HTTPURLResponse
  }

  func didReceive(_ data: Data) {
    expectOpen()
    content.append(data)
  }

  func didFinish() {
    expectOpen()
    isOver = true
    let bytes = content.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    let stream = g_memory_input_stream_new_from_bytes(bytes)
    let answer = webkit_uri_scheme_response_new(stream, gint64(content.count))
    webkit_uri_scheme_response_set_status(answer, guint(response?.statusCode ?? 200), nil)
    let type = response?.value(forHTTPHeaderField: "Content-Type")
    webkit_uri_scheme_response_set_content_type(answer, type)
    let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
    for (name, value) in response?.allHeaderFields ?? [:] {
      soup_message_headers_append(headers, "\(name)", "\(value)")
    }
    webkit_uri_scheme_response_set_http_headers(answer, headers)
    webkit_uri_scheme_request_finish_with_response(engineRequest, answer)
    g_object_unref(answer)
    g_object_unref(stream)
    g_bytes_unref(bytes)
  }

  func didFailWithError(_ error: any Error) {
    expectOpen()
    isOver = true
    let made = g_error_new_literal(1, 1, "\(error)")
    webkit_uri_scheme_request_finish_error(engineRequest, made)
    g_error_free(made)
  }
}
