/// Text of `BasculeWebKit.swift`: everything that touches WebKit. It is the same for every rule set.
let webKitSupport = ##"""
  #if canImport(WebKit)
    import Foundation
    import WebKit

    extension NavigationRequest {
      /// nil for an action without a URL.
      ///
      /// - Parameter page: the page now shown.
      public init?(_ action: WKNavigationAction, page: URL?) {
        self.init(
          action.request, navigationType: action.navigationType,
          isMainFrame: action.targetFrame?.isMainFrame, isDownload: action.shouldPerformDownload,
          page: page)
      }

      /// nil for a request without a URL.
      ///
      /// - Parameters:
      ///   - isMainFrame: of the frame that it is to be shown in; nil for a new window.
      ///   - page: the page now shown.
      public init?(
        _ request: URLRequest, navigationType: WKNavigationType, isMainFrame: Bool?,
        isDownload: Bool, page: URL?
      ) {
        guard let url = request.url else { return nil }
        let frame: NavigationFrame =
          switch isMainFrame {
          case nil: .new
          case true?: .main
          case false?: .sub
          }
        let navigation: NavigationKind =
          switch navigationType {
          case .linkActivated: .linkActivated
          case .formSubmitted: .formSubmitted
          case .formResubmitted: .formResubmitted
          case .backForward: .backForward
          case .reload: .reload
          case .other: .other
          @unknown default: .other
          }
        self.init(
          url: url, navigation: navigation, frame: frame, method: request.httpMethod ?? "GET",
          headers: request.allHTTPHeaderFields ?? [:], isDownload: isDownload, page: page)
      }
    }

    extension NavigationDecision {
      /// The decision in WebKit's words.
      public var policy: WKNavigationActionPolicy {
        switch self {
        case .allow: .allow
        case .cancel: .cancel
        case .download: .download
        }
      }
    }

    /// Asks the chain of a configuration, or any other handler.
    ///
    /// The only form of the question that it implements is the asynchronous one, so that every
    /// path answers exactly once.
    ///
    /// For `window.open` WebKit asks nobody where to, only the UI delegate for another web view; so
    /// it is that too, asks the chain, and makes none. An app with a UI delegate of its own calls
    /// `decideNewWindow` there.
    @MainActor public final class ChainNavigationDelegate: NSObject, WKNavigationDelegate,
      WKUIDelegate
    {
      /// The new window that has been allowed, and will be asked for next.
      private var allowedWindow: URL?
      private let decide: @MainActor (NavigationRequest) async -> NavigationDecision

      public init(_ configuration: WebConfiguration) {
        decide = { await configuration.decide($0) }
        super.init()
      }

      public init(_ head: any NavigationActionHandler) {
        decide = { await head.execute($0) }
        super.init()
      }

      public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
      ) async -> WKNavigationActionPolicy {
        let page = webView.backForwardList.currentItem?.url
        guard let request = NavigationRequest(navigationAction, page: page) else { return .cancel }
        let decision = await decide(request)
        if decision == .allow, navigationAction.targetFrame == nil {
          allowedWindow = navigationAction.request.url
        }
        return decision.policy
      }

      public func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
      ) -> WKWebView? {
        Task { await decideNewWindow(navigationAction, in: webView) }
        return nil
      }

      /// Asks the chain about a window that a script opens; one from a link has been asked about.
      ///
      /// - Returns: whether it is allowed.
      @discardableResult
      public func decideNewWindow(
        _ navigationAction: WKNavigationAction, in webView: WKWebView
      ) async -> Bool {
        let url = navigationAction.request.url
        if let url, url == allowedWindow {
          allowedWindow = nil
          return true
        }
        let page = webView.backForwardList.currentItem?.url
        guard let request = NavigationRequest(navigationAction, page: page) else { return false }
        return await decide(request) == .allow
      }
    }

    extension ScriptMessage {
      init(_ message: WKScriptMessage) {
        let origin = message.frameInfo.securityOrigin
        self.init(
          body: message.body,
          origin: WebOrigin(scheme: origin.protocol, host: origin.host, port: origin.port),
          isMainFrame: message.frameInfo.isMainFrame)
      }
    }

    /// Hands messages on that expect no answer.
    @MainActor private final class MessageAdapter: NSObject, WKScriptMessageHandler {
      private let handler: any ScriptMessageHandling

      init(_ handler: any ScriptMessageHandling) {
        self.handler = handler
        super.init()
      }

      func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
      ) {
        let message = ScriptMessage(message)
        Task { _ = await handler.answer(message) }
      }
    }

    /// Hands messages on and answers every one.
    @MainActor private final class ReplyingMessageAdapter: NSObject, WKScriptMessageHandlerWithReply
    {
      private let handler: any ScriptMessageHandling

      init(_ handler: any ScriptMessageHandling) {
        self.handler = handler
        super.init()
      }

      func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
      ) async -> (Any?, String?) {
        switch await handler.answer(ScriptMessage(message)) {
        case .value(let value): (value.foundation, nil)
        case .failure(let reason): (nil, reason)
        }
      }
    }

    /// Hands on what a page says of itself; at once, since the order matters.
    @MainActor private final class PageAdapter: NSObject, WKScriptMessageHandler {
      private weak var page: PageBridge?

      init(_ page: PageBridge) {
        self.page = page
        super.init()
      }

      func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
      ) {
        page?.receive(message.body, isMainFrame: message.frameInfo.isMainFrame)
      }
    }

    /// Why JavaScript was not run.
    public enum JavaScriptRunnerError: Error, Sendable, Hashable {
      case webViewIsGone
    }

    /// Runs JavaScript in a web view, which it does not keep alive.
    @MainActor public final class WebViewRunner: JavaScriptRunner {
      fileprivate weak var webView: WKWebView?

      public init(_ webView: WKWebView?) { self.webView = webView }

      public func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
        guard let webView else { throw JavaScriptRunnerError.webViewIsGone }
        let result = try await webView.callAsyncJavaScript(
          body, arguments: arguments.mapValues(\.foundation), in: nil, contentWorld: .page)
        return try JSON(foundation: result)
      }
    }

    /// A web view set up as a configuration says. Keep it as long as the web view is shown.
    @MainActor public final class WebSession {
      public let webView: WKWebView
      /// Takes events and calls.
      public let page: PageBridge
      private let configuration: WebConfiguration
      private let delegate: ChainNavigationDelegate?

      /// - Parameter dispatch: how events reach the page; nil for the first declared.
      public init(
        _ configuration: WebConfiguration, frame: CGRect = .zero, dispatch: EventDispatch? = nil
      ) {
        let runner = WebViewRunner(nil)
        let page = PageBridge(runner, dispatch: dispatch, waitsForPage: true)
        let webView = WKWebView(
          frame: frame, configuration: configuration.webViewConfiguration(for: page))
        runner.webView = webView
        self.page = page
        self.webView = webView
        self.configuration = configuration
        delegate = configuration.decidesNavigation ? ChainNavigationDelegate(configuration) : nil
        webView.navigationDelegate = delegate
        webView.uiDelegate = delegate
        configuration.settings.apply(to: webView)
      }

      /// Opens the configuration's URL.
      public func load() {
        webView.load(URLRequest(url: configuration.url))
      }
    }

    extension WebConfiguration {
      /// What WebKit wants to know before there is a web view.
      ///
      /// - Parameter page: hears what the page says of itself.
      public func webViewConfiguration(for page: PageBridge) -> WKWebViewConfiguration {
        let result = WKWebViewConfiguration()
        let controller = result.userContentController
        if !BridgeContract.app.isEmpty {
          let offered = messageHandlers.flatMap(\.messages)
          controller.addUserScript(
            WKUserScript(
              source: PageBridge.announcement(offering: offered),
              injectionTime: .atDocumentStart, forMainFrameOnly: true))
          controller.add(PageAdapter(page), name: PageBridge.handlerName)
        }
        for script in scripts {
          controller.addUserScript(
            WKUserScript(
              source: script.source,
              injectionTime: script.runsAtStart ? .atDocumentStart : .atDocumentEnd,
              forMainFrameOnly: script.isMainFrameOnly))
        }
        for handler in messageHandlers {
          if handler.replies {
            controller.addScriptMessageHandler(
              ReplyingMessageAdapter(handler), contentWorld: .page, name: handler.identifier)
          } else {
            controller.add(MessageAdapter(handler), name: handler.identifier)
          }
        }
        settings.apply(to: result)
        return result
      }
    }

    extension WebSettings {
      @MainActor fileprivate func apply(to configuration: WKWebViewConfiguration) {
        switch dataStore {
        case .persistent?: configuration.websiteDataStore = .default()
        case .ephemeral?: configuration.websiteDataStore = .nonPersistent()
        case nil: break
        }
        switch contentMode {
        case .recommended?:
          configuration.defaultWebpagePreferences.preferredContentMode = .recommended
        case .mobile?: configuration.defaultWebpagePreferences.preferredContentMode = .mobile
        case .desktop?: configuration.defaultWebpagePreferences.preferredContentMode = .desktop
        case nil: break
        }
        if let allowsJavaScript {
          configuration.defaultWebpagePreferences.allowsContentJavaScript = allowsJavaScript
        }
        #if canImport(UIKit)
          if let allowsInlineMedia { configuration.allowsInlineMediaPlayback = allowsInlineMedia }
        #endif
      }

      @MainActor fileprivate func apply(to webView: WKWebView) {
        if let userAgent { webView.customUserAgent = userAgent }
        if let isInspectable, #available(iOS 16.4, macOS 13.3, *) {
          webView.isInspectable = isInspectable
        }
        if let allowsBackForwardGestures {
          webView.allowsBackForwardNavigationGestures = allowsBackForwardGestures
        }
        #if canImport(UIKit)
          if let bounces { webView.scrollView.bounces = bounces }
        #endif
      }
    }
  #endif

  """##
