import CWebKitGTK

/// An event of the engine, for the tests; Apple's WebKit has no equivalent.
public enum EngineEvent: Sendable {
  public enum Frame: String, Sendable { case main, sub, new }

  /// The delegate is asked.
  case asked(url: String, frame: Frame, type: WKNavigationType)
  /// The delegate has answered.
  case decided(url: String, policy: WKNavigationActionPolicy)
  /// The server has answered; only now does the engine know whether it is for the main frame.
  case response(url: String, isMainFrame: Bool)
  /// The delegate has decided about the server's answer.
  case responseDecided(url: String, policy: WKNavigationResponsePolicy)
  case committed(url: String)
  case finished(url: String)
  case failed(url: String, reason: String)
  /// A second web view was requested and not created.
  case newWindow(url: String)
  /// A download began and was stopped.
  case download(url: String)
  /// A text that the page reported by `evidence(text)`.
  case evidence(String)
  case title(String)
  case crashed
}

/// Settings that tests change before the first web view exists.
@MainActor public enum TestEngine {
  /// The destination of all requests.
  public static var proxy: String?
  /// Receives all events.
  public static var observe: @MainActor (EngineEvent) -> Void = { _ in }
  /// Called when the engine delivers a message, before it is handled.
  public static var arrived: (@MainActor () -> Void)?
  /// True if a request is for a frame inside the page, which WebKitGTK does not report with the policy request.
  /// The engine's own value, which arrives with the server's answer, is in `EngineEvent.response`.
  public static var isSubframe: @MainActor (_ url: String) -> Bool = { _ in false }
  /// The number of existing web views.
  public internal(set) static var webViews = 0
  /// The number of the engine's own objects that exist: views, windows, contexts and managers.
  public internal(set) static var engineObjects = 0
}

/// The memory that the process has allocated and not freed.
public enum HeapUse {
  public static var bytes: Int { Int(mallinfo2().uordblks) }
}
