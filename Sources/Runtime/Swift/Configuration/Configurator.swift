//: output BasculeConfigurations
//: needs UserScript BridgeContract

public import Foundation

/// Settings of a web view. A setting that is nil keeps WebKit's default.
public nonisolated struct WebSettings: Sendable, Hashable {
  /// The source of the screen's title.
  public enum Title: String, Sendable { case web, native }
  //: if WebViewSettings
  public enum DataStore: String, Sendable { case persistent, ephemeral }
  public enum ContentMode: String, Sendable { case recommended, mobile, desktop }
  //: end
  //: if ContentSettings
  public enum MediaPlayback: String, Sendable { case automatic, userAction }
  //: end
  //: if Panels
  /// The code that shows the panels of scripts.
  public enum Panels: String, Sendable {
    case app
    //: if NativePanels
    case native
    //: end
  }
  //: end
  //: if MediaCapture
  public enum MediaCapture: String, Sendable { case prompt, grant, deny }
  //: end

  public var title: Title?
  //: if WebViewSettings
  public var userAgent: String?
  public var isInspectable: Bool?
  public var allowsInlineMedia: Bool?
  public var allowsBackForwardGestures: Bool?
  public var bounces: Bool?
  public var dataStore: DataStore?
  public var contentMode: ContentMode?
  public var allowsJavaScript: Bool?
  //: end
  //: if ContentSettings
  /// The text that WebKit appends to its own user agent.
  public var applicationName: String?
  public var mediaPlayback: MediaPlayback?
  public var allowsPictureInPicture: Bool?
  public var allowsFullscreen: Bool?
  public var allowsLinkPreview: Bool?
  public var allowsTextInteraction: Bool?
  public var allowsFindInteraction: Bool?
  public var limitsToAppBoundDomains: Bool?
  //: end
  //: if Panels
  /// The code that shows the panels of scripts; nil leaves them to the app's own UI delegate. Without such a delegate,
  /// no panel is shown.
  public var panels: Panels?
  //: end
  //: if MediaCapture
  /// The answer to requests for camera and microphone; nil leaves it to the app's own UI delegate, or to the user.
  public var mediaCapture: MediaCapture?
  //: end
  //: if MediaOrigins
  /// True if `mediaCapture` applies only to frames with the origin of their page.
  public var mediaCaptureIsForPage = false
  /// The answer to frames and pages to which `mediaCapture` does not apply. If it is nil, the app's own UI delegate or
  /// the user answers.
  public var otherMediaCapture: MediaCapture?
  //: end

  fileprivate init() {}
}

/// A finished configuration. Only `Configurator.build(url:)` makes one, and it cannot be changed.
@MainActor public struct WebConfiguration {
  public let url: URL
  /// The names that the app announces to its pages.
  public let contract: BridgeContract
  //: if NavigationActionHandler
  /// The first handler of the chain. It is private, since its next handler could be changed.
  private let headNavigationHandler: (any NavigationActionHandler)?
  //: end
  //: if NavigationResponse
  private let responseHandler: (any NavigationActionHandler)?
  //: end
  //: if ScriptMessage
  public let messageHandlers: [any ScriptMessageHandling]
  //: end
  public let scripts: [UserScript]
  //: if ContentRuleLists
  public let ruleLists: [ContentRuleList]
  /// The `RuleListProvider` that compiles the rule lists; nil for WebKit's store.
  let ruleListProvider: AnyObject?
  //: end
  //: if SchemeHandler
  public let schemeHandlers: [SchemeHandler]
  //: end
  public let settings: WebSettings
  //: if MediaOrigins
  /// The pages to which `settings.mediaCapture` applies; nil for all pages.
  let mediaOrigins: [TrustedOrigin]?
  //: end
  //: if OriginSource
  /// An object that gives the URLs of origins that only the app knows.
  public private(set) weak var originSource: (any OriginSource)?
  //: end
  //: if Popups
  let popups: Popups?
  //: end
  //: if Panels
  /// An object that shows the panels of scripts for the setting `panels app`.
  private(set) weak var panelPresenter: (any PanelPresenter)?
  //: end

  fileprivate init(_ configurator: Configurator, url: URL) {
    self.url = url
    contract = configurator.contract
    //: if NavigationActionHandler
    headNavigationHandler = configurator.headNavigationHandler
    //: end
    //: if NavigationResponse
    responseHandler = configurator.responseHandler
    //: end
    //: if ScriptMessage
    messageHandlers = configurator.messageHandlers
    //: end
    scripts = configurator.scripts
    //: if ContentRuleLists
    ruleLists = configurator.ruleLists
    ruleListProvider = configurator.ruleListProvider
    //: end
    //: if SchemeHandler
    schemeHandlers = configurator.schemeHandlers
    //: end
    settings = configurator.settings
    //: if MediaOrigins
    mediaOrigins = configurator.mediaOrigins
    //: end
    //: if OriginSource
    originSource = configurator.originSource
    //: end
    //: if Popups
    popups = configurator.popups
    //: end
    //: if Panels
    panelPresenter = configurator.panelPresenter
    //: end
  }
  //: if NavigationActionHandler

  /// True if a chain decides requests; otherwise WebKit decides alone.
  public var decidesNavigation: Bool { headNavigationHandler != nil }
  //: if NavigationResponse
  /// True if rules decide about responses; otherwise WebKit, or the app's own delegate, does.
  public var decidesResponses: Bool { responseHandler != nil }
  //: end

  public func decide(_ request: NavigationRequest) async -> NavigationDecision {
    //: if NavigationResponse
    if request.response != nil { return await responseHandler?.execute(request) ?? .allow }
    //: end
    return await headNavigationHandler?.execute(request) ?? .allow
  }

  /// Decides about a request, and returns the decision with the rules that took part in it.
  public func trace(_ request: NavigationRequest) async -> DecisionTrace {
    await request.traced { await decide($0) }
  }
  //: end
}
//: if ScriptMessage

/// The reason for which a configurator rejects an addition.
public nonisolated enum ConfiguratorError: Error, Sendable, Hashable {
  /// The identifier belongs to a strategy or channel that was added before.
  case duplicateIdentifier(String)
}
//: end
//: if Popups

/// The second web views that rules open. This value does not keep the app's objects alive.
@MainActor public struct Popups {
  /// The `PopupPresenter` of the app.
  private(set) weak var presenter: AnyObject?
  private let configurator: @MainActor () -> Configurator?

  @_spi(GeneratedFile) public init(
    shownBy presenter: AnyObject, configurator: @escaping @MainActor () -> Configurator?
  ) {
    self.presenter = presenter
    self.configurator = configurator
  }

  /// Returns the configuration of a second web view; nil once the app's objects are released.
  func configuration(_ url: URL) -> WebConfiguration? { configurator()?.build(url: url) }
}
//: end

/// Builds a configuration step by step.
@MainActor public final class Configurator {
  fileprivate let contract: BridgeContract
  //: if NavigationActionHandler
  fileprivate var headNavigationHandler: (any NavigationActionHandler)?
  //: end
  //: if NavigationResponse
  fileprivate var responseHandler: (any NavigationActionHandler)?
  //: end
  //: if ScriptMessage
  fileprivate var messageHandlers: [any ScriptMessageHandling] = []
  //: end
  fileprivate var scripts: [UserScript] = []
  //: if ContentRuleLists
  fileprivate var ruleLists: [ContentRuleList] = []
  /// The `RuleListProvider` that compiles the rule lists; nil for WebKit's store.
  var ruleListProvider: AnyObject?
  //: end
  //: if SchemeHandler
  fileprivate var schemeHandlers: [SchemeHandler] = []
  //: end
  fileprivate var settings = WebSettings()
  //: if MediaOrigins
  fileprivate var mediaOrigins: [TrustedOrigin]?
  //: end
  //: if OriginSource
  fileprivate weak var originSource: (any OriginSource)?
  //: end
  //: if Popups
  fileprivate var popups: Popups?
  //: end
  //: if Panels
  fileprivate weak var panelPresenter: (any PanelPresenter)?
  //: end

  /// - Parameter contract: the contract of the app, which the rule files declare as `.app`.
  public init(contract: BridgeContract) {
    self.contract = contract
  }
  //: if NavigationActionHandler

  /// Sets the handler that decides first. Without one, every request is allowed.
  @discardableResult
  public func set(headNavigationHandler handler: (any NavigationActionHandler)?) -> Configurator {
    headNavigationHandler = handler
    return self
  }
  //: end
  //: if NavigationResponse

  /// Sets the handler that decides about responses. Without one, WebKit or the app's own delegate does.
  @discardableResult
  public func set(responseHandler handler: (any NavigationActionHandler)?) -> Configurator {
    responseHandler = handler
    return self
  }
  //: end

  /// Sets a setting of the web view, for example `set(\.userAgent, to: "ShopApp/4")`; nil keeps WebKit's default.
  @discardableResult public func set<Value>(
    _ setting: WritableKeyPath<WebSettings, Value?>, to value: Value?
  ) -> Configurator {
    settings[keyPath: setting] = value
    return self
  }

  //: if MediaOrigins
  /// Limits the setting `mediaCapture` to pages of these origins; nil for all pages.
  @discardableResult public func set(mediaCaptureOrigins origins: [TrustedOrigin]?) -> Configurator
  {
    mediaOrigins = origins
    return self
  }

  //: end
  //: if OriginSource
  /// Sets the object that gives the URLs of origins that only the app knows. The configurator does not keep it alive.
  @discardableResult public func set(originSource source: (any OriginSource)?) -> Configurator {
    originSource = source
    return self
  }

  //: end
  //: if Panels
  /// Sets the object that shows the panels of scripts for `panels app`. The configurator does not keep it alive.
  @discardableResult
  public func set(panelPresenter presenter: (any PanelPresenter)?) -> Configurator {
    panelPresenter = presenter
    return self
  }

  //: end
  /// Adds a script, unless it is added already.
  @discardableResult public func add(script: UserScript) -> Configurator {
    if !scripts.contains(script) { scripts.append(script) }
    return self
  }

  //: if ContentRuleLists
  /// Adds a rule list, unless it is added already.
  @discardableResult public func add(ruleList list: ContentRuleList) -> Configurator {
    if !ruleLists.contains(list) { ruleLists.append(list) }
    return self
  }

  //: end
  //: if SchemeHandler
  /// Adds a handler, which replaces an earlier one for the same scheme.
  @discardableResult public func add(schemeHandler handler: SchemeHandler) -> Configurator {
    schemeHandlers.removeAll { $0.scheme == handler.scheme }
    schemeHandlers.append(handler)
    return self
  }

  //: end
  //: if Popups
  /// Sets the second web views that the rules open.
  @_spi(GeneratedFile) public func set(popups: Popups) {
    self.popups = popups
  }

  //: end
  public func build(url: URL) -> WebConfiguration {
    WebConfiguration(self, url: url)
  }
  //: if ScriptMessageStrategy

  /// Adds a strategy. Throws if a strategy or channel has this identifier already.
  @discardableResult
  public func add(scriptMessageStrategy strategy: any ScriptMessageStrategy) throws -> Configurator
  {
    try add(strategy)
  }
  //: end
  //: if ScriptMessageChannel

  /// Adds a channel. Throws if a strategy or channel has this identifier already.
  @discardableResult
  public func add(scriptMessageChannel channel: ScriptMessageChannel) throws -> Configurator {
    try add(channel)
  }
  //: end
  //: if ScriptMessage

  /// Adds a handler of the rule files, which have been checked for duplicate identifiers.
  @_spi(GeneratedFile) public func adopt(_ handler: any ScriptMessageHandling) {
    messageHandlers.append(handler)
  }

  private func add(_ handler: any ScriptMessageHandling) throws -> Configurator {
    if messageHandlers.contains(where: { $0.identifier == handler.identifier }) {
      throw ConfiguratorError.duplicateIdentifier(handler.identifier)
    }
    messageHandlers.append(handler)
    return self
  }
  //: end
}
