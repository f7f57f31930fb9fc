//: output BasculeWebKit
//: needs NavigationActionHandler WebViewObserver AppDelegates WaitingDecisions

#if canImport(WebKit)
  public import Foundation
  public import WebKit

  extension NavigationRequest {
    /// Creates the request of an action; nil for an action without a URL.
    ///
    /// - Parameter page: the page that is shown now.
    public init?(_ action: WKNavigationAction, page: URL?) {
      self.init(
        action.request, navigationType: action.navigationType,
        isMainFrame: action.targetFrame?.isMainFrame, isDownload: action.shouldPerformDownload,
        page: page)
      //: if SourceFrame
      setSource(action)
      //: end
    }

    /// Creates a navigation request; nil for a request without a URL.
    ///
    /// - Parameters:
    ///   - isMainFrame: true if the target frame is the main frame; nil for a new window.
    ///   - page: the page that is shown now.
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
      //: if WholeRequest
      original = request
      //: end
    }
  }

  nonisolated extension NavigationDecision {
    /// The decision as a WebKit value.
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

  //: if PagePreferences
  nonisolated extension PagePreferences {
    @MainActor fileprivate func apply(to preferences: WKWebpagePreferences) {
      if let allowsJavaScript { preferences.allowsContentJavaScript = allowsJavaScript }
      switch contentMode {
      case .recommended?: preferences.preferredContentMode = .recommended
      case .mobile?: preferences.preferredContentMode = .mobile
      case .desktop?: preferences.preferredContentMode = .desktop
      case nil: break
      }
    }
  }

  //: end
  /// Decides requests with the chain of a configuration, or with any other handler.
  ///
  /// This class implements only the asynchronous form of the delegate method, so that every path answers exactly once.
  ///
  /// For `window.open`, WebKit calls only the UI delegate, to get another web view. So this class is also the UI
  /// delegate. It evaluates the chain and creates no web view.
  //: if Popups
  ///
  /// If the chain can decide `popup`, the class creates the web view at once, since WebKit does not wait. The requests
  /// of this web view wait until the chain has decided.
  //: end
  @MainActor
  public final class ChainNavigationDelegate: NSObject, WKNavigationDelegate,
    WKUIDelegate
  {
    /// The URL of the new window that was allowed and that WebKit requests next.
    private var allowedWindow: URL?
    private let decide: @MainActor (NavigationRequest) async -> NavigationDecision
    /// True if the rules decide about requests and new windows; false if the app's own delegates do.
    let decidesRequests: Bool
    //: if ResponseDecisions
    /// True if the rules decide about responses; false if WebKit or the app's own delegate does.
    let decidesResponses: Bool
    //: end
    //: if Panels
    /// True if the rules answer panels; false if the app's own UI delegate does.
    let answersPanels: Bool
    private let panels: @MainActor () -> (any PanelPresenter)?
    private var shownPanels = StepMeter(PageLimits.panels)
    //: end
    //: if MediaCapture
    /// The answer to requests for camera and microphone; nil leaves it to the app's own UI delegate.
    let mediaCapture: WebSettings.MediaCapture?
    private var answersMedia: @MainActor (WKSecurityOrigin, WKSecurityOrigin) -> Bool = { _, _ in
      true
    }
    //: end
    //: if MediaOrigins
    /// The answer to frames and pages to which `mediaCapture` does not apply.
    private var otherMediaCapture: WebSettings.MediaCapture?
    //: end
    public weak var observer: (any WebViewObserver)? {
      didSet { reportReplacedMethods(to: observer) }
    }
    /// The app's own delegates, which get the calls of WebKit that this class does not answer.
    public weak var navigationDelegate: (any WKNavigationDelegate)? { didSet { attachAgain() } }
    public weak var uiDelegate: (any WKUIDelegate)? { didSet { attachAgain() } }
    /// The delegate with the rules that were attached to the web view before, which decide first.
    private var former: ChainNavigationDelegate?
    private(set) weak var webView: WKWebView?
    var waiting = WaitingDecisions()
    //: if StepLimits
    /// The limits for steps, which the popups of this web view share.
    var limits = StepLimits()
    //: end
    //: if PagePreferences
    /// The preferences of the page that is loaded. Requests of frames in the page get them too: WebKit applies the
    /// answer about a frame to the whole page.
    private var pagePreferences = PagePreferences()
    //: end
    //: if ReachedLimit
    /// The limits that pages have reached and have not been below since.
    private var reached: Set<ReachedLimit> = []
    //: end
    #if DEBUG
      /// The replaced methods that were logged already.
      var loggedMethods: [String] = []
    #endif
    //: if WebDownloads
    public weak var downloadDelegate: (any WebDownloadDelegate)?
    //: end
    //: if ContentRuleLists
    let ruleLists = ContentRuleLists()
    //: end
    //: if Popups
    /// The URL of the new window that became a popup and that WebKit requests next.
    private var popupWindow: URL?
    /// Creates the web view of a new window; nil if there are no popups.
    var openPopup:
      (@MainActor (WKWebViewConfiguration, WKNavigationAction, WKWebView) -> WKWebView?)?
    /// The open windows, which the popups of this web view share.
    var windows = OpenWindows()
    /// A task that returns whether the rules of the opener show this popup; nil if this web view is not a popup.
    var opening: Task<Bool, Never>?
    /// Called when the page of a popup closes its window; nil if this web view is not a popup.
    var closed: (@MainActor () -> Void)?
    //: end
    /// The key of the property of the web view, by its address.
    private static var key: UInt8 = 0

    //: if Configurator
    public init(_ configuration: WebConfiguration) {
      decide = { await configuration.decide($0) }
      decidesRequests = configuration.decidesNavigation
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
      answersMedia = { configuration.answersMedia(of: $0, in: $1) }
      otherMediaCapture = configuration.settings.otherMediaCapture
      //: end
      super.init()
    }

    //: end
    public init(_ head: any NavigationActionHandler) {
      decide = { await head.execute($0) }
      decidesRequests = true
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
      decidesRequests = true
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

    /// Attaches this delegate to a web view, which keeps it alive, so that its rules apply as long as the web view
    /// exists. The former delegates of the web view become the app's own delegates. Rules that were attached before
    /// stay in force and decide first.
    public func attach(to webView: WKWebView) {
      let attached = objc_getAssociatedObject(webView, &Self.key) as? ChainNavigationDelegate
      if let attached, attached !== self { former = attached }
      if webView.navigationDelegate !== self { navigationDelegate = webView.navigationDelegate }
      if webView.uiDelegate !== self { uiDelegate = webView.uiDelegate }
      objc_setAssociatedObject(webView, &Self.key, self, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      self.webView = webView
      attachAgain()
    }

    /// Sets the app's own delegates on the web view again, unless the app has set other delegates since.
    public func detach() {
      guard let webView else { return }
      //: if ContentRuleLists
      ruleLists.removeAll()
      //: end
      waiting.endAll()
      self.webView = nil
      if webView.navigationDelegate === self { webView.navigationDelegate = navigationDelegate }
      if webView.uiDelegate === self { webView.uiDelegate = uiDelegate }
      objc_setAssociatedObject(webView, &Self.key, former, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      former = nil
    }

    /// Sets the delegates again, since WebKit asks only once which methods a delegate has.
    private func attachAgain() {
      guard let webView else { return }
      (webView.navigationDelegate, webView.uiDelegate) = (nil, nil)
      (webView.navigationDelegate, webView.uiDelegate) = (self, self)
      reportReplacedMethods(to: observer)
    }

    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      if !decidesRequests, former == nil {
        //: if ContentRuleLists
        await ruleLists.wait()
        //: end
        return await appPolicy(navigationAction, in: webView) ?? .allow
      }
      return await policy(for: navigationAction, in: webView)
    }
    //: if PagePreferences

    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
      if !decidesRequests, former == nil {
        //: if ContentRuleLists
        await ruleLists.wait()
        //: end
        return await appPolicy(navigationAction, preferences, in: webView) ?? (.allow, preferences)
      }
      let policy = await policy(for: navigationAction, in: webView)
      pagePreferences.apply(to: preferences)
      return (policy, preferences)
    }
    //: end

    private func policy(
      for navigationAction: WKNavigationAction, in webView: WKWebView
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
      if !decidesRequests, former == nil {
        return appWindow(configuration, navigationAction, windowFeatures, in: webView)
      }
      //: if Popups
      if let openPopup { return openPopup(configuration, navigationAction, webView) }
      //: end
      Task { await decideNewWindow(navigationAction, in: webView) }
      return nil
    }
    //: if Popups

    public func webViewDidClose(_ webView: WKWebView) {
      tellAppClosed(webView)
      closed?()
    }
    //: end

    //: if ResponseDecisions
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      let isDisplayable = navigationResponse.canShowMIMEType
      guard decidesResponses else {
        if let policy = await appPolicy(navigationResponse, in: webView) { return policy }
        return NavigationDecision.allow.responsePolicy(isDisplayable: isDisplayable)
      }
      let page = webView.backForwardList.currentItem?.url
      guard let request = NavigationRequest(navigationResponse, page: page) else { return .cancel }
      return await decision(request, in: webView).responsePolicy(isDisplayable: isDisplayable)
    }

    //: end
    //: if Panels
    // MARK: Panels of scripts

    /// Returns the presenter of panels; nil if the page shows too many panels. Then it gets the answer of a user who
    /// cancels.
    private func presenter(in webView: WKWebView) -> (any PanelPresenter)? {
      isBelow(.panels, shownPanels.takes(), in: webView) ? panels() : nil
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo
    ) async {
      if answersPanels {
        await presenter(in: webView)?.showAlert(
          PagePanel(text: message, frame: frame, webView: webView))
      } else {
        await askAppToAlert(message, of: frame, in: webView)
      }
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
      if answersPanels {
        let panel = PagePanel(text: message, frame: frame, webView: webView)
        return await presenter(in: webView)?.showConfirm(panel) ?? false
      }
      return await appConfirms(message, of: frame, in: webView)
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
      defaultText: String?, initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
      if answersPanels {
        let panel = PagePanel(text: prompt, frame: frame, webView: webView)
        return await presenter(in: webView)?.showPrompt(panel, proposal: defaultText)
      }
      return await appText(prompt, proposal: defaultText, of: frame, in: webView)
    }

    //: end
    //: if MediaCapture
    // MARK: Camera and microphone

    public func webView(
      _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
      initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision {
      // WebKit passes the origin of the page, and of the frame in it that makes the request.
      if let mediaCapture, answersMedia(origin, frame.securityOrigin) {
        return mediaCapture.decision
      }
      //: if MediaOrigins
      if let otherMediaCapture { return otherMediaCapture.decision }
      //: end
      return await appPermission(of: origin, frame, type, in: webView)
    }

    //: end
    // MARK: Loads

    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      tellAppFinished(navigation, in: webView)
      observer?.webViewDidFinish(webView)
    }

    public func webView(
      _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
    ) {
      tellAppFailed(navigation, error, in: webView)
      observer?.webView(webView, failedWith: error)
    }

    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: any Error
    ) {
      tellAppFailedEarly(navigation, error, in: webView)
      observer?.webView(webView, failedWith: error)
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      waiting.endAll()
      tellAppProcessEnded(webView)
      observer?.webViewProcessDidEnd(webView)
    }

    /// Answers a challenge. If the app's own delegate has the method, it answers, so that its checks of certificates
    /// still apply.
    public func webView(
      _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      if let answer = await appAnswer(to: challenge, in: webView) { return answer }
      return await observer?.webView(webView, answerTo: challenge) ?? (.performDefaultHandling, nil)
    }
    //: if WebDownloads

    public func webView(
      _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {
      tellApp(navigationAction, became: download, in: webView)
      follow(download)
    }

    /// Follows a download that the rules, or the app's own delegate, have made of a response.
    public func webView(
      _ webView: WKWebView, navigationResponse: WKNavigationResponse,
      didBecome download: WKDownload
    ) {
      tellApp(navigationResponse, became: download, in: webView)
      follow(download)
    }

    /// Follows a download that the app's own delegate has not taken.
    private func follow(_ download: WKDownload) {
      if let taken = download.delegate, taken !== self { return }
      download.delegate = self
      downloadDelegate?.downloadDidStart(download)
    }
    //: end

    #if canImport(ObjectiveC)

      // MARK: Calls that go to the app's own delegates

      nonisolated public override func responds(to selector: Selector!) -> Bool {
        let name = NSStringFromSelector(selector)
        if isLeftToApp(name) { return target(of: selector) != nil }
        return super.responds(to: selector) || target(of: selector) != nil
      }

      nonisolated public override func forwardingTarget(for selector: Selector!) -> Any? {
        target(of: selector) ?? super.forwardingTarget(for: selector)
      }

      /// Returns the delegate of the app that has the method; nil for the methods that the rules answer.
      nonisolated private func target(of selector: Selector) -> (any NSObjectProtocol)? {
        let name = NSStringFromSelector(selector)
        guard name.hasPrefix("webView"), !answeredMethods.contains(name), Thread.isMainThread else {
          return nil
        }
        nonisolated(unsafe) var target: (any NSObjectProtocol)?
        MainActor.assumeIsolated {
          target = appDelegates.first { $0.responds(to: NSSelectorFromString(name)) }
        }
        return target
      }
    #endif

    // MARK: New windows

    /// Evaluates the chain for a window that a script opens. The window of a link has been decided already.
    ///
    /// - Returns: true if the window is allowed.
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

    /// Evaluates the chain for a window that a script opens, and returns whether it becomes a popup. The window of a
    /// link has been decided already.
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
      let decision = await decision(request, in: webView)
      //: if PagePreferences
      if decision == .allow, request.frame == .main { pagePreferences = request.preferences }
      //: end
      return decision
    }

    private func decision(
      _ request: NavigationRequest, in webView: WKWebView
    ) async -> NavigationDecision {
      // The app's function may never return, so the task keeps neither this delegate nor the web view alive.
      await waiting.decision(about: request) { [weak self, weak webView] request in
        //: if ContentRuleLists
        await self?.ruleLists.wait()
        //: end
        //: if Popups
        if let opening = self?.opening, await !opening.value { return .cancel }
        //: end
        if let former = self?.former, let webView {
          let decision = await former.decision(request, in: webView)
          if decision != .allow { return decision }
        }
        guard webView != nil, let decide = self?.decide else { return .cancel }
        //: if StepLimits
        var request = request
        request.limits = self?.limits
        //: end
        if self?.observer == nil { return await decide(request) }
        let trace = await request.traced(decide)
        if let webView { self?.report(trace, of: webView) }
        return trace.decision
      }
    }

    //: if ReachedLimit
    /// Returns whether pages are below a limit. Tells the observer once when they reach it, and again only after they
    /// have been below it.
    func isBelow(_ limit: ReachedLimit, _ isBelow: Bool, in webView: WKWebView) -> Bool {
      if isBelow {
        reached.remove(limit)
      } else if reached.insert(limit).inserted {
        observer?.webView(webView, failedWith: limit)
      }
      return isBelow
    }

    //: end
    private func report(_ trace: DecisionTrace, of webView: WKWebView) {
      observer?.webView(webView, decided: trace)
      //: if RefusedStep
      for step in trace.refused { observer?.webView(webView, failedWith: step) }
      //: end
    }
  }
#endif
