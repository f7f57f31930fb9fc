//: output BasculeWebKit
//: needs NavigationActionHandler WebViewObserver

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  extension NavigationRequest {
    /// nil for an action without a URL.
    ///
    /// - Parameter page: the page now shown.
    public init?(_ action: WKNavigationAction, page: URL?) {
      self.init(
        action.request, navigationType: action.navigationType,
        isMainFrame: action.targetFrame?.isMainFrame, isDownload: action.shouldPerformDownload,
        page: page)
      //: if SourceFrame
      setSource(action)
      //: end
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
      let frame: NavigationFrame = isMainFrame.map { $0 ? .main : .sub } ?? .new
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
        headers: request.allHTTPHeaderFields ?? [:], isDownload: isDownload, page: page,
        document: request.mainDocumentURL)
    }
  }

  nonisolated extension NavigationDecision {
    /// The decision in WebKit's words.
    public var policy: WKNavigationActionPolicy {
      switch self {
      case .allow: .allow
      case .cancel: .cancel
      case .download: .download
      //: if Popups
      case .popup: .allow
      //: end
      }
    }
  }

  /// Decides requests with the chain of a configuration, or with any other handler.
  ///
  /// It implements only the asynchronous form of the delegate method, so that every path answers
  /// exactly once.
  ///
  /// For `window.open` WebKit calls only the UI delegate, to get another web view. So it is also the
  /// UI delegate, which evaluates the chain and creates no web view.
  //: if Popups
  ///
  /// If the chain can decide `popup`, it creates the web view at once, since WebKit does not wait; its requests
  /// wait until the chain has decided.
  //: end
  @MainActor
  public final class ChainNavigationDelegate: NSObject, WKNavigationDelegate,
    WKUIDelegate
  {
    /// The new window that was allowed; WebKit requests it next.
    private var allowedWindow: URL?
    private let decide: @MainActor (NavigationRequest) async -> NavigationDecision
    //: if ResponseDecisions
    /// False if WebKit, or the app's own delegate, decides about responses.
    private let decidesResponses: Bool
    //: end
    //: if Panels
    /// False leaves panels to the app's own UI delegate.
    private let answersPanels: Bool
    private let panels: @MainActor () -> (any PanelPresenter)?
    //: end
    //: if MediaCapture
    /// nil leaves the answer to the app's own UI delegate.
    private let mediaCapture: WebSettings.MediaCapture?
    private var answersMedia: @MainActor (WKSecurityOrigin) -> Bool = { _ in true }
    //: end
    public weak var observer: (any WebViewObserver)?
    /// The app's own delegates. WebKit's calls that this class does not answer go to them.
    public weak var navigationDelegate: (any WKNavigationDelegate)? { didSet { attachAgain() } }
    public weak var uiDelegate: (any WKUIDelegate)? { didSet { attachAgain() } }
    private weak var webView: WKWebView?
    //: if WebDownloads
    public weak var downloadDelegate: (any WebDownloadDelegate)?
    //: end
    //: if ContentRuleLists
    let ruleLists = ContentRuleLists()
    //: end
    //: if Popups
    /// The new window that has become a popup; WebKit requests it next.
    private var popupWindow: URL?
    /// Makes the web view of a new window; nil without popups.
    var openPopup:
      (@MainActor (WKWebViewConfiguration, WKNavigationAction, WKWebView) -> WKWebView?)?
    /// Of a popup: whether the rules of its opener show it.
    var opening: Task<Bool, Never>?
    /// Of a popup: the page has closed its window.
    var closed: (@MainActor () -> Void)?
    //: end
    /// Its address names the property of the web view.
    private static var key: UInt8 = 0

    //: if Configurator
    public init(_ configuration: WebConfiguration) {
      decide = { await configuration.decide($0) }
      //: if ResponseDecisions
      decidesResponses = configuration.decidesResponses
      //: end
      //: if Panels
      answersPanels = configuration.settings.panels != nil
      panels = { configuration.panels }
      //: end
      //: if MediaCapture
      mediaCapture = configuration.settings.mediaCapture
      //: end
      //: if MediaOrigins
      answersMedia = { configuration.answersMedia(of: $0) }
      //: end
      super.init()
    }

    //: end
    public init(_ head: any NavigationActionHandler) {
      decide = { await head.execute($0) }
      //: if ResponseDecisions
      decidesResponses = false
      //: end
      //: if Panels
      answersPanels = false
      panels = { nil }
      //: end
      //: if MediaCapture
      mediaCapture = nil
      //: end
      super.init()
    }
    //: if ResponseDecisions

    public init(_ head: any NavigationActionHandler, responses: any NavigationActionHandler) {
      decide = { await ($0.response == nil ? head : responses).execute($0) }
      decidesResponses = true
      //: if Panels
      answersPanels = false
      panels = { nil }
      //: end
      //: if MediaCapture
      mediaCapture = nil
      //: end
      super.init()
    }
    //: end

    /// The web view keeps this delegate alive, so that its rules hold for as long as it exists. Its former
    /// delegates become the app's own.
    public func attach(to webView: WKWebView) {
      if webView.navigationDelegate !== self { navigationDelegate = webView.navigationDelegate }
      if webView.uiDelegate !== self { uiDelegate = webView.uiDelegate }
      objc_setAssociatedObject(webView, &Self.key, self, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      self.webView = webView
      attachAgain()
    }

    /// Makes the app's own delegates those of the web view.
    public func detach() {
      guard let webView else { return }
      //: if ContentRuleLists
      ruleLists.removeAll()
      //: end
      self.webView = nil
      (webView.navigationDelegate, webView.uiDelegate) = (navigationDelegate, uiDelegate)
      objc_setAssociatedObject(webView, &Self.key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }

    /// WebKit asks only once which methods a delegate has.
    private func attachAgain() {
      guard let webView else { return }
      (webView.navigationDelegate, webView.uiDelegate) = (nil, nil)
      (webView.navigationDelegate, webView.uiDelegate) = (self, self)
    }

    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      let decision = await decision(navigationAction, in: webView)
      if decision == .allow, navigationAction.targetFrame == nil {
        allowedWindow = navigationAction.request.url
      }
      //: if Popups
      if decision == .popup { popupWindow = navigationAction.request.url }
      //: end
      return decision.policy
    }

    public func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      //: if Popups
      if let openPopup { return openPopup(configuration, navigationAction, webView) }
      //: end
      Task { await decideNewWindow(navigationAction, in: webView) }
      return nil
    }
    //: if Popups

    public func webViewDidClose(_ webView: WKWebView) {
      #if canImport(ObjectiveC)
        uiDelegate?.webViewDidClose?(webView)
      #endif
      closed?()
    }
    //: end

    //: if ResponseDecisions
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      let isDisplayable = navigationResponse.canShowMIMEType
      guard decidesResponses else {
        #if canImport(ObjectiveC)
          let policy = await navigationDelegate?.webView?(
            webView, decidePolicyFor: navigationResponse)
          if let policy { return policy }
        #endif
        return NavigationDecision.allow.responsePolicy(isDisplayable: isDisplayable)
      }
      let page = webView.backForwardList.currentItem?.url
      guard let request = NavigationRequest(navigationResponse, page: page) else { return .cancel }
      return await decision(request, in: webView).responsePolicy(isDisplayable: isDisplayable)
    }

    //: end
    //: if Panels
    // MARK: Panels of scripts

    public func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo
    ) async {
      if answersPanels {
        await panels()?.showAlert(PagePanel(text: message, frame: frame, webView: webView))
      } else {
        #if canImport(ObjectiveC)
          await uiDelegate?.webView?(
            webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
        #endif
      }
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
      if answersPanels {
        let panel = PagePanel(text: message, frame: frame, webView: webView)
        return await panels()?.showConfirm(panel) ?? false
      }
      #if canImport(ObjectiveC)
        let answer = await uiDelegate?.webView?(
          webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame)
        if let answer { return answer }
      #endif
      return false
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
      defaultText: String?, initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
      if answersPanels {
        let panel = PagePanel(text: prompt, frame: frame, webView: webView)
        return await panels()?.showPrompt(panel, proposal: defaultText)
      }
      #if canImport(ObjectiveC)
        let answer = await uiDelegate?.webView?(
          webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
          initiatedByFrame: frame)
        if let answer { return answer }
      #endif
      return nil
    }

    //: end
    //: if MediaCapture
    // MARK: Camera and microphone

    public func webView(
      _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
      initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
      // WebKit names the page as well as the frame in it that asks.
      if let mediaCapture, answersMedia(origin), answersMedia(frame.securityOrigin) {
        return mediaCapture.decision
      }
      #if canImport(ObjectiveC)
        let answer = await uiDelegate?.webView?(
          webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type)
        if let answer { return answer }
      #endif
      return .prompt
    }

    //: end
    // MARK: Loads

    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      observer?.webViewDidFinish(webView)
    }

    public func webView(
      _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
    ) {
      observer?.webView(webView, failedWith: error)
    }

    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: any Error
    ) {
      observer?.webView(webView, failedWith: error)
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      observer?.webViewProcessDidEnd(webView)
    }

    public func webView(
      _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      await observer?.webView(webView, answerTo: challenge) ?? (.performDefaultHandling, nil)
    }
    //: if WebDownloads

    public func webView(
      _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {
      follow(download)
    }

    /// The rules, or the app's own delegate, have made a download of a response.
    public func webView(
      _ webView: WKWebView, navigationResponse: WKNavigationResponse,
      didBecome download: WKDownload
    ) {
      follow(download)
    }

    private func follow(_ download: WKDownload) {
      download.delegate = self
      downloadDelegate?.downloadDidStart(download)
    }
    //: end

    #if canImport(ObjectiveC)

      // MARK: The app's own delegates

      nonisolated public override func responds(to selector: Selector!) -> Bool {
        //: if Panels
        let isOfPanel = NSStringFromSelector(selector).contains("runJavaScript")
        if isOfPanel, !answersPanels { return target(of: selector) != nil }
        //: end
        //: if MediaCapture
        let isOfCapture = NSStringFromSelector(selector).contains("requestMediaCapturePermission")
        if isOfCapture, mediaCapture == nil { return target(of: selector) != nil }
        //: end
        //: if ResponseDecisions
        let isOfResponse = NSStringFromSelector(selector).contains(
          "decidePolicyForNavigationResponse")
        if isOfResponse, !decidesResponses { return target(of: selector) != nil }
        //: end
        return super.responds(to: selector) || target(of: selector) != nil
      }

      nonisolated public override func forwardingTarget(for selector: Selector!) -> Any? {
        target(of: selector) ?? super.forwardingTarget(for: selector)
      }

      /// The delegate of the app that has the method; nil for the methods, in all their forms, that
      /// decide what is loaded.
      nonisolated private func target(of selector: Selector) -> (any NSObjectProtocol)? {
        let name = NSStringFromSelector(selector)
        let decisions = ["decidePolicyForNavigationAction", "createWebView"]
        guard name.hasPrefix("webView"), !decisions.contains(where: { name.contains($0) }),
          //: if ResponseDecisions
          !(decidesResponses && name.contains("decidePolicyForNavigationResponse")),
          //: end
          Thread.isMainThread
        else { return nil }
        nonisolated(unsafe) var target: (any NSObjectProtocol)?
        MainActor.assumeIsolated {
          let delegates: [(any NSObjectProtocol)?] = [navigationDelegate, uiDelegate]
          target = delegates.compactMap { $0 }
            .first { $0.responds(to: NSSelectorFromString(name)) }
        }
        return target
      }
    #endif

    // MARK: New windows

    /// Evaluates the chain for a window that a script opens; a link has already been decided.
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
      return await decision(navigationAction, in: webView) == .allow
    }
    //: if Popups

    /// Evaluates the chain for a window that a script opens; a link has already been decided.
    func isPopup(_ action: WKNavigationAction, in webView: WKWebView) async -> Bool {
      let url = action.request.url
      defer { (allowedWindow, popupWindow) = (nil, nil) }
      if let url, url == popupWindow { return true }
      if let url, url == allowedWindow { return false }
      return await decision(action, in: webView) == .popup
    }
    //: end

    private func decision(
      _ action: WKNavigationAction, in webView: WKWebView
    ) async -> NavigationDecision {
      let page = webView.backForwardList.currentItem?.url
      guard let request = NavigationRequest(action, page: page) else { return .cancel }
      return await decision(request, in: webView)
    }

    private func decision(
      _ request: NavigationRequest, in webView: WKWebView
    ) async -> NavigationDecision {
      //: if ContentRuleLists
      await ruleLists.wait()
      //: end
      //: if Popups
      if let opening, await !opening.value { return .cancel }
      //: end
      if observer == nil { return await decide(request) }
      let trace = await request.traced(decide)
      observer?.webView(webView, decided: trace)
      //: if RefusedStep
      for step in trace.refused { observer?.webView(webView, failedWith: step) }
      //: end
      return trace.decision
    }
  }
#endif
