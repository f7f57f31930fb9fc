import CWebKitGTK
import EngineEvents

/// One web view of WebKitGTK, and its signals.
@MainActor final class Engine {
  private typealias View = UnsafeMutablePointer<WebKitWebView>

  let view: UnsafeMutablePointer<WebKitWebView>
  private let manager: UnsafeMutablePointer<WebKitUserContentManager>
  private let context: UnsafeMutablePointer<WebKitWebContext>
  private let isPopup: Bool
  private let window: UnsafeMutablePointer<GtkWidget>
  weak var owner: WKWebView?
  private var names: [MessageName] = []
  /// The scripts that stay when all others are removed.
  private var senderScripts: [WKUserScript] = []
  /// The delegates at each call of `watch`.
  private var watchedDelegates: [ObjectIdentifier?] = []

  init(_ configuration: WKWebViewConfiguration) {
    if let opener = configuration.opener?.engine {
      // The engine gives a popup the content manager of its opener.
      manager = opener.manager
      context = opener.context
      g_object_ref(manager)
      g_object_ref(context)
      webkit_user_content_manager_remove_all_scripts(manager)
      view = new_related_web_view(opener.view, manager)
    } else {
      manager = webkit_user_content_manager_new()!
      context = Self.newContext()
      view = new_web_view(context, manager)
    }
    isPopup = configuration.opener != nil
    let settings = webkit_web_view_get_settings(view)
    webkit_settings_set_hardware_acceleration_policy(
      settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
    webkit_settings_set_javascript_can_open_windows_automatically(settings, 1)
    webkit_settings_set_enable_page_cache(settings, 0)
    webkit_settings_set_media_playback_allows_inline(
      settings, configuration.allowsInlineMediaPlayback ? 1 : 0)
    webkit_settings_set_media_playback_requires_user_gesture(
      settings, configuration.mediaTypesRequiringUserActionForPlayback.isEmpty ? 0 : 1)
    webkit_settings_set_enable_fullscreen(
      settings, configuration.preferences.isElementFullscreenEnabled ? 1 : 0)
    if let name = configuration.applicationNameForUserAgent {
      let agent = text(webkit_settings_get_user_agent(settings)) ?? ""
      webkit_settings_set_user_agent(settings, agent + " " + name)
    }
    if !configuration.defaultWebpagePreferences.allowsContentJavaScript {
      webkit_settings_set_enable_javascript_markup(settings, 0)
    }
    // A popup has the context of its opener.
    if !isPopup { EngineSchemeTask.register(configuration.schemeHandlers, in: context) }
    window = gtk_offscreen_window_new()
    gtk_container_add(cast(window), cast(view))
    gtk_window_set_default_size(cast(window), 800, 600)
    gtk_widget_show_all(window)
    var objects: [UnsafeMutablePointer<GObject>] = [cast(view), cast(window)]
    if !isPopup { objects += [cast(manager), cast(context)] }
    for object in objects { count(object) }
    g_object_set_data(cast(view), Self.key, Unmanaged.passUnretained(self).toOpaque())
    connectSignals()
  }

  private static let key = "bascule-engine"

  static func owner(of view: UnsafeMutablePointer<WebKitWebView>) -> WKWebView? {
    let object: UnsafeMutablePointer<GObject> = cast(view)
    return g_object_get_data(object, key).flatMap { from($0).owner }
  }

  private static func newContext() -> UnsafeMutablePointer<WebKitWebContext> {
    let data = webkit_website_data_manager_new_ephemeral()!
    // The site's certificate is self-signed.
    webkit_website_data_manager_set_tls_errors_policy(data, WEBKIT_TLS_ERRORS_POLICY_IGNORE)
    if let port = TestEngine.proxyPort {
      let settings = webkit_network_proxy_settings_new("http://127.0.0.1:\(port)", nil)
      webkit_website_data_manager_set_network_proxy_settings(
        data, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
      webkit_network_proxy_settings_free(settings)
    }
    defer { g_object_unref(data) }
    return webkit_web_context_new_with_website_data_manager(data)!
  }

  private func count(_ object: UnsafeMutablePointer<GObject>) {
    WebEngine.objects += 1
    g_object_weak_ref(
      object, { _, _ in MainActor.assumeIsolated { WebEngine.objects -= 1 } }, nil)
  }

  isolated deinit {
    let data = Unmanaged.passUnretained(self).toOpaque()
    disconnect(UnsafeMutableRawPointer(view), data)
    disconnect(UnsafeMutableRawPointer(context), data)
    for name in names {
      disconnect(UnsafeMutableRawPointer(manager), Unmanaged.passUnretained(name).toOpaque())
    }
    g_object_set_data(cast(view), Self.key, nil)
    webkit_web_view_try_close(view)
    gtk_widget_destroy(window)
    g_object_unref(manager)
    g_object_unref(context)
  }

  private func disconnect(_ object: UnsafeMutableRawPointer, _ data: UnsafeMutableRawPointer) {
    g_signal_handlers_disconnect_matched(
      object, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, data)
  }

  // MARK: Signals

  private func connectSignals() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    connectDecisions(me)
    connectLoading(me)
    connectWindows(me)
    connectPanels(me)
  }

  nonisolated static func from(_ data: UnsafeMutableRawPointer) -> Engine {
    Unmanaged<Engine>.fromOpaque(data).takeUnretainedValue()
  }

  private func connectDecisions(_ me: UnsafeMutableRawPointer) {
    typealias Callback =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<WebKitPolicyDecision>,
        WebKitPolicyDecisionType, UnsafeMutableRawPointer
      ) -> gboolean
    let decide: Callback = { _, decision, type, data in
      let all = OnMain((decision, data))
      return MainActor.assumeIsolated {
        Engine.from(all.value.1).decide(all.value.0, type) ? 1 : 0
      }
    }
    connect(view, "decide-policy", me, decide)
  }

  private func connectLoading(_ me: UnsafeMutableRawPointer) {
    typealias Changed =
      @convention(c) (
        UnsafeMutableRawPointer, WebKitLoadEvent, UnsafeMutableRawPointer
      ) -> Void
    let changed: Changed = { _, event, data in
      let data = OnMain(data)
      MainActor.assumeIsolated {
        let engine = Engine.from(data.value)
        let url = text(webkit_web_view_get_uri(engine.view)) ?? ""
        if event == WEBKIT_LOAD_COMMITTED { TestEngine.observe(.committed(url: url)) }
        if event == WEBKIT_LOAD_FINISHED { TestEngine.observe(.finished(url: url)) }
      }
    }
    connect(view, "load-changed", me, changed)

    typealias Failed =
      @convention(c) (
        UnsafeMutableRawPointer, WebKitLoadEvent, UnsafePointer<CChar>?,
        UnsafeMutablePointer<GError>, UnsafeMutableRawPointer
      ) -> gboolean
    let failed: Failed = { _, _, url, error, _ in
      let url = text(url) ?? ""
      let reason = text(error.pointee.message) ?? ""
      MainActor.assumeIsolated { TestEngine.observe(.failed(url: url, reason: reason)) }
      return 1
    }
    connect(view, "load-failed", me, failed)

    typealias Terminated =
      @convention(c) (
        UnsafeMutableRawPointer, WebKitWebProcessTerminationReason, UnsafeMutableRawPointer
      ) -> Void
    let terminated: Terminated = { _, _, _ in
      MainActor.assumeIsolated { TestEngine.observe(.crashed) }
    }
    connect(view, "web-process-terminated", me, terminated)
  }

  private func connectWindows(_ me: UnsafeMutableRawPointer) {
    typealias Create =
      @convention(c) (
        UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer
      ) -> UnsafeMutablePointer<GtkWidget>?
    let create: Create = { _, action, data in
      let all = OnMain((action, data))
      return MainActor.assumeIsolated {
        OnMain(Engine.from(all.value.1).createWindow(all.value.0).map { cast($0.view) })
      }.value
    }
    connect(view, "create", me, create)

    typealias Closed = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    let closed: Closed = { _, data in
      let data = OnMain(data)
      MainActor.assumeIsolated {
        guard let owner = Engine.from(data.value).owner else { return }
        owner.uiDelegate?.webViewDidClose(owner)
      }
    }
    connect(view, "close", me, closed)

    typealias Download =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<WebKitDownload>, UnsafeMutableRawPointer
      ) -> Void
    let download: Download = { _, download, _ in
      let download = OnMain(download)
      MainActor.assumeIsolated {
        let request = webkit_download_get_request(download.value)
        TestEngine.observe(.download(url: text(webkit_uri_request_get_uri(request)) ?? ""))
        webkit_download_cancel(download.value)
      }
    }
    // The opener observes the context, which both share.
    if !isPopup { connect(context, "download-started", me, download) }
  }

  func watch() { watchedDelegates.append(delegate) }

  private var delegate: ObjectIdentifier? { owner?.navigationDelegate.map(ObjectIdentifier.init) }

  func expectWatched() {
    precondition(
      watchedDelegates.contains(delegate),
      "call `WebEngine.watch` when a web view has its delegates")
  }

  // MARK: Decisions

  /// Returns whether the engine waits for the answer.
  private func decide(
    _ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ type: WebKitPolicyDecisionType
  ) -> Bool {
    if type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE {
      return decide(about: cast(decision), decision)
    }
    guard let owner, let delegate = owner.navigationDelegate else { return false }
    let action = navigationAction(
      webkit_navigation_policy_decision_get_navigation_action(cast(decision)),
      isNewWindow: type == WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION, owner)
    let url = action.request.url?.absoluteString ?? ""
    let frame: EngineEvent.Frame =
      action.targetFrame.map { $0.isMainFrame ? .main : .sub } ?? .new
    let type = EngineEvent.Navigation(rawValue: action.navigationType.rawValue)
    TestEngine.observe(.asked(url: url, frame: frame, type: type))
    answerLater(decision) {
      let (policy, _) = await delegate.webView(
        owner, decidePolicyFor: action, preferences: WKWebpagePreferences())
      TestEngine.observe(.decided(url: url, policy: .init(rawValue: policy.rawValue)))
      return policy.rawValue
    }
    return true
  }

  private func decide(
    about answer: UnsafeMutablePointer<WebKitResponsePolicyDecision>,
    _ decision: UnsafeMutablePointer<WebKitPolicyDecision>
  ) -> Bool {
    guard let found = webkit_response_policy_decision_get_response(answer) else { return false }
    let response = WKNavigationResponse(
      urlResponse(found),
      isForMainFrame: webkit_response_policy_decision_is_main_frame_main_resource(answer) != 0,
      canShowMIMEType: webkit_response_policy_decision_is_mime_type_supported(answer) != 0)
    let url = text(webkit_uri_response_get_uri(found)) ?? ""
    TestEngine.observe(.response(url: url, isMainFrame: response.isForMainFrame))
    guard let owner, let delegate = owner.navigationDelegate else { return false }
    answerLater(decision) {
      let policy = await delegate.webView(owner, decidePolicyFor: response)
      TestEngine.observe(.responseDecided(url: url, policy: .init(rawValue: policy.rawValue)))
      return policy.rawValue
    }
    return true
  }

  /// Passes the policy to WebKit once the delegate has chosen it.
  ///
  /// - Parameter policy: returns the raw value for an action or a response, which is the same.
  private func answerLater(
    _ decision: UnsafeMutablePointer<WebKitPolicyDecision>,
    _ policy: @escaping @MainActor () async -> Int
  ) {
    g_object_ref(decision)
    let held = OnMain(decision)
    Task {
      switch WKNavigationActionPolicy(rawValue: await policy()) {
      case .allow?: webkit_policy_decision_use(held.value)
      case .download?: webkit_policy_decision_download(held.value)
      case .cancel?, nil: webkit_policy_decision_ignore(held.value)
      }
      g_object_unref(held.value)
    }
  }

  private func urlResponse(_ found: UnsafeMutablePointer<WebKitURIResponse>) -> URLResponse {
    let url =
      URL(string: text(webkit_uri_response_get_uri(found)) ?? "") ?? URL(filePath: "/no-url")
    var headers: [String: String] = [:]
    if let written = webkit_uri_response_get_http_headers(found) {
      withUnsafeMutablePointer(to: &headers) { headers in
        soup_message_headers_foreach(
          written,
          { name, value, data in
            let headers = data!.assumingMemoryBound(to: [String: String].self)
            headers.pointee[text(name) ?? ""] = text(value)
          }, headers)
      }
    }
    let status = Int(webkit_uri_response_get_status_code(found))
    if status > 0,
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    {
      return response
    }
    return URLResponse(
      url: url, mimeType: text(webkit_uri_response_get_mime_type(found)),
      expectedContentLength: -1, textEncodingName: nil)
  }

  private func navigationAction(
    _ action: OpaquePointer?, isNewWindow: Bool, _ owner: WKWebView
  ) -> WKNavigationAction {
    let found = webkit_navigation_action_get_request(action)!
    let request = urlRequest(found)
    let url = request.url?.absoluteString ?? ""
    let target =
      isNewWindow
      ? nil
      : WKFrameInfo(
        isMainFrame: !TestEngine.isSubframe(url), request: request,
        securityOrigin: WKSecurityOrigin(serialized: url), webView: owner)
    let page = text(webkit_web_view_get_uri(view)) ?? ""
    let source = WKFrameInfo(
      isMainFrame: true, request: request, securityOrigin: WKSecurityOrigin(serialized: page),
      webView: owner)
    return WKNavigationAction(
      sourceFrame: source, targetFrame: target,
      navigationType: WKNavigationType(webkit_navigation_action_get_navigation_type(action)),
      request: request)
  }

  private func urlRequest(_ found: UnsafeMutablePointer<WebKitURIRequest>) -> URLRequest {
    let address = text(webkit_uri_request_get_uri(found)) ?? ""
    var request = URLRequest(url: URL(string: address) ?? URL(filePath: "/not-a-url"))
    if let method = text(webkit_uri_request_get_http_method(found)) { request.httpMethod = method }
    if let headers = webkit_uri_request_get_http_headers(found) {
      withUnsafeMutablePointer(to: &request) { request in
        soup_message_headers_foreach(
          headers,
          { name, value, data in
            let request = data!.assumingMemoryBound(to: URLRequest.self)
            request.pointee.setValue(text(value), forHTTPHeaderField: text(name) ?? "")
          }, request)
      }
    }
    return request
  }

  private func createWindow(_ action: OpaquePointer) -> Engine? {
    let request = webkit_navigation_action_get_request(action)
    TestEngine.observe(.newWindow(url: text(webkit_uri_request_get_uri(request)) ?? ""))
    guard let owner, let delegate = owner.uiDelegate else { return nil }
    let given = WKWebViewConfiguration(openedBy: owner)
    let made = delegate.webView(
      owner, createWebViewWith: given,
      for: navigationAction(action, isNewWindow: true, owner), windowFeatures: WKWindowFeatures())
    precondition(
      made == nil || made?.configuration === given, "Apple's WebKit throws an exception here")
    precondition(
      made == nil || given.websiteDataStore === owner.configuration.websiteDataStore,
      "Apple's WebKit throws an exception here")
    if let made { WebEngine.watch(made) }
    return made?.engine
  }
}

// MARK: Scripts and messages

extension Engine {
  /// The name of a message handler, as a signal's data.
  final class MessageName {
    unowned let engine: Engine
    let name: String
    init(_ engine: Engine, _ name: String) {
      self.engine = engine
      self.name = name
    }
  }

  func add(_ script: WKUserScript) {
    let frames =
      script.isForMainFrameOnly
      ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
    let moment =
      script.injectionTime == .atDocumentStart
      ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END
    let made =
      script.world === WKContentWorld.page
      ? webkit_user_script_new(script.source, frames, moment, nil, nil)
      : webkit_user_script_new_for_world(script.source, frames, moment, "app", nil, nil)
    webkit_user_content_manager_add_script(manager, made)
    webkit_user_script_unref(made)
  }

  func add(_ list: WKContentRuleList) {
    webkit_user_content_manager_add_filter(manager, list.filter)
  }

  func remove(_ list: WKContentRuleList) {
    webkit_user_content_manager_remove_filter(manager, list.filter)
  }

  func addSenderScript(_ script: WKUserScript) {
    senderScripts.append(script)
    add(script)
  }

  func removeScripts() {
    webkit_user_content_manager_remove_all_scripts(manager)
    for script in senderScripts { add(script) }
  }

  func addHandler(_ name: String, in world: WKContentWorld, replies: Bool) {
    let isOfPage = world === WKContentWorld.page
    let box = MessageName(self, name)
    names.append(box)
    let data = Unmanaged.passUnretained(box).toOpaque()
    let isRegistered: gboolean
    if replies {
      connect(manager, "script-message-with-reply-received::\(name)", data, Self.onRequest)
      isRegistered = webkit_user_content_manager_register_script_message_handler_with_reply(
        manager, name, isOfPage ? nil : "app")
    } else {
      connect(manager, "script-message-received::\(name)", data, Self.onMessage)
      isRegistered =
        isOfPage
        ? webkit_user_content_manager_register_script_message_handler(manager, name)
        : webkit_user_content_manager_register_script_message_handler_in_world(
          manager, name, "app")
    }
    precondition(isRegistered != 0 || isPopup, "the name `\(name)` is taken")
  }

  func removeHandler(_ name: String, in world: WKContentWorld) {
    for box in names where box.name == name {
      disconnect(UnsafeMutableRawPointer(manager), Unmanaged.passUnretained(box).toOpaque())
    }
    names.removeAll { $0.name == name }
    if world === WKContentWorld.page {
      webkit_user_content_manager_unregister_script_message_handler(manager, name)
    } else {
      webkit_user_content_manager_unregister_script_message_handler_in_world(manager, name, "app")
    }
  }

  private typealias MessageCallback =
    @convention(c) (
      UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer
    ) -> Void

  private static let onMessage: MessageCallback = { _, result, data in
    let all = OnMain((result, data))
    MainActor.assumeIsolated {
      let box = Unmanaged<MessageName>.fromOpaque(all.value.1).takeUnretainedValue()
      let value = webkit_javascript_result_get_js_value(all.value.0)!
      box.engine.owner?.receive(JavaScriptValue.foundation(value), name: box.name)
    }
  }

  private typealias RequestCallback =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutablePointer<JSCValue>, OpaquePointer,
      UnsafeMutableRawPointer
    ) -> gboolean

  private static let onRequest: RequestCallback = { _, value, reply, data in
    let all = OnMain((value, reply, data))
    return MainActor.assumeIsolated {
      let (value, reply, data) = all.value
      let box = Unmanaged<MessageName>.fromOpaque(data).takeUnretainedValue()
      let body = JavaScriptValue.foundation(value)
      guard let owner = box.engine.owner, owner.isSender(of: body) else { return 0 }
      let context = jsc_value_get_context(value)!
      g_object_ref(context)
      webkit_script_message_reply_ref(reply)
      owner.receive(body, name: box.name) { answer, error in
        defer {
          webkit_script_message_reply_unref(reply)
          g_object_unref(context)
        }
        if let error {
          webkit_script_message_reply_return_error_message(reply, error)
          return
        }
        do {
          let value = try JavaScriptValue.make(answer, in: context)
          value.use { webkit_script_message_reply_return_value(reply, $0) }
        } catch {
          webkit_script_message_reply_return_error_message(reply, "\(error)")
        }
      }
      return 1
    }
  }
}

extension WKNavigationType {
  init(_ type: WebKitNavigationType) {
    self =
      switch type {
      case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: .linkActivated
      case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED: .formSubmitted
      case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: .backForward
      case WEBKIT_NAVIGATION_TYPE_RELOAD: .reload
      case WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: .formResubmitted
      default: .other
      }
  }
}
