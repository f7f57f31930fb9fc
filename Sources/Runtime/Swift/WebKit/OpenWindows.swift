//: output BasculeWebKit
//: needs PageLimits Popups

#if canImport(WebKit)
  import Foundation
  import WebKit

  /// The second web views that a web view and its popups have opened.
  @MainActor final class OpenWindows {
    private struct Window {
      weak var webView: WKWebView?
      /// True until the rules have decided whether the window is shown.
      var waits = true
    }

    private var windows: [Window] = []

    /// True if another window can be opened. Web views that the app has released do not count.
    var haveRoom: Bool {
      windows.removeAll { $0.webView == nil }
      return windows.count < PageLimits.popups
        && windows.count(where: \.waits) < PageLimits.waitingWindows
    }

    func add(_ webView: WKWebView) { windows.append(Window(webView: webView)) }

    func decided(_ webView: WKWebView, isShown: Bool) {
      guard let index = windows.firstIndex(where: { $0.webView === webView }) else { return }
      if isShown { windows[index].waits = false } else { windows.remove(at: index) }
    }
  }
#endif
