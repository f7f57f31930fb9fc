// Apple's WebKit re-exports Foundation. On Linux, URLRequest is in FoundationNetworking.
@_exported import Foundation

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
@_exported import UIKit

public enum WKNavigationType: Int, Sendable {
  case linkActivated = 0
  case formSubmitted, backForward, reload, formResubmitted
  case other = -1
}

public enum WKNavigationActionPolicy: Int, Sendable {
  case cancel = 0
  case allow, download
}

@MainActor open class WKSecurityOrigin: NSObject {
  public let `protocol`: String
  public let host: String
  public let port: Int

  init(protocol: String, host: String, port: Int) {
    self.protocol = `protocol`
    self.host = host
    self.port = port
  }

  /// - Parameter serialized: the value of `self.origin` in JavaScript; `null` for an opaque origin.
  convenience init(serialized: String) {
    let parts = URLComponents(string: serialized)
    self.init(
      protocol: parts?.scheme ?? "", host: parts?.encodedHost ?? "", port: parts?.port ?? 0)
  }
}

@MainActor open class WKFrameInfo: NSObject {
  public let isMainFrame: Bool
  public let request: URLRequest
  public let securityOrigin: WKSecurityOrigin
  public private(set) weak var webView: WKWebView?

  init(
    isMainFrame: Bool, request: URLRequest, securityOrigin: WKSecurityOrigin, webView: WKWebView?
  ) {
    self.isMainFrame = isMainFrame
    self.request = request
    self.securityOrigin = securityOrigin
    self.webView = webView
  }
}

@MainActor open class WKNavigationAction: NSObject {
  public let sourceFrame: WKFrameInfo
  public let targetFrame: WKFrameInfo?
  public let navigationType: WKNavigationType
  public let request: URLRequest
  /// False, since WebKitGTK does not report this.
  public let shouldPerformDownload = false

  init(
    sourceFrame: WKFrameInfo, targetFrame: WKFrameInfo?, navigationType: WKNavigationType,
    request: URLRequest
  ) {
    self.sourceFrame = sourceFrame
    self.targetFrame = targetFrame
    self.navigationType = navigationType
    self.request = request
  }
}

public class WKNavigation: NSObject {}

/// A navigation delegate. Each method has only one form, which is required, so that a wrong signature is an error.
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy
  /// Called in place of the form without preferences. The preferences have no effect here.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    preferences: WKWebpagePreferences
  ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)
  /// Called only for rules about responses.
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error)
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
  /// Called only for rules with downloads.
  func webView(
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)
  func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
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
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
  ) {}
  public func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
  ) {}
}

/// Stand-in only: Objective-C's associated objects.
public enum objc_AssociationPolicy { case OBJC_ASSOCIATION_RETAIN_NONATOMIC }

/// Stand-in only.
@MainActor public protocol AssociatingObject: AnyObject {
  var associated: [UnsafeRawPointer: AnyObject] { get set }
}

/// Stand-in only.
@MainActor public func objc_setAssociatedObject(
  _ object: any AssociatingObject, _ key: UnsafeRawPointer, _ value: AnyObject?,
  _ policy: objc_AssociationPolicy
) {
  object.associated[key] = value
}

/// Stand-in only.
@MainActor public func objc_getAssociatedObject(
  _ object: any AssociatingObject, _ key: UnsafeRawPointer
) -> Any? {
  object.associated[key]
}

@MainActor open class WKNavigationResponse: NSObject {
  public let isForMainFrame: Bool
  public let response: URLResponse
  public let canShowMIMEType: Bool

  init(_ response: URLResponse, isForMainFrame: Bool, canShowMIMEType: Bool) {
    self.response = response
    self.isForMainFrame = isForMainFrame
    self.canShowMIMEType = canShowMIMEType
  }
}

public enum WKNavigationResponsePolicy: Int, Sendable {
  case cancel = 0
  case allow, download
}

@MainActor open class WKDownload: NSObject {
  open weak var delegate: (any WKDownloadDelegate)?
  public let originalRequest: URLRequest?
  public let progress = Progress(totalUnitCount: 1)

  /// Stand-in only.
  public init(_ request: URLRequest) { originalRequest = request }
}

/// A delegate of downloads. All methods are required, unlike Apple's, so that a wrong signature is an error.
@MainActor public protocol WKDownloadDelegate: NSObjectProtocol {
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse,
    suggestedFilename: String
  ) async -> URL?
  func downloadDidFinish(_ download: WKDownload)
  func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
}

@MainActor open class WKWindowFeatures: NSObject {}

/// A UI delegate. All methods are required, unlike Apple's, so that a wrong signature is an error.
@MainActor public protocol WKUIDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  /// Called only for rules with popups.
  func webViewDidClose(_ webView: WKWebView)
  /// Called only for configurations with `panels`.
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
    defaultText: String?, initiatedByFrame frame: WKFrameInfo
  ) async -> String?
  /// Called only for configurations with `mediaCapture`.
  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
    initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
  ) async -> WKPermissionDecision
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
}

public enum WKPermissionDecision: Int, Sendable {
  case prompt = 0
  case grant, deny
}

public enum WKMediaCaptureType: Int, Sendable {
  case camera = 0
  case microphone, cameraAndMicrophone
}

@MainActor open class WKBackForwardListItem: NSObject {
  public let url: URL

  init(url: URL) { self.url = url }
}

@MainActor open class WKBackForwardList: NSObject {
  private let current: @MainActor () -> URL?

  init(current: @escaping @MainActor () -> URL?) { self.current = current }

  open var currentItem: WKBackForwardListItem? { current().map { WKBackForwardListItem(url: $0) } }
}

/// The error that Apple's WebKit throws if JavaScript fails. Only `WKJavaScriptExceptionMessage` in the user
/// information contains the reason.
public struct WKError {
  public static let domain = "WKErrorDomain"
  static let javaScriptExceptionOccurred = 4

  static func javaScriptException(_ message: String) -> NSError {
    NSError(
      domain: domain, code: javaScriptExceptionOccurred,
      userInfo: [
        NSLocalizedDescriptionKey: "A JavaScript exception occurred",
        "WKJavaScriptExceptionMessage": message,
      ])
  }
}
