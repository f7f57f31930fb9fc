/// The parts of an engine that the suites use beyond Apple's API. `WebEngine` is the engine of this system: it uses
/// WebKitGTK in `Sources/WebKit`, and Apple's WebKit in `Sources/AppleEngine`.
@MainActor public protocol TestableEngine {
  associatedtype WebView: AnyObject

  /// Begins the main loop. Returns false if there is no display, which web views need.
  static func start() -> Bool
  /// Runs the main loop until the process exits.
  static func run()

  /// Reports the events of a web view to `TestEngine.observe`, and defines `evidence(text)` in its pages. Call it when
  /// the web view has its delegates and before it loads a page, and again when it has other delegates. Second web views
  /// of a watched one are watched too.
  static func watch(_ webView: WebView)

  /// Ends the process of a web view's page; nil if the engine has no public way to do this.
  static var endPage: (@MainActor (WebView) -> Void)? { get }
  /// True if requests to 127.0.0.1 and ::1 do not go to the proxy.
  static var reachesLoopbackDirectly: Bool { get }

  /// The number of existing web views.
  static var webViews: Int { get }
  /// The number of the engine's own objects that exist; nil if it is not known.
  static var engineObjects: Int? { get }
  /// The memory in bytes that the process has allocated and not freed; nil if it is not known.
  static var heapBytes: Int? { get }
}

/// Settings that tests change before the first web view exists.
@MainActor public enum TestEngine {
  /// The port on 127.0.0.1 of the proxy that receives all requests.
  public static var proxyPort: UInt16?
  /// Receives all events.
  public static var observe: @MainActor (EngineEvent) -> Void = { _ in }
  /// Returns whether a request is for a frame inside of the page, which WebKitGTK does not report with the policy
  /// request. The engine's own value, which arrives with the server's answer, is in `EngineEvent.response`.
  public static var isSubframe: @MainActor (_ url: String) -> Bool = { _ in false }
}
