import AppKit
public import EngineEvents
import Network
public import WebKit

/// The engine for the tests on Apple's systems: Apple's WebKit.
@MainActor public enum WebEngine: TestableEngine {
  public static func start() -> Bool {
    // The program has no icon in the Dock.
    NSApplication.shared.setActivationPolicy(.accessory)
    return true
  }

  public static func run() { NSApplication.shared.run() }

  /// The key of the property of web views that keeps their observers, by its address.
  private static var key: UInt8 = 0
  private static var known: [Known] = []

  private struct Known {
    weak var webView: WKWebView?
  }

  private final class Observers {
    var all: [DelegateObserver] = []
  }

  /// Inserts an object that reports events before it calls the delegates.
  public static func watch(_ webView: WKWebView) {
    if !known.contains(where: { $0.webView === webView }) {
      known.append(Known(webView: webView))
      prepare(webView.configuration)
    }
    let observers = objc_getAssociatedObject(webView, &key) as? Observers ?? Observers()
    let observer = DelegateObserver(webView)
    // The observer of a detached session becomes the delegate again.
    observers.all.append(observer)
    objc_setAssociatedObject(webView, &key, observers, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    webView.navigationDelegate = observer
    webView.uiDelegate = observer
  }

  /// Changes the objects that a web view shares with the copy of its configuration.
  private static func prepare(_ configuration: WKWebViewConfiguration) {
    // The web views are in no window.
    configuration.preferences.inactiveSchedulingPolicy = .none
    let store = configuration.websiteDataStore
    if store.proxyConfigurations.isEmpty, let number = TestEngine.proxyPort,
      let port = NWEndpoint.Port(rawValue: number)
    {
      var proxy = ProxyConfiguration(httpCONNECTProxy: .hostPort(host: "127.0.0.1", port: port))
      proxy.allowFailover = false
      store.proxyConfigurations = [proxy]
    }
    configuration.userContentController.add(EvidenceHandler(), name: EvidenceHandler.name)
    configuration.userContentController.addUserScript(EvidenceHandler.script)
  }

  public static let endPage: (@MainActor (WKWebView) -> Void)? = nil
  public static let reachesLoopbackDirectly = true
  public static var webViews: Int { known.filter { $0.webView != nil }.count }
  public static let engineObjects: Int? = nil
  public static let heapBytes: Int? = nil
}

/// Receives the texts of `evidence(text)`.
@MainActor private final class EvidenceHandler: NSObject, WKScriptMessageHandler {
  static let name = "testEvidence"
  static let script = WKUserScript(
    source: """
      (() => {
        const handler = webkit.messageHandlers.\(name);
        const post = handler.postMessage.bind(handler);
        Object.defineProperty(window, "evidence", { value: (text) => post(String(text)) });
      })();
      """,
    injectionTime: .atDocumentStart, forMainFrameOnly: false)

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    TestEngine.observe(.evidence(message.body as? String ?? ""))
  }
}
