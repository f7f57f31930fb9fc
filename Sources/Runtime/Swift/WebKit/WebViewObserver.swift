//: output BasculeWebKit
//: needs DecisionTrace

#if canImport(WebKit)
  import Foundation
  public import WebKit

  /// Follows the decisions and loads of a web view. All methods have a default.
  @MainActor public protocol WebViewObserver: AnyObject {
    /// The chain has decided a request.
    //: if NavigationResponse
    /// Responses too: their requests have a `response`.
    //: end
    func webView(_ webView: WKWebView, decided trace: DecisionTrace)
    func webViewDidFinish(_ webView: WKWebView)
    /// A load has failed, or a step of a rule was not performed (`RefusedStep`).
    //: if ReachedLimit
    /// Or pages have reached a limit (`ReachedLimit`); not reported again until they were below it.
    //: end
    func webView(_ webView: WKWebView, failedWith error: any Error)
    //: if ContentRuleLists
    /// A rule list was not compiled; the web view loads pages without it.
    func webView(
      _ webView: WKWebView, cannotUse list: ContentRuleList, because error: any Error)
    //: end
    /// The process of the page has ended, so that the web view is blank until it loads again.
    func webViewProcessDidEnd(_ webView: WKWebView)
    /// The rules answer WebKit in place of these methods of the app's own delegates, which are not called:
    /// `webView:decidePolicyForNavigationAction:decisionHandler:`. Called when the rules are attached, when
    /// the app sets other delegates, and for a new observer.
    func webView(_ webView: WKWebView, rulesReplace methods: [String])
    /// Asked if the app's own navigation delegate does not answer challenges; nil for the answer of the
    /// system.
    func webView(
      _ webView: WKWebView, answerTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)?
  }

  extension WebViewObserver {
    public func webView(_ webView: WKWebView, decided trace: DecisionTrace) {}
    public func webViewDidFinish(_ webView: WKWebView) {}
    public func webView(_ webView: WKWebView, failedWith error: any Error) {}
    //: if ContentRuleLists
    public func webView(
      _ webView: WKWebView, cannotUse list: ContentRuleList, because error: any Error
    ) {}
    //: end
    public func webViewProcessDidEnd(_ webView: WKWebView) {}
    public func webView(_ webView: WKWebView, rulesReplace methods: [String]) {}
    public func webView(
      _ webView: WKWebView, answerTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)? { nil }
  }
#endif
