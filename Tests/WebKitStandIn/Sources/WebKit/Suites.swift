// Declarations that the suites of Tests/WebKit use in addition to those of generated code.
extension WKWebView {
  public var title: String? { nil }

  @discardableResult public func goBack() -> WKNavigation? { nil }
  @discardableResult public func reload() -> WKNavigation? { nil }

  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    contentWorld: WKContentWorld
  ) async throws -> Any? { nil }
}

extension WKDownload {
  public func cancel(_ completionHandler: (@MainActor (Data?) -> Void)? = nil) {}
}

extension WKPreferences {
  public enum InactiveSchedulingPolicy: Int, Sendable { case suspend, throttle, none }

  public var inactiveSchedulingPolicy: InactiveSchedulingPolicy {
    get { .suspend }
    set {}
  }
}

#if canImport(Network)
  public import Network

  extension WKWebsiteDataStore {
    public var proxyConfigurations: [ProxyConfiguration] {
      get { [] }
      set {}
    }
  }

  /// A trust object of the module `Security`.
  public class SecTrust {}

  extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
  }

  extension URLCredential {
    public convenience init(trust: SecTrust) {
      self.init(user: "", password: "", persistence: .none)
    }
  }
#endif
