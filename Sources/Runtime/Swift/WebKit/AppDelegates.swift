//: output BasculeWebKit
//: needs ChainNavigationDelegate

#if canImport(WebKit)
  import Foundation
  import WebKit

  /// Calls of the app's own delegates. On systems with Objective-C a delegate has only the methods that the app
  /// implements; elsewhere it has all methods.
  extension ChainNavigationDelegate {
    var appDelegates: [any NSObjectProtocol] {
      let all: [(any NSObjectProtocol)?] = [navigationDelegate, uiDelegate]
      return all.compactMap { $0 }
    }

    // MARK: Methods that the rules answer

    /// The Objective-C methods that the rules answer, and not the app's own delegates.
    nonisolated var answeredMethods: [String] {
      var methods: [String] = []
      if decidesRequests {
        methods = [
          "webView:decidePolicyForNavigationAction:decisionHandler:",
          "webView:decidePolicyForNavigationAction:preferences:decisionHandler:",
          "webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:",
        ]
      }
      //: if ResponseDecisions
      if decidesResponses { methods.append(responseMethod) }
      //: end
      //: if Panels
      if answersPanels { methods += panelMethods }
      //: end
      //: if MediaCapture
      if mediaCapture != nil { methods.append(captureMethod) }
      //: end
      return methods
    }
    //: if ResponseDecisions

    nonisolated private var responseMethod: String {
      "webView:decidePolicyForNavigationResponse:decisionHandler:"
    }
    //: end
    //: if Panels

    nonisolated private var panelMethods: [String] {
      [
        "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:",
        "webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:",
        "webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:"
          + "completionHandler:",
      ]
    }
    //: end
    //: if MediaCapture

    nonisolated private var captureMethod: String {
      "webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:"
    }
    //: end

    /// Returns whether this class implements the method only to call the app's own delegate.
    nonisolated func isLeftToApp(_ method: String) -> Bool {
      //: if ResponseDecisions
      if !decidesResponses, method == responseMethod { return true }
      //: end
      //: if Panels
      if !answersPanels, panelMethods.contains(method) { return true }
      //: end
      //: if MediaCapture
      if mediaCapture == nil, method == captureMethod { return true }
      //: end
      return false
    }

    /// The methods of the app's own delegates that WebKit no longer calls, since the rules answer in their place.
    public var replacedMethods: [String] {
      answeredMethods.filter { method in
        #if canImport(ObjectiveC)
          return appDelegates.contains { $0.responds(to: NSSelectorFromString(method)) }
        #else
          return !appDelegates.isEmpty
        #endif
      }
    }

    /// Reports the methods that the rules replace to the observer and, in debug builds, to the log.
    func reportReplacedMethods(to observer: (any WebViewObserver)?) {
      guard let webView else { return }
      let methods = replacedMethods
      if methods.isEmpty { return }
      observer?.webView(webView, rulesReplace: methods)
      #if DEBUG
        if methods != loggedMethods {
          NSLog(
            "Bascule: the rules answer WebKit, so these methods of your delegates are not called: "
              + methods.joined(separator: ", "))
        }
        loggedMethods = methods
      #endif
    }

    // MARK: Decisions

    func appPolicy(
      _ action: WKNavigationAction, in webView: WKWebView
    ) async -> WKNavigationActionPolicy? {
      #if canImport(ObjectiveC)
        return await navigationDelegate?.webView?(webView, decidePolicyFor: action)
      #else
        return await navigationDelegate?.webView(webView, decidePolicyFor: action)
      #endif
    }
    //: if PagePreferences

    func appPolicy(
      _ action: WKNavigationAction, _ preferences: WKWebpagePreferences, in webView: WKWebView
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)? {
      #if canImport(ObjectiveC)
        if let answer = await navigationDelegate?.webView?(
          webView, decidePolicyFor: action, preferences: preferences)
        {
          return answer
        }
        return await appPolicy(action, in: webView).map { ($0, preferences) }
      #else
        return await navigationDelegate?.webView(
          webView, decidePolicyFor: action, preferences: preferences)
      #endif
    }
    //: end

    func appWindow(
      _ configuration: WKWebViewConfiguration, _ action: WKNavigationAction,
      _ features: WKWindowFeatures, in webView: WKWebView
    ) -> WKWebView? {
      #if canImport(ObjectiveC)
        return uiDelegate?.webView?(
          webView, createWebViewWith: configuration, for: action, windowFeatures: features)
      #else
        return uiDelegate?.webView(
          webView, createWebViewWith: configuration, for: action, windowFeatures: features)
      #endif
    }
    //: if ResponseDecisions

    func appPolicy(
      _ response: WKNavigationResponse, in webView: WKWebView
    ) async -> WKNavigationResponsePolicy? {
      #if canImport(ObjectiveC)
        return await navigationDelegate?.webView?(webView, decidePolicyFor: response)
      #else
        return await navigationDelegate?.webView(webView, decidePolicyFor: response)
      #endif
    }
    //: end

    // MARK: Certificates and loads

    /// Returns the answer of the app's own delegate; nil if it does not implement the method for challenges.
    func appAnswer(
      to challenge: URLAuthenticationChallenge, in webView: WKWebView
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)? {
      #if canImport(ObjectiveC)
        return await navigationDelegate?.webView?(webView, respondTo: challenge)
      #else
        return await navigationDelegate?.webView(webView, respondTo: challenge)
      #endif
    }

    func tellAppFinished(_ navigation: WKNavigation?, in webView: WKWebView) {
      #if canImport(ObjectiveC)
        navigationDelegate?.webView?(webView, didFinish: navigation)
      #else
        navigationDelegate?.webView(webView, didFinish: navigation)
      #endif
    }

    func tellAppFailed(
      _ navigation: WKNavigation?, _ error: any Error, in webView: WKWebView
    ) {
      #if canImport(ObjectiveC)
        navigationDelegate?.webView?(webView, didFail: navigation, withError: error)
      #else
        navigationDelegate?.webView(webView, didFail: navigation, withError: error)
      #endif
    }

    func tellAppFailedEarly(
      _ navigation: WKNavigation?, _ error: any Error, in webView: WKWebView
    ) {
      #if canImport(ObjectiveC)
        navigationDelegate?.webView?(
          webView, didFailProvisionalNavigation: navigation, withError: error)
      #else
        navigationDelegate?.webView(
          webView, didFailProvisionalNavigation: navigation, withError: error)
      #endif
    }

    func tellAppProcessEnded(_ webView: WKWebView) {
      #if canImport(ObjectiveC)
        navigationDelegate?.webViewWebContentProcessDidTerminate?(webView)
      #else
        navigationDelegate?.webViewWebContentProcessDidTerminate(webView)
      #endif
    }
    //: if WebDownloads

    func tellApp(
      _ action: WKNavigationAction, became download: WKDownload, in webView: WKWebView
    ) {
      #if canImport(ObjectiveC)
        navigationDelegate?.webView?(webView, navigationAction: action, didBecome: download)
      #else
        navigationDelegate?.webView(webView, navigationAction: action, didBecome: download)
      #endif
    }

    func tellApp(
      _ response: WKNavigationResponse, became download: WKDownload, in webView: WKWebView
    ) {
      #if canImport(ObjectiveC)
        navigationDelegate?.webView?(webView, navigationResponse: response, didBecome: download)
      #else
        navigationDelegate?.webView(webView, navigationResponse: response, didBecome: download)
      #endif
    }
    //: end
    //: if Popups

    // MARK: Windows

    func tellAppClosed(_ webView: WKWebView) {
      #if canImport(ObjectiveC)
        uiDelegate?.webViewDidClose?(webView)
      #else
        uiDelegate?.webViewDidClose(webView)
      #endif
    }
    //: end
    //: if Panels

    // MARK: Panels of scripts

    func askAppToAlert(
      _ message: String, of frame: WKFrameInfo, in webView: WKWebView
    ) async {
      #if canImport(ObjectiveC)
        await uiDelegate?.webView?(
          webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
      #else
        await uiDelegate?.webView(
          webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
      #endif
    }

    func appConfirms(
      _ message: String, of frame: WKFrameInfo, in webView: WKWebView
    ) async -> Bool {
      #if canImport(ObjectiveC)
        return await uiDelegate?.webView?(
          webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame) ?? false
      #else
        return await uiDelegate?.webView(
          webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame) ?? false
      #endif
    }

    func appText(
      _ prompt: String, proposal: String?, of frame: WKFrameInfo, in webView: WKWebView
    ) async -> String? {
      #if canImport(ObjectiveC)
        return await uiDelegate?.webView?(
          webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: proposal,
          initiatedByFrame: frame)
      #else
        return await uiDelegate?.webView(
          webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: proposal,
          initiatedByFrame: frame)
      #endif
    }
    //: end
    //: if MediaCapture

    // MARK: Camera and microphone

    func appPermission(
      of origin: WKSecurityOrigin, _ frame: WKFrameInfo, _ type: WKMediaCaptureType,
      in webView: WKWebView
    ) async -> WKPermissionDecision {
      #if canImport(ObjectiveC)
        return await uiDelegate?.webView?(
          webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type)
          ?? .prompt
      #else
        return await uiDelegate?.webView(
          webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type)
          ?? .prompt
      #endif
    }
    //: end
  }
#endif
