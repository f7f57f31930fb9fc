//: output BasculeWebKit
//: needs PageBridge MessageListener

#if canImport(WebKit)
  import Foundation
  import WebKit

  nonisolated extension WebOrigin {
    @MainActor init(_ frame: WKFrameInfo) {
      let origin = frame.securityOrigin
      self.init(scheme: origin.protocol, host: origin.host, port: origin.port)
    }
  }

  extension WKUserContentController {
    /// - Parameter messages: the messages that the app accepts from the page.
    func add(_ page: PageBridge, offering messages: [String]) {
      addUserScript(
        WKUserScript(
          source: page.announcement(offering: messages), injectionTime: .atDocumentStart,
          forMainFrameOnly: true))
      let listener = MessageListener { [weak page] message in
        let frame = message.frameInfo
        page?.receive(message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
      }
      add(listener, name: PageBridge.handlerName)
    }
  }
#endif
