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

    // An asynchronous call of WebKit would keep the web view alive until the page answers.
    public func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      try await withCheckedThrowingContinuation { caller in
        guard let webView else {
          return caller.resume(throwing: JavaScriptRunnerError.webViewIsGone)
        }
        webView.callAsyncJavaScript(
          body, arguments: arguments.mapValues(\.foundation), in: nil, in: .page
        ) { result in
          caller.resume(with: Result { try JSON(foundation: result.get()) })
        }
      }
    }
  }

  extension WebOrigin {
    @MainActor init(_ frame: WKFrameInfo) {
      let origin = frame.securityOrigin
      self.init(scheme: origin.protocol, host: origin.host, port: origin.port)
    }
  }

  /// Passes on the messages of a page about itself, synchronously to keep their order.
  @MainActor private final class PageAdapter: NSObject, WKScriptMessageHandler {
    private weak var page: PageBridge?

    init(_ page: PageBridge) {
      self.page = page
      super.init()
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      let frame = message.frameInfo
      page?.receive(message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
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
