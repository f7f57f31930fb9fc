import EngineEvents
import WebKit

/// An object that precedes the delegates of a web view, and reports WebKit's calls and their answers. For methods that
/// the delegates lack, it answers as WebKit does without one.
@MainActor final class DelegateObserver: NSObject, WKNavigationDelegate, WKUIDelegate {
  private weak var navigationDelegate: (any WKNavigationDelegate)?
  private weak var uiDelegate: (any WKUIDelegate)?

  init(_ webView: WKWebView) {
    navigationDelegate = webView.navigationDelegate
    uiDelegate = webView.uiDelegate
    super.init()
  }

  /// Reports an event once. Rules that are attached pass some calls on to the earlier delegate, which can be an
  /// observer too.
  private func report(_ event: EngineEvent, of webView: WKWebView) {
    if webView.navigationDelegate === self { TestEngine.observe(event) }
  }

  // MARK: Decisions

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy {
    guard let navigationDelegate else { return .allow }
    reportQuestion(navigationAction, of: webView)
    let policy =
      await navigationDelegate.webView?(webView, decidePolicyFor: navigationAction) ?? .allow
    report(policy, about: navigationAction, of: webView)
    return policy
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
    if navigationDelegate == nil { return (.allow, preferences) }
    reportQuestion(navigationAction, of: webView)
    let answer = await navigationDelegate?.webView?(
      webView, decidePolicyFor: navigationAction, preferences: preferences)
    if let answer {
      report(answer.0, about: navigationAction, of: webView)
      return answer
    }
    // Most delegates have only the form without preferences.
    let policy =
      await navigationDelegate?.webView?(webView, decidePolicyFor: navigationAction) ?? .allow
    report(policy, about: navigationAction, of: webView)
    return (policy, preferences)
  }

  private func reportQuestion(_ action: WKNavigationAction, of webView: WKWebView) {
    let frame: EngineEvent.Frame = action.targetFrame.map { $0.isMainFrame ? .main : .sub } ?? .new
    let type = EngineEvent.Navigation(rawValue: action.navigationType.rawValue)
    let url = action.request.url?.absoluteString ?? ""
    report(.asked(url: url, frame: frame, type: type), of: webView)
  }

  private func report(
    _ policy: WKNavigationActionPolicy, about action: WKNavigationAction, of webView: WKWebView
  ) {
    let url = action.request.url?.absoluteString ?? ""
    report(.decided(url: url, policy: .init(rawValue: policy.rawValue)), of: webView)
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy {
    let url = navigationResponse.response.url?.absoluteString ?? ""
    report(.response(url: url, isMainFrame: navigationResponse.isForMainFrame), of: webView)
    let answer = await navigationDelegate?.webView?(webView, decidePolicyFor: navigationResponse)
    let policy = answer ?? (navigationResponse.canShowMIMEType ? .allow : .cancel)
    report(.responseDecided(url: url, policy: .init(rawValue: policy.rawValue)), of: webView)
    return policy
  }

  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    // The certificate of the site is self-signed.
    if let trust = challenge.protectionSpace.serverTrust {
      return (.useCredential, URLCredential(trust: trust))
    }
    return await navigationDelegate?.webView?(webView, respondTo: challenge)
      ?? (.performDefaultHandling, nil)
  }

  // MARK: Loads

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
    navigationDelegate?.webView?(webView, didCommit: navigation)
    report(.committed(url: webView.url?.absoluteString ?? ""), of: webView)
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    navigationDelegate?.webView?(webView, didFinish: navigation)
    report(.finished(url: webView.url?.absoluteString ?? ""), of: webView)
  }

  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
  ) {
    navigationDelegate?.webView?(webView, didFail: navigation, withError: error)
    reportFailure(error, of: webView)
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error
  ) {
    navigationDelegate?.webView?(
      webView, didFailProvisionalNavigation: navigation, withError: error)
    reportFailure(error, of: webView)
  }

  private func reportFailure(_ error: any Error, of webView: WKWebView) {
    let url = (error as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL ?? webView.url
    report(
      .failed(url: url?.absoluteString ?? "", reason: error.localizedDescription), of: webView)
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    navigationDelegate?.webViewWebContentProcessDidTerminate?(webView)
    report(.crashed, of: webView)
  }

  // MARK: Downloads

  func webView(
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
  ) {
    navigationDelegate?.webView?(
      webView, navigationAction: navigationAction, didBecome: download)
    stop(download, of: webView)
  }

  func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
  ) {
    navigationDelegate?.webView?(
      webView, navigationResponse: navigationResponse, didBecome: download)
    stop(download, of: webView)
  }

  private func stop(_ download: WKDownload, of webView: WKWebView) {
    report(.download(url: download.originalRequest?.url?.absoluteString ?? ""), of: webView)
    download.cancel { _ in }
  }

  // MARK: Windows

  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    report(.newWindow(url: navigationAction.request.url?.absoluteString ?? ""), of: webView)
    let made = uiDelegate?.webView?(
      webView, createWebViewWith: configuration, for: navigationAction,
      windowFeatures: windowFeatures)
    if let made { WebEngine.watch(made) }
    return made
  }

  func webViewDidClose(_ webView: WKWebView) { uiDelegate?.webViewDidClose?(webView) }

  // MARK: Panels

  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async {
    await uiDelegate?.webView?(
      webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
  }

  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool {
    await uiDelegate?.webView?(
      webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame) ?? false
  }

  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
    defaultText: String?, initiatedByFrame frame: WKFrameInfo
  ) async -> String? {
    await uiDelegate?.webView?(
      webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: defaultText,
      initiatedByFrame: frame) ?? nil
  }

  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
    initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
  ) async -> WKPermissionDecision {
    await uiDelegate?.webView?(
      webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type) ?? .prompt
  }
}
