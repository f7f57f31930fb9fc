//: output BasculeWebKit

#if canImport(WebKit)
  public import WebKit

  /// A text that a script shows, and waits for the user's answer.
  @MainActor public struct PagePanel {
    public let text: String
    /// The frame of the script. Pages can write any text, so show the host of its origin too.
    public let frame: WKFrameInfo
    public let webView: WKWebView
  }
#endif
