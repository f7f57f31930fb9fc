// The delegates of WebKit, with every method of Apple's SDKs of 2025 in one form and with its name in Objective-C.
// Methods without a default below are required, so that a wrong signature is an error.

/// The methods with which pages decide about loads, and follow them.
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  /// `webView:decidePolicyForNavigationAction:decisionHandler:`
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy
  /// `webView:decidePolicyForNavigationAction:preferences:decisionHandler:`
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
  /// `webView:decidePolicyForNavigationResponse:decisionHandler:`
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy
  /// `webView:didStartProvisionalNavigation:`
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  /// `webView:didReceiveServerRedirectForProvisionalNavigation:`
  func webView(
    _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
  )
  /// `webView:didCommitNavigation:`
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  /// `webView:didFinishNavigation:`
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  /// `webView:didFailNavigation:withError:`
  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  /// `webView:didFailProvisionalNavigation:withError:`
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error)
  /// `webViewWebContentProcessDidTerminate:`
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
  /// `webView:didReceiveAuthenticationChallenge:completionHandler:`
  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  /// `webView:authenticationChallenge:shouldAllowDeprecatedTLS:`
  func webView(
    _ webView: WKWebView, shouldAllowDeprecatedTLSFor challenge: URLAuthenticationChallenge
  ) async -> Bool
  /// `webView:navigationAction:didBecomeDownload:`
  func webView(
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)
  /// `webView:navigationResponse:didBecomeDownload:`
  func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
  /// `webView:shouldGoToBackForwardListItem:willUseInstantBack:completionHandler:`
  func webView(
    _ webView: WKWebView, shouldGoTo backForwardListItem: WKBackForwardListItem,
    willUseInstantBack: Bool
  ) async -> Bool
}

extension WKNavigationDelegate {
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
    (await self.webView(webView, decidePolicyFor: navigationAction), preferences)
  }
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy {
    navigationResponse.canShowMIMEType ? .allow : .cancel
  }
  public func webView(
    _ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!
  ) {}
  public func webView(
    _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
  ) {}
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
  public func webView(
    _ webView: WKWebView, shouldAllowDeprecatedTLSFor challenge: URLAuthenticationChallenge
  ) async -> Bool { false }
  public func webView(
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
  ) {}
  public func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
  ) {}
  public func webView(
    _ webView: WKWebView, shouldGoTo backForwardListItem: WKBackForwardListItem,
    willUseInstantBack: Bool
  ) async -> Bool { true }
}

@MainActor public protocol WKUIDelegate: NSObjectProtocol {
  /// `webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:`
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  /// `webViewDidClose:`
  func webViewDidClose(_ webView: WKWebView)
  /// `webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:`
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async
  /// `webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:`
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool
  /// `webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:`
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
    defaultText: String?, initiatedByFrame frame: WKFrameInfo
  ) async -> String?
  /// `webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:`
  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
    initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
  ) async -> WKPermissionDecision
  /// `webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:`
  func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
    initiatedByFrame frame: WKFrameInfo
  ) async -> [URL]?
  #if STANDS_FOR_IOS
    /// `webView:requestDeviceOrientationAndMotionPermissionForOrigin:initiatedByFrame:decisionHandler:`
    func webView(
      _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
      initiatedByFrame frame: WKFrameInfo
    ) async -> WKPermissionDecision
    /// `webView:contextMenuConfigurationForElement:completionHandler:`
    func webView(
      _ webView: WKWebView, contextMenuConfigurationFor elementInfo: WKContextMenuElementInfo
    ) async -> UIContextMenuConfiguration?
    /// `webView:contextMenuWillPresentForElement:`
    func webView(
      _ webView: WKWebView, contextMenuWillPresentFor elementInfo: WKContextMenuElementInfo)
    /// `webView:contextMenuForElement:willCommitWithAnimator:`
    func webView(
      _ webView: WKWebView, contextMenuForElement elementInfo: WKContextMenuElementInfo,
      willCommitWithAnimator animator: any UIContextMenuInteractionCommitAnimating)
    /// `webView:contextMenuDidEndForElement:`
    func webView(
      _ webView: WKWebView, contextMenuDidEndFor elementInfo: WKContextMenuElementInfo)
    /// `webView:showLockdownModeFirstUseMessage:completionHandler:`
    func webView(
      _ webView: WKWebView, showLockdownModeFirstUseMessage message: String
    ) async -> WKDialogResult
    /// `webView:willPresentEditMenuWithAnimator:`
    func webView(
      _ webView: WKWebView,
      willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating)
    /// `webView:willDismissEditMenuWithAnimator:`
    func webView(
      _ webView: WKWebView,
      willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating)
    /// `webView:insertInputSuggestion:`
    func webView(_ webView: WKWebView, insertInputSuggestion suggestion: UIInputSuggestion)
  #endif
}

extension WKUIDelegate {
  public func webViewDidClose(_ webView: WKWebView) {}
  public func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async {}
  public func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool { false }
  public func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
    defaultText: String?, initiatedByFrame frame: WKFrameInfo
  ) async -> String? { nil }
  public func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
    initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
  ) async -> WKPermissionDecision { .prompt }
  public func webView(
    _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
    initiatedByFrame frame: WKFrameInfo
  ) async -> [URL]? { nil }
  #if STANDS_FOR_IOS
    public func webView(
      _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
      initiatedByFrame frame: WKFrameInfo
    ) async -> WKPermissionDecision { .prompt }
    public func webView(
      _ webView: WKWebView, contextMenuConfigurationFor elementInfo: WKContextMenuElementInfo
    ) async -> UIContextMenuConfiguration? { nil }
    public func webView(
      _ webView: WKWebView, contextMenuWillPresentFor elementInfo: WKContextMenuElementInfo
    ) {}
    public func webView(
      _ webView: WKWebView, contextMenuForElement elementInfo: WKContextMenuElementInfo,
      willCommitWithAnimator animator: any UIContextMenuInteractionCommitAnimating
    ) {}
    public func webView(
      _ webView: WKWebView, contextMenuDidEndFor elementInfo: WKContextMenuElementInfo
    ) {}
    public func webView(
      _ webView: WKWebView, showLockdownModeFirstUseMessage message: String
    ) async -> WKDialogResult { .showDefault }
    public func webView(
      _ webView: WKWebView,
      willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating
    ) {}
    public func webView(
      _ webView: WKWebView,
      willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating
    ) {}
    public func webView(_ webView: WKWebView, insertInputSuggestion suggestion: UIInputSuggestion) {
    }
  #endif
}

@MainActor public protocol WKDownloadDelegate: NSObjectProtocol {
  /// `download:decideDestinationUsingResponse:suggestedFilename:completionHandler:`
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse,
    suggestedFilename: String
  ) async -> URL?
  /// `download:willPerformHTTPRedirection:newRequest:decisionHandler:`
  func download(
    _ download: WKDownload, decidedPolicyForHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> WKDownloadRedirectPolicy
  /// `download:didReceiveAuthenticationChallenge:completionHandler:`
  func download(
    _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  /// `downloadDidFinish:`
  func downloadDidFinish(_ download: WKDownload)
  /// `download:didFailWithError:resumeData:`
  func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
  /// `download:decidePlaceholderPolicy:`
  func placeholderPolicy(for download: WKDownload) async -> (WKDownloadPlaceholderPolicy, URL?)
  /// `download:didReceivePlaceholderURL:completionHandler:`
  func download(_ download: WKDownload, didReceivePlaceholderURL url: URL) async
  /// `download:didReceiveFinalURL:`
  func download(_ download: WKDownload, didReceiveFinalURL url: URL)
}

extension WKDownloadDelegate {
  public func download(
    _ download: WKDownload, decidedPolicyForHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> WKDownloadRedirectPolicy { .allow }
  public func placeholderPolicy(
    for download: WKDownload
  ) async -> (WKDownloadPlaceholderPolicy, URL?) { (.disable, nil) }
  public func download(_ download: WKDownload, didReceivePlaceholderURL url: URL) async {}
  public func download(_ download: WKDownload, didReceiveFinalURL url: URL) {}
}

public enum WKDownloadRedirectPolicy: Int, Sendable {
  case cancel = 0
  case allow
}

public enum WKDownloadPlaceholderPolicy: Int, Sendable {
  case disable = 0
  case enable
}

@MainActor open class WKOpenPanelParameters: NSObject {}

#if STANDS_FOR_IOS
  @MainActor open class WKContextMenuElementInfo: NSObject {}
  @MainActor open class UIContextMenuConfiguration: NSObject {}
  @MainActor open class UIInputSuggestion: NSObject {}
  @MainActor public protocol UIContextMenuInteractionCommitAnimating {}
  @MainActor public protocol UIEditMenuInteractionAnimating {}
  public enum WKDialogResult: Int, Sendable {
    case showDefault = 1
    case askAgain, handled
  }
#endif
