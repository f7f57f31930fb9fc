@MainActor open class WKContentWorld: NSObject {
  public static let page = WKContentWorld()
  public static let defaultClient = WKContentWorld()
}

@MainActor open class WKScriptMessage: NSObject {
  public let body: Any
  public private(set) weak var webView: WKWebView?
  public let frameInfo: WKFrameInfo
  public let name: String

  /// Stand-in only.
  public init(body: Any, frameInfo: WKFrameInfo, name: String) {
    self.body = body
    self.frameInfo = frameInfo
    self.name = name
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

  /// Stand-in only.
  public let world: WKContentWorld

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

@MainActor open class WKUserContentController: NSObject, AssociatingObject {
  public private(set) var userScripts: [WKUserScript] = []
  /// Stand-in only.
  public private(set) var handlers: [String: any WKScriptMessageHandler] = [:]
  public private(set) var replyHandlers: [String: any WKScriptMessageHandlerWithReply] = [:]

  /// Stand-in only.
  public var associated: [UnsafeRawPointer: AnyObject] = [:]

  open func addUserScript(_ userScript: WKUserScript) { userScripts.append(userScript) }

  open func removeAllUserScripts() { userScripts = [] }

  open func removeScriptMessageHandler(forName name: String) {
    removeScriptMessageHandler(forName: name, contentWorld: .page)
  }

  open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
    guard worlds[name] === contentWorld else { return }
    handlers[name] = nil
    replyHandlers[name] = nil
    worlds[name] = nil
  }

  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }

  open func add(
    _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld: WKContentWorld, name: String
  ) {
    precondition(isFree(name), "Apple's WebKit throws an exception here")
    handlers[name] = scriptMessageHandler
    worlds[name] = contentWorld
  }

  open func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply,
    contentWorld: WKContentWorld, name: String
  ) {
    precondition(isFree(name), "Apple's WebKit throws an exception here")
    replyHandlers[name] = scriptMessageHandlerWithReply
    worlds[name] = contentWorld
  }

  /// Stand-in only: the world of each handler. Apple's WebKit lets the same name exist in several worlds.
  public private(set) var worlds: [String: WKContentWorld] = [:]

  /// Stand-in only.
  public private(set) var ruleLists: [WKContentRuleList] = []

  open func add(_ contentRuleList: WKContentRuleList) { ruleLists.append(contentRuleList) }

  open func remove(_ contentRuleList: WKContentRuleList) {
    ruleLists.removeAll { $0 === contentRuleList }
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
  open var preferredContentMode = ContentMode.recommended
}

@MainActor open class WKWebViewConfiguration: NSObject {
  open var userContentController = WKUserContentController()
  open var websiteDataStore = WKWebsiteDataStore.default()
  open var defaultWebpagePreferences: WKWebpagePreferences! = WKWebpagePreferences()
  open var preferences = WKPreferences()
  open var applicationNameForUserAgent: String?
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []
  open var limitsNavigationsToAppBoundDomains = false
  #if STANDS_FOR_IOS
    open var allowsInlineMediaPlayback = false
    open var allowsPictureInPictureMediaPlayback = true
  #endif

  private var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

  open func setURLSchemeHandler(
    _ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String
  ) {
    precondition(schemeHandlers[urlScheme] == nil, "Apple's WebKit throws an exception here")
    schemeHandlers[urlScheme] = urlSchemeHandler
  }

  open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
    schemeHandlers[urlScheme]
  }
}

public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let audio = WKAudiovisualMediaTypes(rawValue: 1)
  public static let video = WKAudiovisualMediaTypes(rawValue: 2)
  public static let all = WKAudiovisualMediaTypes(rawValue: UInt.max)
}

@MainActor open class WKPreferences: NSObject {
  open var isElementFullscreenEnabled = false
  open var isTextInteractionEnabled = true
}

@MainActor open class WKContentRuleList: NSObject {
  public let identifier: String

  init(_ identifier: String) { self.identifier = identifier }
}

@MainActor open class WKContentRuleListStore: NSObject {
  private static let shared = WKContentRuleListStore()
  private var lists: [String: WKContentRuleList] = [:]
  /// Stand-in only: the identifiers that were compiled.
  public private(set) var compiled: [String] = []
  /// Stand-in only: the compilations that wait.
  public var waiting: [@MainActor () -> Void]?

  open class func `default`() -> WKContentRuleListStore! { shared }

  open func lookUpContentRuleList(
    forIdentifier identifier: String!,
    completionHandler: (@MainActor (WKContentRuleList?, (any Error)?) -> Void)!
  ) {
    completionHandler(lists[identifier], nil)
  }

  open func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList: String!,
    completionHandler: (@MainActor (WKContentRuleList?, (any Error)?) -> Void)!
  ) {
    let compile = { @MainActor [self] in
      compiled.append(identifier)
      if encodedContentRuleList.hasPrefix("[") {
        lists[identifier] = WKContentRuleList(identifier)
        completionHandler(lists[identifier], nil)
      } else {
        completionHandler(nil, NSError(domain: "WKErrorDomain", code: 6))
      }
    }
    if waiting == nil { compile() } else { waiting?.append(compile) }
  }
}
