//: output BasculeWebKit
//: needs PageBridge JSONFoundation

#if canImport(WebKit)
  import Foundation
  public import WebKit

  /// Why JavaScript was not run.
  public enum JavaScriptRunnerError: Error, Sendable, Hashable {
    case webViewIsGone
  }

  /// Runs JavaScript in a web view. It does not keep the web view alive.
  @MainActor public final class WebViewRunner: JavaScriptRunner {
    weak var webView: WKWebView?

    public init(_ webView: WKWebView?) { self.webView = webView }

    public func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      guard let webView else { throw JavaScriptRunnerError.webViewIsGone }
      let result = try await webView.callAsyncJavaScript(
        body, arguments: arguments.mapValues(\.foundation), in: nil, contentWorld: .page)
      return try JSON(foundation: result)
    }
  }

  /// Passes on what a page posts about itself; synchronously, to keep the order.
  @MainActor private final class PageAdapter: NSObject, WKScriptMessageHandler {
    private weak var page: PageBridge?

    init(_ page: PageBridge) {
      self.page = page
      super.init()
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      page?.receive(message.body, isMainFrame: message.frameInfo.isMainFrame)
    }
  }

  extension WKUserContentController {
    /// - Parameter messages: those that the app accepts from the page.
    func add(_ page: PageBridge, offering messages: [String]) {
      addUserScript(
        WKUserScript(
          source: page.announcement(offering: messages), injectionTime: .atDocumentStart,
          forMainFrameOnly: true))
      add(PageAdapter(page), name: PageBridge.handlerName)
    }
  }
#endif
