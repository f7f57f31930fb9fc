//: output BasculeWebKit
//: needs Configurator

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  /// Why a configuration cannot be attached to a web view.
  public nonisolated enum WebSessionError: Error, Sendable, Hashable {
    /// The web view, or another one with its user content controller, has a session.
    case hasSession
    //: if WebViewSettings
    /// A web view has to be made with these settings, and this one has other values.
    case needsNewWebView([String])
    //: end
    //: if SchemeAdapter
    /// A web view has to be made with handlers for these schemes (`addSchemeHandlers(to:)`).
    case needsSchemeHandlers([String])
    //: end
  }

  /// A web view set up as a configuration describes. Keep it as long as the web view is shown; the rules
  /// hold as long as the web view exists, or until `detach`.
  @MainActor public final class WebSession {
    public let webView: WKWebView
    //: if PageAdapter
    /// The page that is shown; sends events and makes calls.
    public let page: PageBridge
    //: end
    //: if ChainNavigationDelegate
    /// Decides what the web view loads.
    public let delegate: ChainNavigationDelegate
    //: end
    private let configuration: WebConfiguration
    private let controller: WKUserContentController
    /// Those that the rules have added to the controller.
    private let scripts: [WKUserScript]
    /// A property of the controller as long as the rules hold.
    private let mark = NSObject()
    //: if WebViewRunner
    private let runner = WebViewRunner(nil)
    //: end
    /// Its address names the property.
    private static var key: UInt8 = 0

    public convenience init(_ configuration: WebConfiguration, frame: CGRect = .zero) {
      self.init(configuration) { WKWebView(frame: frame, configuration: $0) }
    }

    /// - Parameter makeWebView: makes the web view, also of a class of the app; it can change the
    ///   configuration before that. A web view that has a session already keeps its rules: the new session has
    ///   a web view of its own.
    public convenience init(
      _ configuration: WebConfiguration, makeWebView: (WKWebViewConfiguration) -> WKWebView
    ) {
      let web = WKWebViewConfiguration()
      //: if WebViewSettings
      configuration.settings.apply(to: web)
      //: end
      //: if SchemeAdapter
      configuration.addSchemeHandlers(to: web)
      //: end
      self.init(configuration, web.userContentController) {
        let made = makeWebView(web)
        return Self.hasSession(made, other: web)
          ? WKWebView(frame: .zero, configuration: web) : made
      }
    }

    /// True if the web view belongs to a session, and not to the one with this configuration.
    private static func hasSession(_ webView: WKWebView, other web: WKWebViewConfiguration) -> Bool
    {
      let controller = webView.configuration.userContentController
      if controller === web.userContentController { return false }
      if objc_getAssociatedObject(controller, &Self.key) == nil { return false }
      #if DEBUG
        NSLog("Bascule: makeWebView has returned a web view of another session, which keeps it")
      #endif
      return true
    }

    /// The rules take over a web view that the app has made, from its next load on. Its delegates become
    /// the app's own (`delegate.navigationDelegate`).
    //: if MessageAdapters
    /// Message handlers with the names of the rules are replaced.
    //: end
    public convenience init(_ configuration: WebConfiguration, attaching webView: WKWebView) throws
    {
      let web = webView.configuration
      let controller = web.userContentController
      if objc_getAssociatedObject(controller, &Self.key) != nil { throw WebSessionError.hasSession }
      //: if WebViewSettings
      let other = configuration.settings.differences(from: web)
      if !other.isEmpty { throw WebSessionError.needsNewWebView(other) }
      //: end
      //: if SchemeAdapter
      let schemes = configuration.missingSchemes(in: web)
      if !schemes.isEmpty { throw WebSessionError.needsSchemeHandlers(schemes) }
      //: end
      //: if ContentSettings
      configuration.settings.apply(to: web.preferences)
      //: end
      //: if PageAdapter
      configuration.removeHandlers(from: controller)
      //: end
      self.init(configuration, controller) { webView }
    }

    private init(
      _ configuration: WebConfiguration, _ controller: WKUserContentController,
      _ makeWebView: () -> WKWebView
    ) {
      self.configuration = configuration
      self.controller = controller
      let others = controller.userScripts.count
      //: if PageAdapter
      page = PageBridge(
        //: if WebViewRunner
        runner,
        //: end
        contract: configuration.contract, waitsForPage: true)
      configuration.connect(page, to: controller)
      //: end
      configuration.addScripts(to: controller)
      scripts = Array(controller.userScripts.dropFirst(others))
      objc_setAssociatedObject(controller, &Self.key, mark, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      webView = makeWebView()
      //: if WebViewRunner
      runner.webView = webView
      //: end
      //: if ChainNavigationDelegate
      delegate = ChainNavigationDelegate(configuration)
      delegate.attach(to: webView)
      //: if ContentRuleLists
      delegate.ruleLists.add(configuration, to: webView, of: delegate)
      //: end
      //: end
      //: if WebViewSettings
      configuration.settings.apply(to: webView)
      //: end
      //: if Popups
      if let popups = configuration.popups { open(popups) }
      //: end
    }
    //: if WebViewRunner
    //: if EventOutbox

    /// - Parameter dispatch: how events reach the page; nil for the first one in the rule files.
    public convenience init(
      _ configuration: WebConfiguration, frame: CGRect = .zero, dispatch: EventDispatch?
    ) {
      self.init(configuration, frame: frame)
      if let dispatch { page.events.dispatch = dispatch }
    }
    //: end
    //: end

    /// Opens the configuration's URL.
    public func load() {
      webView.load(URLRequest(url: configuration.url))
    }

    /// Gives the web view back to the app: its delegates are those of the app, and scripts and message
    /// handlers of the rules are removed. Calls and events that wait end with an error.
    public func detach() {
      guard objc_getAssociatedObject(controller, &Self.key) as? NSObject === mark else { return }
      objc_setAssociatedObject(controller, &Self.key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      let others = controller.userScripts.filter { !scripts.contains($0) }
      controller.removeAllUserScripts()
      for script in others { controller.addUserScript(script) }
      //: if PageAdapter
      configuration.removeHandlers(from: controller)
      //: end
      //: if WebViewRunner
      page.leave()
      runner.webView = nil
      //: end
      //: if ChainNavigationDelegate
      delegate.detach()
      //: end
    }
  }

  extension WebConfiguration {
    //: if PageAdapter
    /// The configuration of a new web view.
    ///
    /// - Parameter page: receives the page's messages about itself.
    public func webViewConfiguration(for page: PageBridge) -> WKWebViewConfiguration {
      let web = WKWebViewConfiguration()
      connect(page, to: web.userContentController)
      addScripts(to: web.userContentController)
      //: if WebViewSettings
      settings.apply(to: web)
      //: end
      //: if SchemeAdapter
      addSchemeHandlers(to: web)
      //: end
      return web
    }

    fileprivate func removeHandlers(from controller: WKUserContentController) {
      controller.removeScriptMessageHandler(forName: PageBridge.handlerName)
      //: if MessageAdapters
      for handler in messageHandlers {
        //: if IsolatedMessages
        if handler.isIsolated {
          controller.removeScriptMessageHandler(
            forName: handler.identifier, contentWorld: .defaultClient)
          continue
        }
        //: end
        controller.removeScriptMessageHandler(forName: handler.identifier)
      }
      //: end
    }

    fileprivate func connect(_ page: PageBridge, to controller: WKUserContentController) {
      //: if OriginSource
      page.originSource = originSource
      //: end
      //: if MessageAdapters
      controller.add(messageHandlers, of: page)
      //: end
      if contract.isEmpty { return }
      //: if IsolatedMessages
      let isolated = messageHandlers.filter(\.isIsolated).flatMap(\.messages)
      //: end
      let messages: [String] =
        []
        //: if MessageAdapters
        + messageHandlers.flatMap(\.messages)
        //: end
        //: if IsolatedMessages
        .filter { !isolated.contains($0) }
      //: end
      controller.add(page, offering: messages)
    }

    //: end
    fileprivate func addScripts(to controller: WKUserContentController) {
      //: if ScriptOrigin
      if scripts.contains(where: \.readsKeptOrigin) { add(.originKeeper, to: controller) }
      //: end
      for script in scripts { add(script, to: controller) }
    }

    private func add(_ script: UserScript, to controller: WKUserContentController) {
      controller.addUserScript(
        WKUserScript(
          source: script.source,
          injectionTime: script.runsAtStart ? .atDocumentStart : .atDocumentEnd,
          forMainFrameOnly: script.isMainFrameOnly,
          in: script.isIsolated ? .defaultClient : .page))
    }
  }
#endif
