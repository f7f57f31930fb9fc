@MainActor open class WKContentWorld: NSObject {
  public static let page = WKContentWorld()
  public static let defaultClient = WKContentWorld()
}

@MainActor open class WKScriptMessage: NSObject {
  public let body: Any
  public private(set) weak var webView: WKWebView?
  public let frameInfo: WKFrameInfo
  public let name: String

  init(body: Any, frameInfo: WKFrameInfo, name: String) {
    self.body = body
    self.frameInfo = frameInfo
    self.name = name
    webView = frameInfo.webView
  }
}

@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// A handler with a reply. The protocol has only one form of the method, which is required, so that a wrong signature
/// is an error.
@MainActor public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?)
}

public enum WKUserScriptInjectionTime: Int, Sendable {
  case atDocumentStart = 0
  case atDocumentEnd
}

@MainActor open class WKUserScript: NSObject {
  public let source: String
  public let injectionTime: WKUserScriptInjectionTime
  public let isForMainFrameOnly: Bool

  let world: WKContentWorld

  public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
    self.source = source
    self.injectionTime = injectionTime
    isForMainFrameOnly = forMainFrameOnly
    world = .page
  }

  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in contentWorld: WKContentWorld
  ) {
    self.source = source
    self.injectionTime = injectionTime
    isForMainFrameOnly = forMainFrameOnly
    world = contentWorld
  }
}

/// The configuration that a web view shares with its creator. Later additions affect the web view too.
@MainActor open class WKUserContentController: NSObject, AssociatingObject {
  public private(set) var userScripts: [WKUserScript] = []
  private(set) var handlers: [String: any WKScriptMessageHandler] = [:]
  private(set) var replyHandlers: [String: any WKScriptMessageHandlerWithReply] = [:]
  /// The world of each handler. Apple's WebKit lets the same name exist in several worlds.
  private(set) var worlds: [String: WKContentWorld] = [:]
  weak var engine: Engine?

  open func addUserScript(_ userScript: WKUserScript) {
    userScripts.append(userScript)
    engine?.add(userScript)
  }

  open func removeAllUserScripts() {
    userScripts = []
    engine?.removeScripts()
  }

  /// Stand-in only.
  public var associated: [UnsafeRawPointer: AnyObject] = [:]

  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }

  open func add(
    _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld: WKContentWorld, name: String
  ) {
    precondition(isFree(name), "Apple's WebKit throws an exception here")
    handlers[name] = scriptMessageHandler
    worlds[name] = contentWorld
    engine?.addHandler(name, in: contentWorld, replies: false)
    reportSenders(of: name)
  }

  open func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply,
    contentWorld: WKContentWorld, name: String
  ) {
    precondition(isFree(name), "Apple's WebKit throws an exception here")
    replyHandlers[name] = scriptMessageHandlerWithReply
    worlds[name] = contentWorld
    engine?.addHandler(name, in: contentWorld, replies: true)
    reportSenders(of: name)
  }

  open func removeScriptMessageHandler(forName name: String) {
    removeScriptMessageHandler(forName: name, contentWorld: .page)
  }

  open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
    guard worlds[name] === contentWorld else { return }
    handlers[name] = nil
    replyHandlers[name] = nil
    worlds[name] = nil
    engine?.removeHandler(name, in: contentWorld)
  }

  private(set) var ruleLists: [WKContentRuleList] = []

  open func add(_ contentRuleList: WKContentRuleList) {
    ruleLists.append(contentRuleList)
    engine?.add(contentRuleList)
  }

  open func remove(_ contentRuleList: WKContentRuleList) {
    ruleLists.removeAll { $0 === contentRuleList }
    engine?.remove(contentRuleList)
  }

  /// Runs the script that reports the senders of a later handler before all other scripts.
  private func reportSenders(of name: String) {
    guard let engine else { return }
    engine.owner?.reportSenders(of: [name], in: worlds[name] ?? .page)
    engine.removeScripts()
    for script in userScripts { engine.add(script) }
  }

  private func isFree(_ name: String) -> Bool {
    handlers[name] == nil && replyHandlers[name] == nil
  }
}

@MainActor open class WKWebsiteDataStore: NSObject {
  public let isPersistent: Bool

  private init(isPersistent: Bool) { self.isPersistent = isPersistent }

  open class func `default`() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: true) }

  open class func nonPersistent() -> WKWebsiteDataStore {
    WKWebsiteDataStore(isPersistent: false)
  }
}

@MainActor open class WKWebpagePreferences: NSObject {
  public enum ContentMode: Int, Sendable {
    case recommended = 0
    case mobile, desktop
  }

  open var allowsContentJavaScript = true
  /// A setting without effect here.
  open var preferredContentMode = ContentMode.recommended
}

public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let all = WKAudiovisualMediaTypes(rawValue: UInt.max)
}

@MainActor open class WKPreferences: NSObject {
  open var isElementFullscreenEnabled = false
  /// A setting without effect here.
  open var isTextInteractionEnabled = true
}

@MainActor open class WKWebViewConfiguration: NSObject {
  open var userContentController = WKUserContentController()
  /// A setting without effect here: a test keeps nothing on the disk.
  open var websiteDataStore = WKWebsiteDataStore.default()
  open var defaultWebpagePreferences: WKWebpagePreferences! = WKWebpagePreferences()
  open var allowsInlineMediaPlayback = false
  open var applicationNameForUserAgent: String?
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []
  open var preferences = WKPreferences()
  /// A setting without effect here.
  open var limitsNavigationsToAppBoundDomains = false
  /// A setting without effect here.
  open var allowsPictureInPictureMediaPlayback = true
  /// The web view whose page opens a window with this configuration.
  private(set) weak var opener: WKWebView?

  private(set) var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

  open func setURLSchemeHandler(
    _ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String
  ) {
    precondition(schemeHandlers[urlScheme] == nil, "Apple's WebKit throws an exception here")
    schemeHandlers[urlScheme] = urlSchemeHandler
  }

  open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
    schemeHandlers[urlScheme]
  }

  /// Creates the configuration of a window that the web view's page opens.
  convenience init(openedBy opener: WKWebView) {
    self.init()
    self.opener = opener
    userContentController = opener.configuration.userContentController
    websiteDataStore = opener.configuration.websiteDataStore
    schemeHandlers = opener.configuration.schemeHandlers
  }
}
