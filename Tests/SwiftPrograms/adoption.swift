// Web views whose delegates protect the app, before and after rules take them over.
import Foundation
import WebKit

@MainActor final class Environment: NavigationEnvironment {
  func showPopup(_ popup: WebSession) {}
  func closePopup(_ popup: WebSession) {}
}

/// A delegate that records the calls, and gives answers that no other code would give.
@MainActor final class OwnDelegate: NSObject, WKNavigationDelegate, WKUIDelegate {
  var calls: [String] = []
  var answer = URLSession.AuthChallengeDisposition.cancelAuthenticationChallenge
  var takesDownloads = false
  private let downloads = OwnDownloads()

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy {
    calls.append("decide")
    return .download
  }
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? {
    calls.append("window")
    return WKWebView(frame: .zero, configuration: configuration)
  }
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { calls.append("finish") }
  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
  ) { calls.append("fail") }
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error
  ) { calls.append("fail early") }
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { calls.append("process end") }
  func webViewDidClose(_ webView: WKWebView) { calls.append("close") }
  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    calls.append("challenge")
    return (answer, nil)
  }
  func webView(
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
  ) {
    calls.append("download")
    if takesDownloads { download.delegate = downloads }
  }
  func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
  ) {
    calls.append("download of a response")
    if takesDownloads { download.delegate = downloads }
  }
}

@MainActor final class OwnDownloads: NSObject, WKDownloadDelegate {
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
  ) async -> URL? { nil }
  func download(
    _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { (.rejectProtectionSpace, nil) }
  func downloadDidFinish(_ download: WKDownload) {}
  func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {}
}

@MainActor final class Observer: WebViewObserver {
  var calls: [String] = []
  var replaced: [[String]] = []

  func webViewDidFinish(_ webView: WKWebView) { calls.append("finish") }
  func webView(_ webView: WKWebView, failedWith error: any Error) { calls.append("fail") }
  func webViewProcessDidEnd(_ webView: WKWebView) { calls.append("process end") }
  func webView(_ webView: WKWebView, rulesReplace methods: [String]) { replaced.append(methods) }
  func webView(
    _ webView: WKWebView, answerTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)? {
    calls.append("challenge")
    return (.useCredential, nil)
  }
}

final class Sender: NSObject, URLAuthenticationChallengeSender {
  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

let challenge = URLAuthenticationChallenge(
  protectionSpace: URLProtectionSpace(
    host: "a.example", port: 443, protocol: "https", realm: nil, authenticationMethod: nil),
  proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
  sender: Sender())

let app = Environment()
let factory = ConfiguratorFactory(environment: app)
let home = url("https://a.example/")

@MainActor func rules(_ role: WebRole) -> WebConfiguration {
  factory.make(for: role).build(url: home)
}
@MainActor func newView() -> WKWebView {
  WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
}

@MainActor func action(_ path: String, isNewWindow: Bool = false) -> WKNavigationAction {
  let request = URLRequest(url: url("https://a.example" + path))
  let frame = WKFrameInfo(
    isMainFrame: true, request: request,
    securityOrigin: WKSecurityOrigin(protocol: "https", host: "a.example", port: 0))
  return WKNavigationAction(
    sourceFrame: frame, targetFrame: isNewWindow ? nil : frame, navigationType: .other,
    request: request, shouldPerformDownload: false)
}

@MainActor func answer(_ view: WKWebView) async -> URLSession.AuthChallengeDisposition? {
  await view.navigationDelegate?.webView(view, respondTo: challenge).0
}

@MainActor func policy(_ view: WKWebView, _ path: String) async -> WKNavigationActionPolicy? {
  await view.navigationDelegate?.webView(view, decidePolicyFor: action(path))
}

// MARK: Certificates

try await Checks.part {
  let view = newView()
  let own = OwnDelegate()
  view.navigationDelegate = own
  Checks.equal(await answer(view), .cancelAuthenticationChallenge)
  let session = try WebSession(rules(.default), attaching: view)
  Checks.equal(view.navigationDelegate === own, false)
  Checks.equal(await answer(view), .cancelAuthenticationChallenge, "pinning is switched off")
  // The observer cannot accept a certificate that the delegate does not accept.
  let observer = Observer()
  session.delegate.observer = observer
  for disposition: URLSession.AuthChallengeDisposition in [
    .cancelAuthenticationChallenge, .performDefaultHandling, .rejectProtectionSpace,
  ] {
    own.answer = disposition
    Checks.equal(await answer(view), disposition)
  }
  Checks.equal(observer.calls, [])
  // The same applies to a file that the rules load.
  let download = WKDownload(URLRequest(url: home))
  view.navigationDelegate?.webView(view, navigationAction: action("/b"), didBecome: download)
  own.answer = .cancelAuthenticationChallenge
  Checks.equal(
    await download.delegate?.download(download, respondTo: challenge).0,
    .cancelAuthenticationChallenge)
  session.delegate.navigationDelegate = nil
  Checks.equal(await answer(view), .useCredential)
  Checks.equal(observer.calls, ["challenge"])
  session.delegate.observer = nil
  Checks.equal(await answer(view), .performDefaultHandling)
  // This delegate is set later.
  session.delegate.navigationDelegate = own
  Checks.equal(await answer(view), .cancelAuthenticationChallenge)
}

// MARK: Loads, windows, downloads

try await Checks.part {
  let view = newView()
  let own = OwnDelegate()
  (view.navigationDelegate, view.uiDelegate) = (own, own)
  let session = try WebSession(rules(.windows), attaching: view)
  let observer = Observer()
  session.delegate.observer = observer
  let delegate = view.navigationDelegate
  let error = URLError(.timedOut)
  delegate?.webView(view, didFinish: nil)
  delegate?.webView(view, didFail: nil, withError: error)
  delegate?.webView(view, didFailProvisionalNavigation: nil, withError: error)
  delegate?.webViewWebContentProcessDidTerminate(view)
  view.uiDelegate?.webViewDidClose(view)
  Checks.equal(own.calls, ["finish", "fail", "fail early", "process end", "close"])
  Checks.equal(observer.calls, ["finish", "fail", "fail", "process end"])
  // The session takes a download that the app has not taken.
  own.calls = []
  for isTaken in [false, true] {
    own.takesDownloads = isTaken
    for download in [WKDownload(URLRequest(url: home)), WKDownload(URLRequest(url: home))] {
      delegate?.webView(view, navigationAction: action("/b"), didBecome: download)
      Checks.equal(download.delegate is OwnDownloads, isTaken)
      Checks.equal(download.delegate === session.delegate, !isTaken)
    }
  }
  let answer = WKNavigationResponse(
    URLResponse(url: home, mimeType: nil, expectedContentLength: 0, textEncodingName: nil),
    isForMainFrame: true, canShowMIMEType: true)
  delegate?.webView(
    view, navigationResponse: answer, didBecome: WKDownload(URLRequest(url: home)))
  Checks.equal(
    own.calls, Array(repeating: "download", count: 4) + ["download of a response"])
}

// MARK: Decisions

try await Checks.part {
  let own = OwnDelegate()
  let view = newView()
  (view.navigationDelegate, view.uiDelegate) = (own, own)
  let session = try WebSession(rules(.default), attaching: view)
  Checks.equal(await policy(view, "/"), .allow)
  Checks.equal(await policy(view, "/a"), .cancel)
  Checks.equal(own.calls, [])
  // The app learns which of its methods are no longer called.
  let decisions = [
    "webView:decidePolicyForNavigationAction:decisionHandler:",
    "webView:decidePolicyForNavigationAction:preferences:decisionHandler:",
    "webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:",
  ]
  Checks.equal(session.delegate.replacedMethods, decisions)
  let observer = Observer()
  session.delegate.observer = observer
  Checks.equal(observer.replaced, [decisions])
  session.detach()
  Checks.equal(view.navigationDelegate === own && view.uiDelegate === own, true)
  Checks.equal(await policy(view, "/"), .download)
  // Without a chain, no rule could decide in place of the delegate.
  let blank = try WebSession(rules(.blank), attaching: view)
  own.calls = []
  Checks.equal(await policy(view, "/a"), .download)
  let made = view.uiDelegate?.webView(
    view, createWebViewWith: WKWebViewConfiguration(), for: action("/", isNewWindow: true),
    windowFeatures: WKWindowFeatures())
  Checks.equal(made == nil, false)
  Checks.equal(own.calls, ["decide", "window"])
  Checks.equal(blank.delegate.replacedMethods, [])
  blank.delegate.navigationDelegate = nil
  Checks.equal(await policy(view, "/a"), .allow)
}

// MARK: Giving back, and other rules on the same web view

try await Checks.part {
  let (own, later) = (OwnDelegate(), OwnDelegate())
  let view = newView()
  (view.navigationDelegate, view.uiDelegate) = (own, own)
  let session = try WebSession(rules(.default), attaching: view)
  view.navigationDelegate = later
  session.detach()
  Checks.equal(view.navigationDelegate === later && view.uiDelegate === own, true)

  // Rules stay in force if other rules are attached later.
  let first = ChainNavigationDelegate(rules(.default))
  first.attach(to: view)
  do {
    let second = ChainNavigationDelegate(rules(.windows))
    second.attach(to: view)
    Checks.equal(view.navigationDelegate === second, true)
    Checks.equal(await policy(view, "/a"), .cancel)
    Checks.equal(await policy(view, "/"), .allow)
    Checks.equal(await answer(view), .cancelAuthenticationChallenge)
    second.detach()
  }
  Checks.equal(view.navigationDelegate === first, true)
  Checks.equal(await policy(view, "/a"), .cancel)
}

// A web view with rules keeps them.
try await Checks.part {
  let first = WebSession(rules(.default))
  let view = first.webView
  let scripts = view.configuration.userContentController.userScripts.count
  let second = WebSession(rules(.windows)) { _ in view }
  Checks.equal(view.navigationDelegate === first.delegate, true)
  Checks.equal(view.configuration.userContentController.userScripts.count, scripts)
  Checks.equal(await policy(view, "/a"), .cancel)
  Checks.equal(second.webView === view, false)
  Checks.equal(await policy(second.webView, "/a"), .allow)
  second.detach()
  Checks.equal(await policy(view, "/a"), .cancel)
  await Checks.fails(with: "hasSession") { _ = try WebSession(rules(.windows), attaching: view) }
}
Checks.end()
