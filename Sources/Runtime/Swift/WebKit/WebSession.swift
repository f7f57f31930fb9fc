//: output BasculeWebKit
//: needs Configurator

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  /// The reason for which a configuration cannot be attached to a web view.
  public nonisolated enum WebSessionError: Error, Sendable, Hashable {
    /// The web view, or another one with the same user content controller, has a session.
    case hasSession
    //: if WebViewSettings
    /// The web view has other values of these settings, which can only be set when a web view is created.
    case needsNewWebView([String])
    //: end
    //: if SchemeAdapter
    /// The web view lacks handlers for these schemes, which can only be set when it is created
    /// (`addSchemeHandlers(to:)`).
    case needsSchemeHandlers([String])
    //: end
  }

  /// A web view that is set up as a configuration describes. Keep the session as long as the web view is shown. The
  /// rules apply as long as the web view exists, or until `detach`.
  @MainActor public final class WebSession {
    public let webView: WKWebView
    //: if PageAdapter
    /// The connection to the page that is shown, which sends events and makes calls.
    public let page: PageBridge
    //: end
    //: if ChainNavigationDelegate
    /// The delegate that decides about the requests of the web view.
    public let delegate: ChainNavigationDelegate
    //: end
    private let configuration: WebConfiguration
    private let controller: WKUserContentController
    /// The scripts that the rules have added to the controller.
    private let scripts: [WKUserScript]
    /// An object that is a property of the controller as long as the rules apply.
    private let mark = NSObject()
    //: if WebViewRunner
    private let runner = WebViewRunner(nil)
    //: end
    /// The key of that property of the controller, by its address.
    private static var key: UInt8 = 0

    public convenience init(_ configuration: WebConfiguration, frame: CGRect = .zero) {
      self.init(configuration) { WKWebView(frame: frame, configuration: $0) }
    }

    /// Creates a session with a new web view. A web view that has a session already keeps its rules, and the new
    /// session gets a web view of its own.
    ///
    /// - Parameter makeWebView: creates the web view, which can be of a class of the app. The function can change the
    ///   configuration first.
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

    /// Returns whether the web view belongs to a session with another configuration.
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

    /// Creates a session for a web view that the app has created. The rules apply from the next load on. The delegates
    /// of the web view become the app's own (`delegate.navigationDelegate`).
    //: if MessageAdapters
    /// Existing message handlers with names of the rules are replaced.
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

    /// - Parameter dispatch: the dispatch of events to the page; nil for the first one in the rule files.
    public convenience init(
      _ configuration: WebConfiguration, frame: CGRect = .zero, dispatch: EventDispatch?
    ) {
      self.init(configuration, frame: frame)
      if let dispatch { page.events.dispatch = dispatch }
    }
    //: end
    //: end

    /// Loads the configuration's URL.
    public func load() {
      webView.load(URLRequest(url: configuration.url))
    }

    /// Gives the web view back to the app: restores the delegates of the app, and removes the scripts and message
    /// handlers of the rules. Waiting calls and events end with an error.
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
    /// Returns the configuration of a new web view.
    ///
    /// - Parameter page: the object that receives the page's messages about itself.
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
