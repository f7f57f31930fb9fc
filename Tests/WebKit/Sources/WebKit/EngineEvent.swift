import CWebKitGTK

/// An event of the engine, for the tests; Apple's WebKit has no equivalent.
public enum EngineEvent: Sendable {
  public enum Frame: String, Sendable { case main, sub, new }

  /// The delegate is asked.
  case asked(url: String, frame: Frame, type: WKNavigationType)
  /// The delegate has answered.
  case decided(url: String, policy: WKNavigationActionPolicy)
  /// The server has answered; whether it is for the main frame the engine knows only now.
  case response(url: String, isMainFrame: Bool)
  case committed(url: String)
  case finished(url: String)
  case failed(url: String, reason: String)
  /// A second web view was asked for and not made.
  case newWindow(url: String)
  /// A download has begun, and was stopped.
  case download(url: String)
  /// A text that the page reported by `evidence(text)`.
  case evidence(String)
  case title(String)
  case crashed
}

/// Settings that the tests make before the first web view.
@MainActor public enum TestEngine {
  /// The destination of all requests.
  public static var proxy: String?
  /// Hears of everything.
  public static var observe: @MainActor (EngineEvent) -> Void = { _ in }
  /// Called when the engine hands a message over, before anybody has read it.
  public static var arrived: (@MainActor () -> Void)?
  /// True if a request is for a frame inside the page, which WebKitGTK does not report with the policy request.
  /// The engine's own word, which comes with the server's answer, is in `EngineEvent.response`.
  public static var isSubframe: @MainActor (_ url: String) -> Bool = { _ in false }
  /// Web views that still exist.
  public internal(set) static var webViews = 0
}

/// The memory that the process has allocated and not freed.
public enum HeapUse {
  public static var bytes: Int { Int(mallinfo2().uordblks) }
}
