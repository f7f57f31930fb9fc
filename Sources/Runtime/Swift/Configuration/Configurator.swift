//: output BasculeConfigurations
//: needs UserScript BridgeContract

public import Foundation

/// Settings of a web view; nil keeps WebKit's own.
public struct WebSettings: Sendable, Hashable {
  /// The source of the screen's title.
  public enum Title: String, Sendable { case web, native }
  //: if WebViewSettings
  public enum DataStore: String, Sendable { case persistent, ephemeral }
  public enum ContentMode: String, Sendable { case recommended, mobile, desktop }
  //: end

  public fileprivate(set) var title: Title?
  //: if WebViewSettings
  public fileprivate(set) var userAgent: String?
  public fileprivate(set) var isInspectable: Bool?
  public fileprivate(set) var allowsInlineMedia: Bool?
  public fileprivate(set) var allowsBackForwardGestures: Bool?
  public fileprivate(set) var bounces: Bool?
  public fileprivate(set) var dataStore: DataStore?
  public fileprivate(set) var contentMode: ContentMode?
  public fileprivate(set) var allowsJavaScript: Bool?
  //: end

  fileprivate init() {}
}

/// A finished configuration. It is made by `Configurator.build(url:)` only, and cannot be changed.
@MainActor public struct WebConfiguration {
  public let url: URL
  /// The names that the app announces to its pages.
  public let contract: BridgeContract
  //: if NavigationActionHandler
  /// Private, since its next handler could be changed.
  private let headNavigationHandler: (any NavigationActionHandler)?
  //: end
  //: if ScriptMessage
  public let messageHandlers: [any ScriptMessageHandling]
  //: end
  public let scripts: [UserScript]
  public let settings: WebSettings

  fileprivate init(_ configurator: Configurator, url: URL) {
    self.url = url
    contract = configurator.contract
    //: if NavigationActionHandler
    headNavigationHandler = configurator.headNavigationHandler
    //: end
    //: if ScriptMessage
    messageHandlers = configurator.messageHandlers
    //: end
    scripts = configurator.scripts
    settings = configurator.settings
  }
  //: if NavigationActionHandler

  /// True if a chain decides requests; otherwise WebKit decides alone.
  public var decidesNavigation: Bool { headNavigationHandler != nil }

  public func decide(_ request: NavigationRequest) async -> NavigationDecision {
    await headNavigationHandler?.execute(request) ?? .allow
  }

  /// Decides, and tells which rules did what.
  public func trace(_ request: NavigationRequest) async -> DecisionTrace {
    await request.traced { await decide($0) }
  }
  //: end
}
//: if ScriptMessage

/// Why a configurator rejects an addition.
public enum ConfiguratorError: Error, Sendable, Hashable {
  /// There is a strategy or channel with this identifier already.
  case duplicateIdentifier(String)
}
//: end

/// Builds a configuration step by step.
@MainActor public final class Configurator {
  fileprivate let contract: BridgeContract
  //: if NavigationActionHandler
  fileprivate var headNavigationHandler: (any NavigationActionHandler)?
  //: end
  //: if ScriptMessage
  fileprivate var messageHandlers: [any ScriptMessageHandling] = []
  private var identifiers: Set<String> = []
  //: end
  fileprivate var scripts: [UserScript] = []
  fileprivate var settings = WebSettings()

  /// - Parameter contract: the contract of the app; the rule files declare `.app`.
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

  @discardableResult public func set(title: WebSettings.Title?) -> Configurator {
    settings.title = title
    return self
  }
  //: if WebViewSettings

  @discardableResult public func set(userAgent: String?) -> Configurator {
    settings.userAgent = userAgent
    return self
  }

  @discardableResult public func set(inspectable: Bool?) -> Configurator {
    settings.isInspectable = inspectable
    return self
  }

  @discardableResult public func set(inlineMedia: Bool?) -> Configurator {
    settings.allowsInlineMedia = inlineMedia
    return self
  }

  @discardableResult public func set(backForwardGestures: Bool?) -> Configurator {
    settings.allowsBackForwardGestures = backForwardGestures
    return self
  }

  @discardableResult public func set(bounces: Bool?) -> Configurator {
    settings.bounces = bounces
    return self
  }

  @discardableResult public func set(dataStore: WebSettings.DataStore?) -> Configurator {
    settings.dataStore = dataStore
    return self
  }

  @discardableResult public func set(contentMode: WebSettings.ContentMode?) -> Configurator {
    settings.contentMode = contentMode
    return self
  }

  @discardableResult public func set(javaScript: Bool?) -> Configurator {
    settings.allowsJavaScript = javaScript
    return self
  }
  //: end

  /// Adds a script, unless it is added already.
  @discardableResult public func add(script: UserScript) -> Configurator {
    if !scripts.contains(script) { scripts.append(script) }
    return self
  }

  public func build(url: URL) -> WebConfiguration {
    WebConfiguration(self, url: url)
  }
  //: if ScriptMessageStrategy

  /// Throws if there is a strategy or channel with this identifier already.
  @discardableResult
  public func add(scriptMessageStrategy strategy: any ScriptMessageStrategy) throws -> Configurator
  {
    try add(strategy)
  }
  //: end
  //: if ScriptMessageChannel

  /// Throws if there is a strategy or channel with this identifier already.
  @discardableResult
  public func add(scriptMessageChannel channel: ScriptMessageChannel) throws -> Configurator {
    try add(channel)
  }
  //: end
  //: if ScriptMessage

  /// Adds a handler of the rule files, which have been checked for duplicate identifiers.
  @_spi(GeneratedFile) public func adopt(_ handler: any ScriptMessageHandling) {
    identifiers.insert(handler.identifier)
    messageHandlers.append(handler)
  }

  private func add(_ handler: any ScriptMessageHandling) throws -> Configurator {
    guard identifiers.insert(handler.identifier).inserted else {
      throw ConfiguratorError.duplicateIdentifier(handler.identifier)
    }
    messageHandlers.append(handler)
    return self
  }
  //: end
}
