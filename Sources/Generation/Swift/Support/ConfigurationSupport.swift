/// What opens `BasculeConfigurations.swift`, the same for every rule set.
let configurationSupport = ##"""
  /// JavaScript that may run in a page. Only those that the rule files declare exist.
  public struct UserScript: Sendable, Hashable {
    public let source: String
    public let runsAtStart: Bool
    public let isMainFrameOnly: Bool

    fileprivate init(_ source: String, atStart: Bool, mainFrameOnly: Bool) {
      self.source = source
      runsAtStart = atStart
      isMainFrameOnly = mainFrameOnly
    }
  }

  /// Settings of a web view; nil leaves WebKit's own.
  public struct WebSettings: Sendable, Hashable {
    /// Whose title the screen shows.
    public enum Title: String, Sendable { case web, native }
    public enum DataStore: String, Sendable { case persistent, ephemeral }
    public enum ContentMode: String, Sendable { case recommended, mobile, desktop }

    public fileprivate(set) var title: Title?
    public fileprivate(set) var userAgent: String?
    public fileprivate(set) var isInspectable: Bool?
    public fileprivate(set) var allowsInlineMedia: Bool?
    public fileprivate(set) var allowsBackForwardGestures: Bool?
    public fileprivate(set) var bounces: Bool?
    public fileprivate(set) var dataStore: DataStore?
    public fileprivate(set) var contentMode: ContentMode?
    public fileprivate(set) var allowsJavaScript: Bool?

    fileprivate init() {}
  }

  /// A finished configuration: only `Configurator.build(url:)` makes one, and nothing changes it.
  @MainActor public struct WebConfiguration {
    public let url: URL
    /// Not to be had from outside, where it could be given another next handler.
    private let headNavigationHandler: (any NavigationActionHandler)?
    public let messageHandlers: [any ScriptMessageHandling]
    public let scripts: [UserScript]
    public let settings: WebSettings

    fileprivate init(_ configurator: Configurator, url: URL) {
      self.url = url
      headNavigationHandler = configurator.headNavigationHandler
      messageHandlers = configurator.messageHandlers
      scripts = configurator.scripts
      settings = configurator.settings
    }

    /// Whether requests are asked about; otherwise WebKit decides alone.
    public var decidesNavigation: Bool { headNavigationHandler != nil }

    /// What becomes of a request.
    public func decide(_ request: NavigationRequest) async -> NavigationDecision {
      await headNavigationHandler?.execute(request) ?? .allow
    }
  }

  /// Why a configurator refuses what is added.
  public enum ConfiguratorError: Error, Sendable, Hashable {
    /// There is a strategy or channel of that identifier already.
    case duplicateIdentifier(String)
  }

  /// Builds a configuration step by step.
  @MainActor public final class Configurator {
    fileprivate var headNavigationHandler: (any NavigationActionHandler)?
    fileprivate var messageHandlers: [any ScriptMessageHandling] = []
    fileprivate var scripts: [UserScript] = []
    fileprivate var settings = WebSettings()
    private var identifiers: Set<String> = []

    public init() {}

    /// The handler that is asked first; without one every request is allowed.
    @discardableResult
    public func set(headNavigationHandler handler: (any NavigationActionHandler)?) -> Configurator {
      headNavigationHandler = handler
      return self
    }

    @discardableResult public func set(title: WebSettings.Title?) -> Configurator {
      settings.title = title
      return self
    }

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

    /// Throws where a strategy or channel of that identifier is there already.
    @discardableResult
    public func add(scriptMessageStrategy strategy: any ScriptMessageStrategy) throws -> Configurator {
      try add(strategy)
    }

    /// Throws where a strategy or channel of that identifier is there already.
    @discardableResult
    public func add(scriptMessageChannel channel: ScriptMessageChannel) throws -> Configurator {
      try add(channel)
    }

    /// A script that is there already stays in its place.
    @discardableResult public func add(script: UserScript) -> Configurator {
      if !scripts.contains(script) { scripts.append(script) }
      return self
    }

    public func build(url: URL) -> WebConfiguration {
      WebConfiguration(self, url: url)
    }

    /// For the factory: the rule files have been checked to take no identifier twice.
    fileprivate func adopt(_ handler: any ScriptMessageHandling) {
      identifiers.insert(handler.identifier)
      messageHandlers.append(handler)
    }

    fileprivate func add(_ handler: any ScriptMessageHandling) throws -> Configurator {
      guard identifiers.insert(handler.identifier).inserted else {
        throw ConfiguratorError.duplicateIdentifier(handler.identifier)
      }
      messageHandlers.append(handler)
      return self
    }
  }

  """##
