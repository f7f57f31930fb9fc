import CWebKitGTK
import EngineEvents

@MainActor open class WKWebView: UIView, AssociatingObject {
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  open weak var uiDelegate: (any WKUIDelegate)?
  public let configuration: WKWebViewConfiguration
  /// A setting without effect here.
  public let scrollView = UIScrollView()
  /// A setting without effect here.
  open var allowsBackForwardNavigationGestures = false
  let engine: Engine
  /// The number of the web view in the messages of its pages, since a popup shares the engine's handlers with its
  /// opener.
  private let number: Int
  private static var count = 0
  /// Stand-in only.
  public var associated: [UnsafeRawPointer: AnyObject] = [:]

  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    self.configuration = configuration
    Self.count += 1
    number = Self.count
    engine = Engine(configuration)
    super.init()
    WebEngine.webViews += 1
    engine.owner = self
    let controller = configuration.userContentController
    controller.engine = engine
    for (name, world) in controller.worlds {
      engine.addHandler(name, in: world, replies: controller.handlers[name] == nil)
    }
    engine.addHandler(Self.evidenceName, in: .page, replies: false)
    let names = controller.worlds.keys.sorted()
    reportSenders(
      of: names.filter { controller.worlds[$0] === WKContentWorld.page }
        + [Self.evidenceName])
    let others = names.filter { controller.worlds[$0] !== WKContentWorld.page }
    if !others.isEmpty { reportSenders(of: others, in: .defaultClient) }
    for script in controller.userScripts { engine.add(script) }
    for list in controller.ruleLists { engine.add(list) }
  }

  isolated deinit { WebEngine.webViews -= 1 }

  open var backForwardList: WKBackForwardList {
    WKBackForwardList { [weak engine] in
      guard let engine else { return nil }
      let list = webkit_web_view_get_back_forward_list(engine.view)
      guard let item = webkit_back_forward_list_get_current_item(list) else { return nil }
      return text(webkit_back_forward_list_item_get_uri(item)).flatMap { URL(string: $0) }
    }
  }

  open var url: URL? { text(webkit_web_view_get_uri(engine.view)).flatMap { URL(string: $0) } }

  open var title: String? { text(webkit_web_view_get_title(engine.view)) }

  open var customUserAgent: String? {
    didSet {
      webkit_settings_set_user_agent(webkit_web_view_get_settings(engine.view), customUserAgent)
    }
  }

  open var isInspectable = false {
    didSet {
      webkit_settings_set_enable_developer_extras(
        webkit_web_view_get_settings(engine.view), isInspectable ? 1 : 0)
    }
  }

  /// A setting without effect here.
  open var allowsLinkPreview = true
  /// A setting without effect here.
  open var isFindInteractionEnabled = false

  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? {
    engine.expectWatched()
    let sent = webkit_uri_request_new(request.url?.absoluteString ?? "")
    if let headers = webkit_uri_request_get_http_headers(sent) {
      for (name, value) in request.allHTTPHeaderFields ?? [:] {
        soup_message_headers_replace(headers, name, value)
      }
    }
    webkit_web_view_load_request(engine.view, sent)
    g_object_unref(sent)
    return WKNavigation()
  }

  @discardableResult open func goBack() -> WKNavigation? {
    webkit_web_view_go_back(engine.view)
    return WKNavigation()
  }

  @discardableResult open func goForward() -> WKNavigation? {
    webkit_web_view_go_forward(engine.view)
    return WKNavigation()
  }

  @discardableResult open func reload() -> WKNavigation? {
    webkit_web_view_reload(engine.view)
    return WKNavigation()
  }

  // MARK: JavaScript

  private final class Waiting {
    let handler: (@MainActor (Result<Any, any Error>) -> Void)?
    init(_ handler: (@MainActor (Result<Any, any Error>) -> Void)?) { self.handler = handler }
  }

  /// Runs JavaScript. WebKitGTK does not accept lists as arguments, so they are passed as JSON text.
  open func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    let names = arguments.keys.sorted()
    let body = """
      const values = JSON.parse(json);
      return await (async (\(names.joined(separator: ", "))) => {
      \(functionBody)
      })(...values);
      """
    let json: String
    do {
      json = try JavaScriptValue.json(names.map { arguments[$0] ?? NSNull() })
    } catch {
      completionHandler?(.failure(error))
      return
    }
    let dictionary = g_variant_dict_new(nil)
    g_variant_dict_insert_value(dictionary, "json", g_variant_new_string(json))
    let waiting = Unmanaged.passRetained(Waiting(completionHandler)).toOpaque()
    webkit_web_view_call_async_javascript_function(
      engine.view, body, -1, g_variant_dict_end(dictionary), nil, nil, nil,
      { source, result, data in
        let all = OnMain((source!, result!, data!))
        MainActor.assumeIsolated { WKWebView.finish(all.value.0, all.value.1, all.value.2) }
      }, waiting)
    g_variant_dict_unref(dictionary)
  }

  /// Runs JavaScript and waits for its result, for the tests.
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    contentWorld: WKContentWorld
  ) async throws -> Any? {
    try await withCheckedThrowingContinuation { caller in
      callAsyncJavaScript(functionBody, arguments: arguments, in: frame, in: contentWorld) {
        caller.resume(with: $0.map { OnMain($0 is NSNull ? nil : $0) })
      }
    }.value
  }

  private static func finish(
    _ source: UnsafeMutablePointer<GObject>, _ result: OpaquePointer,
    _ data: UnsafeMutableRawPointer
  ) {
    let handler = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue().handler
    var error: UnsafeMutablePointer<GError>?
    let value = webkit_web_view_call_async_javascript_function_finish(cast(source), result, &error)
    if let error {
      let message = text(error.pointee.message) ?? ""
      g_error_free(error)
      handler?(.failure(WKError.javaScriptException(message)))
      return
    }
    let owned = value.map { JavaScriptValue.Owned($0) }
    handler?(.success(owned.flatMap { $0.use { JavaScriptValue.foundation($0) } } ?? NSNull()))
  }

  // MARK: Messages

  private static let evidenceName = "testEvidence"

  /// Adds the script that reports senders. WebKitGTK does not report the sender of a message, so every frame adds its
  /// own origin to its messages. The script also defines `evidence(text)` in the page.
  func reportSenders(of names: [String], in world: WKContentWorld = .page) {
    engine.addSenderScript(Self.senderScript(names, number, world))
  }

  private static func senderScript(
    _ names: [String], _ number: Int, _ world: WKContentWorld
  ) -> WKUserScript {
    let list = (try? JavaScriptValue.json(names)) ?? "[]"
    let source = """
      (() => {
        const handlers = window.webkit.messageHandlers;
        const kept = [];
        for (const name of \(list)) {
          const handler = handlers[name];
          if (!handler) { continue; }
          const post = handler.postMessage;
          Object.defineProperty(handler, "postMessage", {
            value: (body) => post.call(handler, {
              isMainFrame: window === window.top, origin: self.origin, url: location.href, body,
              view: \(number),
            }),
          });
          kept.push(handler);
        }
        Object.defineProperty(window, Symbol("kept"), { value: kept });
        if (window.evidence || !\(world === WKContentWorld.page)) { return; }
        const evidence = kept[kept.length - 1];
        Object.defineProperty(window, "evidence", {
          value: (text) => { evidence.postMessage(String(text)).catch(() => {}); },
        });
      })();
      """
    return WKUserScript(
      source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world)
  }

  private func message(_ envelope: Any?, name: String) -> WKScriptMessage {
    let parts = envelope as? [String: Any] ?? [:]
    let url = (parts["url"] as? String).flatMap { URL(string: $0) }
    let frame = WKFrameInfo(
      isMainFrame: (parts["isMainFrame"] as? NSNumber)?.boolValue ?? false,
      request: URLRequest(url: url ?? URL(filePath: "/")),
      securityOrigin: WKSecurityOrigin(serialized: parts["origin"] as? String ?? "null"),
      webView: self)
    return WKScriptMessage(body: parts["body"] ?? NSNull(), frameInfo: frame, name: name)
  }

  /// Returns whether the message is from a page of this web view.
  func isSender(of envelope: Any?) -> Bool {
    guard let parts = envelope as? [String: Any], let view = parts["view"] as? NSNumber else {
      return configuration.opener == nil
    }
    return view.intValue == number
  }

  func receive(_ envelope: Any?, name: String) {
    guard isSender(of: envelope) else { return }
    WebEngine.arrived?()
    let message = message(envelope, name: name)
    if name == Self.evidenceName {
      TestEngine.observe(.evidence(message.body as? String ?? ""))
      return
    }
    let controller = configuration.userContentController
    controller.handlers[name]?.userContentController(controller, didReceive: message)
  }

  func receive(
    _ envelope: Any?, name: String, reply: @escaping @MainActor (Any?, String?) -> Void
  ) {
    WebEngine.arrived?()
    let message = message(envelope, name: name)
    let controller = configuration.userContentController
    guard let handler = controller.replyHandlers[name] else {
      return reply(nil, "WKWebView API client did not respond to this postMessage")
    }
    Task {
      let (value, error) = await handler.userContentController(controller, didReceive: message)
      reply(value, error)
    }
  }
}
