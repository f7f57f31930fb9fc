// These are the types of WebKit for SwiftUI, of iOS 26 and macOS 26.

@MainActor public final class WebPage {
  @MainActor public struct Configuration {
    public var userContentController = WKUserContentController()
    public var websiteDataStore = WKWebsiteDataStore.default()

    public init() {}
  }

  @MainActor public struct NavigationPreferences {
    public var allowsContentJavaScript = true
  }

  @MainActor public struct FrameInfo {
    public var isMainFrame: Bool
  }

  @MainActor public struct NavigationAction {
    public var target: FrameInfo?
    public var navigationType: WKNavigationType
    public var request: URLRequest
    public var shouldPerformDownload: Bool
  }

  @MainActor public struct NavigationResponse {
    public var isForMainFrame: Bool
    public var response: URLResponse
    public var canShowMimeType: Bool
  }

  /// A type that decides about navigation. All methods are required, so that a wrong signature is an error.
  @MainActor public protocol NavigationDeciding {
    mutating func decidePolicy(
      for action: NavigationAction, preferences: inout NavigationPreferences
    ) async -> WKNavigationActionPolicy
    mutating func decidePolicy(
      for response: NavigationResponse
    ) async -> WKNavigationResponsePolicy
  }

  public private(set) var url: URL?
  public var customUserAgent: String?
  public var isInspectable = false

  public init(
    configuration: Configuration = Configuration(), navigationDecider: some NavigationDeciding
  ) {}

  public func load(_ url: URL?) { self.url = url }

  @discardableResult public func callJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: FrameInfo? = nil,
    contentWorld: WKContentWorld? = nil
  ) async throws -> sending Any? { nil }
}
