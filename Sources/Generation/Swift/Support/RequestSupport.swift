/// First part of `BasculeRequest.swift`: the request that a chain decides on. It is the same for
/// every rule set.
let requestSupport = ##"""
  import Foundation

  /// What becomes of a request.
  public enum NavigationDecision: String, Sendable {
    case allow, cancel, download
  }

  /// Why a page wants to open a URL.
  public enum NavigationKind: String, Sendable {
    case linkActivated, formSubmitted, formResubmitted, backForward, reload, other
  }

  /// Where a URL would open; `new` has no target frame (`target=_blank`, `window.open`).
  public enum NavigationFrame: String, Sendable {
    case main, sub, new
  }

  /// One request of a page, parsed once for all handlers.
  ///
  /// Make a new one for each decision: it remembers what the app has said of its flags.
  @MainActor public struct NavigationRequest {
    public let url: URL
    public let navigation: NavigationKind
    public let frame: NavigationFrame
    public let isDownload: Bool
    /// Upper case.
    public let method: String
    /// The URL's parts, as views.
    let parts: AddressParts
    private let pageURL: URL?
    private let headers: [String: String]
    /// Where there is something to remember.
    private let memory: RequestMemory?

    public init(
      url: URL, navigation: NavigationKind = .other, frame: NavigationFrame = .main,
      method: String = "GET", headers: [String: String] = [:], isDownload: Bool = false,
      page: URL? = nil
    ) {
      self.url = url
      self.parts = AddressParts(url.absoluteString)
      self.pageURL = page
      self.navigation = navigation
      self.frame = frame
      self.method = method == "GET" ? method : method.uppercased()
      self.isDownload = isDownload
      self.headers = headers
      self.memory = Self.isRemembering ? .blank() : nil
    }

    /// The URL cut into parts, made anew each time.
    public var address: WebAddress { WebAddress(parts) }
    /// The page now shown, made anew each time; nil before the first load.
    public var page: WebAddress? { pageParts.map { WebAddress($0) } }

    private var pageParts: AddressParts? {
      guard let pageURL else { return nil }
      if let known = memory?.page { return known }
      let page = AddressParts(pageURL.absoluteString)
      memory?.page = page
      return page
    }

    var text: RequestText { parts.whole }
    var scheme: RequestText { parts.scheme }
    var host: RequestText { parts.host }
    var port: RequestNumber { parts.port }
    var path: RequestText { parts.path }
    var pathCount: RequestNumber { RequestNumber(parts.pathCount) }
    var fragment: RequestText { parts.fragment }
    var rawQuery: RequestText { parts.rawQuery }
    var rawFragment: RequestText { parts.rawFragment }
    var afterScheme: RequestText { parts.afterScheme }
    var methodText: RequestText { RequestText(method) }
    var pageScheme: RequestText { pageParts?.scheme ?? .missing }
    var pageHost: RequestText { pageParts?.host ?? .missing }

    func component(_ index: Int) -> RequestText { parts.component(index) }
    func pageComponent(_ index: Int) -> RequestText { pageParts?.component(index) ?? .missing }
    func query(_ key: StaticString) -> RequestText { parts.query(key) }
    /// The name in lower case.
    func header(_ name: StaticString) -> RequestText {
      RequestText(headers.first { RequestText($0.key.lowercased()).equals(name) }?.value)
    }

    func isNavigation(_ kinds: NavigationKind...) -> Bool { kinds.contains(navigation) }
    func isFrame(_ frames: NavigationFrame...) -> Bool { frames.contains(frame) }

    /// Asks the app for a flag, at most once for this request.
    func flag(_ number: Int, _ ask: @autoclosure () -> Bool) -> Bool {
      if let known = memory?.flags[number] { return known }
      let answer = ask()
      memory?.flags[number] = answer
      return answer
    }
  }

  /// What a request has been told since it was made.
  @MainActor private final class RequestMemory {
    /// The parts of the page's URL, once a rule has asked for one.
    var page: AddressParts?
    var flags = FlagAnswers()

    /// The memory of the last request; of the next one too, unless the last is still there.
    private static var last = RequestMemory()

    static func blank() -> RequestMemory {
      if isKnownUniquelyReferenced(&last) {
        last.page = nil
        last.flags = FlagAnswers()
      } else {
        last = RequestMemory()
      }
      return last
    }
  }

  /// What the app has said of its flags, by their number.
  private struct FlagAnswers {
    /// A bit for each of the first 64 that has been asked.
    private var asked: UInt64 = 0
    private var answers: UInt64 = 0
    private var others: [Int: Bool]?

    subscript(number: Int) -> Bool? {
      get {
        guard number < 64 else { return others?[number] }
        let bit = UInt64(1) << UInt64(number)
        return asked & bit == 0 ? nil : answers & bit != 0
      }
      set {
        guard number < 64 else {
          others = others ?? [:]
          others?[number] = newValue
          return
        }
        let bit = UInt64(1) << UInt64(number)
        asked = newValue == nil ? asked & ~bit : asked | bit
        answers = newValue == true ? answers | bit : answers & ~bit
      }
    }
  }

  /// Links asked one after the other.
  @MainActor public protocol NavigationActionHandler: AnyObject {
    /// Asked when this one does not decide.
    var nextHandler: (any NavigationActionHandler)? { get set }
    /// The decision, or nil where the request is not this handler's business.
    func handle(_ request: NavigationRequest) async -> NavigationDecision?
  }

  extension NavigationActionHandler {
    /// Asks this handler and then those behind it; the end of the chain allows.
    public func execute(_ request: NavigationRequest) async -> NavigationDecision {
      if let decision = await handle(request) { return decision }
      var link = nextHandler
      while let handler = link {
        if let decision = await handler.handle(request) { return decision }
        link = handler.nextHandler
      }
      return .allow
    }
  }

  """##
