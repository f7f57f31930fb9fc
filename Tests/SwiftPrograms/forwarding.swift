// The parts of Objective-C's run time that forward calls, for systems without one. `SwiftProgramTests` makes them the
// superclass of the generated delegate.
import Foundation
import WebKit

struct Selector {
  var name: String
}

func NSStringFromSelector(_ selector: Selector) -> String { selector.name }
func NSSelectorFromString(_ name: String) -> Selector { Selector(name: name) }

// Like `NSObject`, this class lets a class of an actor be sendable.
class ObjectiveCObject: NSObject, @unchecked Sendable {
  /// The methods that the class declares.
  var methods: Set<String> {
    self is ChainNavigationDelegate ? DelegateTable.generated : []
  }

  func responds(to selector: Selector!) -> Bool { methods.contains(selector.name) }
  func forwardingTarget(for selector: Selector!) -> Any? { nil }
}

extension NSObjectProtocol {
  func responds(to selector: Selector) -> Bool {
    // With an optional selector, the method of the class is called, and not this one.
    (self as? ObjectiveCObject)?.responds(to: Optional(selector)) ?? false
  }
}

/// A delegate with all methods, including those that decide about loads.
@MainActor final class OwnDelegate: ObjectiveCObject, @unchecked Sendable, WKNavigationDelegate {
  override nonisolated var methods: Set<String> {
    DelegateTable.navigation.union([
      "webView:decidePolicyForNavigationAction:preferences:decisionHandler:", "other",
    ])
  }
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy { .allow }
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
  ) {}
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error
  ) {}
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
  func webView(
    _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    (.performDefaultHandling, nil)
  }
}

@MainActor final class OwnUIDelegate: ObjectiveCObject, @unchecked Sendable, WKUIDelegate {
  override nonisolated var methods: Set<String> { DelegateTable.ui }
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? { nil }
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo
  ) async -> Bool { true }
  func webView(
    _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
    initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
  ) async -> WKPermissionDecision { .grant }
}

/// A web view that asks its delegate once which methods it has, as WebKit does.
@MainActor final class AskingWebView: WKWebView {
  var knows: [String: Bool] = [:]
  override var navigationDelegate: (any WKNavigationDelegate)? {
    didSet { ask("webView:didStartProvisionalNavigation:", navigationDelegate) }
  }
  override var uiDelegate: (any WKUIDelegate)? {
    didSet {
      ask(
        "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:", uiDelegate
      )
    }
  }
  private func ask(_ name: String, _ delegate: (any NSObjectProtocol)?) {
    knows[String(name.prefix(12))] = delegate?.responds(to: Selector(name: name))
  }
}

@MainActor final class Environment: NavigationEnvironment {
  func showPopup(_ popup: WebSession) {}
  func closePopup(_ popup: WebSession) {}
}

@MainActor final class Silent: NavigationActionHandler {
  var nextHandler: (any NavigationActionHandler)?
  func handle(_ request: NavigationRequest) -> NavigationDecision? { nil }
}

let view = AskingWebView(frame: .zero, configuration: WKWebViewConfiguration())
let delegate = ChainNavigationDelegate(Silent())
delegate.attach(to: view)
Checks.equal(view.knows, ["webView:didS": false, "webView:runJ": false])

@MainActor func target(_ name: String) -> String {
  let target = delegate.forwardingTarget(for: Selector(name: name))
  return (delegate.responds(to: Selector(name: name)) ? "yes " : "no ")
    + (target.map { "\(type(of: $0))" } ?? "nil")
}

// MARK: The table of the guide

@MainActor func compareWithTheTable() {
  let app = Environment()
  let factory = ConfiguratorFactory(environment: app)
  let view = AskingWebView(frame: .zero, configuration: WKWebViewConfiguration())
  @MainActor func rules(_ role: WebRole) -> ChainNavigationDelegate {
    let rules = ChainNavigationDelegate(
      factory.make(for: role).build(url: url("https://a.example/")))
    rules.attach(to: view)
    return rules
  }
  let (ruled, blank) = (rules(.default), rules(.blank))
  let own = OwnDelegate()
  let ownUI = OwnUIDelegate()
  for rules in [ruled, blank] { (rules.navigationDelegate, rules.uiDelegate) = (own, ownUI) }
  var replaced: Set<String> = []
  for (method, answer) in DelegateTable.answers {
    let selector = Selector(name: method)
    @MainActor func target(_ rules: ChainNavigationDelegate) -> String {
      "\(rules.responds(to: selector)) "
        + (rules.forwardingTarget(for: selector).map { "\(type(of: $0))" } ?? "nil")
    }
    let owner = DelegateTable.ui.contains(method) ? "OwnUIDelegate" : "OwnDelegate"
    switch answer {
    case "rules":
      Checks.equal(target(ruled), method == preferring ? "false nil" : "true nil", method)
      // The generated method asks the app, or WebKit does.
      Checks.equal(blank.responds(to: selector), true, method)
      Checks.equal(blank.replacedMethods.contains(method), false, method)
      replaced.insert(method)
    case "both":
      // Objective-C forwards only methods that the class lacks.
      Checks.equal(DelegateTable.generated.contains(method), true, method)
    case "app":
      for rules in [ruled, blank] { Checks.equal(target(rules), "true " + owner, method) }
    case "session":
      Checks.equal(target(ruled), "true nil", method)
      Checks.equal(DelegateTable.download.contains(method), true, method)
    case "WebKit":
      Checks.equal(target(ruled), "false nil", method)
    default: Checks.equal(answer, "an answer of the table", method)
    }
  }
  Checks.equal(Set(ruled.replacedMethods), replaced)
  Checks.equal(
    Set(DelegateTable.answers.keys),
    DelegateTable.navigation.union(DelegateTable.ui).union(DelegateTable.download))
  _ = (own, ownUI, app)
}

let capture =
  "webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:"
let starts = "webView:didStartProvisionalNavigation:"
let alert = "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:"
let decision = "webView:decidePolicyForNavigationAction:decisionHandler:"
let preferring = "webView:decidePolicyForNavigationAction:preferences:decisionHandler:"
let window = "webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:"
compareWithTheTable()
Checks.equal(target(starts), "no nil")
Checks.equal(target(alert), "no nil")
Checks.equal(target(capture), "no nil")
do {
  let own = OwnDelegate()
  let ownUI = OwnUIDelegate()
  delegate.navigationDelegate = own
  delegate.uiDelegate = ownUI
  Checks.equal(view.knows, ["webView:didS": true, "webView:runJ": true], "WebKit is not told")
  Checks.equal(view.navigationDelegate === delegate && view.uiDelegate === delegate, true)
  Checks.equal(target(starts), "yes OwnDelegate")
  Checks.equal(target(alert), "yes OwnUIDelegate")
  // The rules decide what is loaded.
  Checks.equal(target(decision), "yes nil")
  Checks.equal(target(preferring), "no nil")
  Checks.equal(delegate.replacedMethods, [decision, preferring, window])
  Checks.equal(target(window), "yes nil")
  Checks.equal(target("webView:contextMenu:"), "no nil")
  Checks.equal(target("other"), "no nil")
  // A method that this class also has calls that of the app.
  let origin = WKSecurityOrigin(protocol: "https", host: "a.example", port: 0)
  let frame = WKFrameInfo(
    isMainFrame: true, request: URLRequest(url: URL(string: "https://a.example/")!),
    securityOrigin: origin)
  @MainActor func answers(_ delegate: ChainNavigationDelegate) async -> String {
    let answer = await delegate.webView(
      view, runJavaScriptConfirmPanelWithMessage: "?", initiatedByFrame: frame)
    let decision = await delegate.webView(
      view, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: .camera)
    return "\(answer) \(decision)"
  }
  Checks.equal(await answers(delegate), "true grant")
  // The settings of the rules take precedence over it.
  let app = Environment()
  let factory = ConfiguratorFactory(environment: app)
  let ruled = ChainNavigationDelegate(
    factory.make(for: .default).build(url: URL(string: "https://a.example/")!))
  let plain = ChainNavigationDelegate(
    factory.make(for: .plain).build(url: URL(string: "https://a.example/")!))
  for delegate in [ruled, plain] { delegate.uiDelegate = ownUI }
  Checks.equal(await answers(ruled), "false deny")
  Checks.equal(await answers(plain), "true grant")
  for name in [alert, capture] {
    Checks.equal(ruled.responds(to: Selector(name: name)), true)
    Checks.equal(plain.responds(to: Selector(name: name)), true)
  }
  plain.uiDelegate = nil
  for name in [alert, capture] {
    Checks.equal(plain.responds(to: Selector(name: name)), false)
  }
  // These are the delegates of a web view that the rules take over.
  let taken = AskingWebView(frame: .zero, configuration: WKWebViewConfiguration())
  (taken.navigationDelegate, taken.uiDelegate) = (own, ownUI)
  let plainRules = factory.make(for: .plain).build(url: URL(string: "https://a.example/")!)
  let session = try WebSession(plainRules, attaching: taken)
  Checks.equal(taken.knows, ["webView:didS": true, "webView:runJ": true])
  Checks.equal(
    session.delegate.forwardingTarget(for: Selector(name: starts)) as? OwnDelegate === own, true)
  session.detach()
  Checks.equal(taken.navigationDelegate === own && taken.uiDelegate === ownUI, true)
  // The delegates of the app are read on the main thread only.
  let answers = await Task.detached { [delegate] in
    ["webView:didFinishNavigation:", "webView:didStartProvisionalNavigation:"]
      .map { delegate.responds(to: Selector(name: $0)) }
  }.value
  Checks.equal(answers, [true, false])
  _ = (own, ownUI)
}
Checks.equal(target(starts), "no nil", "the delegate keeps that of the app alive")
Checks.end()
