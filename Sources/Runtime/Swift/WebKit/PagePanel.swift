//: output BasculeWebKit

#if canImport(WebKit)
  public import WebKit

  /// A text that a script shows, and to which it waits for the user's answer.
  @MainActor public struct PagePanel {
    public let text: String
    /// The frame of the script. Pages can write any text, so also show the host of the frame's origin.
    public let frame: WKFrameInfo
    public let webView: WKWebView
  }
#endif
