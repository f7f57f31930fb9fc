//: output BasculeWebKit

#if canImport(WebKit)
  import Foundation
  import WebKit

  /// Passes messages without a reply on. It works synchronously, to keep their order.
  @MainActor final class MessageListener: NSObject, WKScriptMessageHandler {
    private let receive: @MainActor (WKScriptMessage) -> Void

    init(_ receive: @escaping @MainActor (WKScriptMessage) -> Void) { self.receive = receive }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      receive(message)
    }
  }
#endif
