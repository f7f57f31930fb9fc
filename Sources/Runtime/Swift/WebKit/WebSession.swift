//: output BasculeWebKit
//: needs Configurator

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  /// A web view set up as a configuration describes. Keep it as long as the web view is shown; the rules
  /// hold as long as the web view exists.
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

    public convenience init(_ configuration: WebConfiguration, frame: CGRect = .zero) {
      self.init(configuration) { WKWebView(frame: frame, configuration: $0) }
    }

    /// - Parameter makeWebView: makes the web view, also of a class of the app; it can change the
    ///   configuration before that.
    public init(
      _ configuration: WebConfiguration, makeWebView: (WKWebViewConfiguration) -> WKWebView
    ) {
      let web = WKWebViewConfiguration()
      //: if WebViewRunner
      let runner = WebViewRunner(nil)
      //: end
      //: if PageAdapter
      page = PageBridge(
        //: if WebViewRunner
        runner,
        //: end
        contract: configuration.contract, waitsForPage: true)
      configuration.connect(page, to: web)
      //: end
      configuration.apply(to: web)
      webView = makeWebView(web)
      //: if WebViewRunner
      runner.webView = webView
      //: end
      //: if ChainNavigationDelegate
      delegate = ChainNavigationDelegate(configuration)
      delegate.attach(to: webView)
      //: end
      self.configuration = configuration
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
  }

  extension WebConfiguration {
    //: if PageAdapter
    /// The configuration of a new web view.
    ///
    /// - Parameter page: receives the page's messages about itself.
    public func webViewConfiguration(for page: PageBridge) -> WKWebViewConfiguration {
      let web = WKWebViewConfiguration()
      connect(page, to: web)
      apply(to: web)
      return web
    }

    fileprivate func connect(_ page: PageBridge, to web: WKWebViewConfiguration) {
      //: if OriginSource
      page.originSource = originSource
      //: end
      //: if MessageAdapters
      web.userContentController.add(messageHandlers, of: page)
      //: end
      if contract.isEmpty { return }
      var messages: [String] = []
      //: if MessageAdapters
      messages = messageHandlers.flatMap(\.messages)
      //: end
      web.userContentController.add(page, offering: messages)
    }

    //: end
    fileprivate func apply(to web: WKWebViewConfiguration) {
      for script in scripts {
        web.userContentController.addUserScript(
          WKUserScript(
            source: script.source,
            injectionTime: script.runsAtStart ? .atDocumentStart : .atDocumentEnd,
            forMainFrameOnly: script.isMainFrameOnly,
            in: script.isIsolated ? .defaultClient : .page))
      }
      //: if WebViewSettings
      settings.apply(to: web)
      //: end
    }
  }
#endif
