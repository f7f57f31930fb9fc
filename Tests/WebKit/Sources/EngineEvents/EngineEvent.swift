/// An event of the engine, for the tests.
public enum EngineEvent: Sendable {
  public enum Frame: String, Sendable { case main, sub, new }

  /// The kind of a navigation, with the raw values of `WKNavigationType`.
  public enum Navigation: Int, Sendable {
    case linkActivated = 0
    case formSubmitted, backForward, reload, formResubmitted
    case other = -1
  }

  /// The answer of a delegate, with the raw values of `WKNavigationActionPolicy` and `WKNavigationResponsePolicy`.
  public enum Policy: Int, Sendable {
    case cancel = 0
    case allow, download
  }

  /// A policy request has reached the delegate.
  case asked(url: String, frame: Frame, type: Navigation?)
  /// The delegate has answered.
  case decided(url: String, policy: Policy?)
  /// The server has answered. Only now does WebKitGTK report whether the request is for the main frame.
  case response(url: String, isMainFrame: Bool)
  /// The delegate has decided about the server's answer.
  case responseDecided(url: String, policy: Policy?)
  case committed(url: String)
  case finished(url: String)
  case failed(url: String, reason: String)
  /// A second web view was requested.
  case newWindow(url: String)
  /// A download began and was stopped.
  case download(url: String)
  /// A text that the page reported by `evidence(text)`.
  case evidence(String)
  case crashed
}
