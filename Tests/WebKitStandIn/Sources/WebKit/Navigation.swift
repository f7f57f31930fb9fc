// Apple's WebKit re-exports Foundation. On Linux, URLRequest is in FoundationNetworking.
@_exported import Foundation

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

#if STANDS_FOR_IOS
  @_exported import UIKit
#elseif canImport(AppKit)
  @_exported import AppKit
#endif

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

  /// Stand-in only.
  public init(protocol: String, host: String, port: Int) {
    self.protocol = `protocol`
    self.host = host
    self.port = port
  }
}

@MainActor open class WKFrameInfo: NSObject {
  public let isMainFrame: Bool
  public let request: URLRequest
  public let securityOrigin: WKSecurityOrigin
  public private(set) weak var webView: WKWebView?

  /// Stand-in only.
  public init(isMainFrame: Bool, request: URLRequest, securityOrigin: WKSecurityOrigin) {
    self.isMainFrame = isMainFrame
    self.request = request
    self.securityOrigin = securityOrigin
  }
}

@MainActor open class WKNavigationAction: NSObject {
  public let sourceFrame: WKFrameInfo
  public let targetFrame: WKFrameInfo?
  public let navigationType: WKNavigationType
  public let request: URLRequest
  public let shouldPerformDownload: Bool

  /// Stand-in only.
  public init(
    sourceFrame: WKFrameInfo, targetFrame: WKFrameInfo?, navigationType: WKNavigationType,
    request: URLRequest, shouldPerformDownload: Bool
  ) {
    self.sourceFrame = sourceFrame
    self.targetFrame = targetFrame
    self.navigationType = navigationType
    self.request = request
    self.shouldPerformDownload = shouldPerformDownload
  }
}

public class WKNavigation: NSObject {}

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

  /// Stand-in only.
  public init(_ response: URLResponse, isForMainFrame: Bool, canShowMIMEType: Bool) {
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
  open internal(set) weak var webView: WKWebView?
  public let originalRequest: URLRequest?
  public let progress = Progress(totalUnitCount: 1)

  /// Stand-in only.
  public init(_ request: URLRequest) { originalRequest = request }
}

@MainActor open class WKWindowFeatures: NSObject {}

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

  /// Stand-in only.
  public init(url: URL) { self.url = url }
}

@MainActor open class WKBackForwardList: NSObject {
  open var currentItem: WKBackForwardListItem?
}

#if STANDS_FOR_IOS
  /// The type of web views.
  public typealias PlatformView = UIView
#elseif canImport(AppKit)
  /// The type of web views.
  public typealias PlatformView = NSView
#else
  /// The type of web views.
  public typealias PlatformView = NSObject
#endif

@MainActor open class WKWebView: PlatformView, AssociatingObject {
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  open weak var uiDelegate: (any WKUIDelegate)?
  public let configuration: WKWebViewConfiguration
  public let backForwardList = WKBackForwardList()
  /// Stand-in only: can be set.
  open var url: URL?
  open var customUserAgent: String?
  open var allowsBackForwardNavigationGestures = false
  open var isInspectable = false
  open var allowsLinkPreview = true
  #if STANDS_FOR_IOS
    open var isFindInteractionEnabled = false
    public let scrollView = UIScrollView()
  #endif
  /// Stand-in only: the calls made on the view.
  public private(set) var loaded: [URLRequest] = []
  public private(set) var scripts: [(body: String, arguments: [String: Any])] = []
  /// Stand-in only: the results of the page's JavaScript.
  public var scriptResult: @MainActor () throws -> Any = { NSNull() }

  /// Stand-in only.
  public var associated: [UnsafeRawPointer: AnyObject] = [:]
  /// Stand-in only: false for a page that does not answer.
  public var answers = true
  private var unanswered: [@MainActor (Result<Any, any Error>) -> Void] = []

  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    self.configuration = configuration
    super.init()
  }

  /// Ends the scripts that a page has not answered, as WebKit does.
  isolated deinit {
    for handler in unanswered { handler(.failure(NSError(domain: "WKErrorDomain", code: 3))) }
  }

  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? {
    loaded.append(request)
    return nil
  }

  open func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) {
    scripts.append((functionBody, arguments))
    if answers {
      completionHandler?(Result { try scriptResult() })
    } else if let completionHandler {
      unanswered.append(completionHandler)
    }
  }
}
