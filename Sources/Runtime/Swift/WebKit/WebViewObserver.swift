//: output BasculeWebKit
//: needs DecisionTrace

#if canImport(WebKit)
  import Foundation
  public import WebKit

  /// Follows the decisions and loads of a web view. All methods have a default.
  @MainActor public protocol WebViewObserver: AnyObject {
    /// Called when the chain has decided a request.
    //: if NavigationResponse
    /// Called for responses too; then the request of the trace has a `response`.
    //: end
    func webView(_ webView: WKWebView, decided trace: DecisionTrace)
    func webViewDidFinish(_ webView: WKWebView)
    /// Called when a load has failed, or a step of a rule was not performed (`RefusedStep`).
    //: if ReachedLimit
    /// Called also when pages reach a limit (`ReachedLimit`), and again only after they have been below it.
    //: end
    func webView(_ webView: WKWebView, failedWith error: any Error)
    //: if ContentRuleLists
    /// Called when a rule list was not compiled. The web view loads pages without the list.
    func webView(
      _ webView: WKWebView, cannotUse list: ContentRuleList, because error: any Error)
    //: end
    /// Called when the process of the page has ended. The web view is blank until it loads again.
    func webViewProcessDidEnd(_ webView: WKWebView)
    /// Called with the methods of the app's own delegates that the rules replace, for example
    /// `webView:decidePolicyForNavigationAction:decisionHandler:`. WebKit no longer calls these methods. Called when
    /// the rules are attached, when the app sets other delegates, and for a new observer.
    func webView(_ webView: WKWebView, rulesReplace methods: [String])
    /// Returns the answer to a challenge; nil for the answer of the system. Called if the app's own navigation delegate
    /// does not answer challenges.
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
