//: output BasculeWebKit
//: needs PageAdapter JavaScriptRunner JSONFoundation

#if canImport(WebKit)
  import Foundation
  public import WebKit

  /// The reason for which JavaScript was not run.
  public nonisolated enum JavaScriptRunnerError: Error, Sendable, Hashable {
    case webViewIsGone
  }

  /// Runs JavaScript in a web view, without keeping it alive.
  @MainActor public final class WebViewRunner: JavaScriptRunner {
    weak var webView: WKWebView?

    public init(_ webView: WKWebView?) { self.webView = webView }

    // WebKit's asynchronous method would keep the web view alive until the page answers.
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
#endif
