// Tests the panels of scripts, and the permission to record, in windows of UIKit or AppKit.
import Foundation
import WebKit

@MainActor final class App: NavigationEnvironment {
  var log: [String] = []

  func showAlert(_ panel: PagePanel) async {
    log.append("alert \(panel.text) \(panel.frame.securityOrigin.host)")
  }
  func showConfirm(_ panel: PagePanel) async -> Bool {
    log.append("confirm \(panel.text)")
    return true
  }
  func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? {
    log.append("prompt \(panel.text) \(proposal ?? "-")")
    return "answer"
  }
}

@MainActor final class Observer: WebViewObserver {
  var failures: [String] = []
  func webView(_ webView: WKWebView, failedWith error: any Error) { failures.append("\(error)") }
}

let origin = WKSecurityOrigin(protocol: "https", host: "shop.example", port: 0)
let home = URL(string: "https://shop.example/")!
let frame = WKFrameInfo(
  isMainFrame: true, request: URLRequest(url: home), securityOrigin: origin)

/// A web view in a window, with the actions of a user.
@MainActor final class Window {
  let view: WKWebView
  #if canImport(UIKit)
    let window = UIWindow()
    /// The view controller that shows the panels.
    let controller = UIViewController(nibName: nil, bundle: nil)
  #else
    let window = NSWindow()
  #endif

  init(_ role: WebRole, _ app: App, isInWindow: Bool = true) {
    let factory = ConfiguratorFactory(environment: app)
    view = WebSession(factory.make(for: role).build(url: home)).webView
    if isInWindow { view.window = window }
    #if canImport(UIKit)
      let root = UIViewController(nibName: nil, bundle: nil)
      root.present(controller, animated: false)
      window.rootViewController = root
    #endif
  }

  #if canImport(UIKit)
    private var alert: UIAlertController? {
      controller.presentedViewController as? UIAlertController
    }
    var isShown: Bool { alert != nil }
    var texts: [String] { [alert?.title ?? "-", alert?.message ?? "-"] }
    var buttons: [String] { (alert?.actions ?? []).map { $0.title ?? "-" } }
    var text: String {
      get { alert?.textFields?.first?.text ?? "-" }
      set { alert?.textFields?.first?.text = newValue }
    }
    func press(_ button: Int) {
      guard let action = alert?.actions[button] else { return }
      action.handler?(action)
      controller.dismiss(animated: false)
    }
    func close() { controller.dismiss(animated: false) }
    /// Shows a screen of the app above the one with the web view.
    func cover() {
      controller.view = view
      controller.present(UIViewController(nibName: nil, bundle: nil), animated: false)
    }
  #else
    var isShown: Bool { window.sheet != nil }
    var texts: [String] {
      [window.sheet?.alert.messageText ?? "-", window.sheet?.alert.informativeText ?? "-"]
    }
    var buttons: [String] { (window.sheet?.alert.buttons ?? []).map(\.title) }
    private var field: NSTextField? { window.sheet?.alert.accessoryView as? NSTextField }
    var text: String {
      get { field?.stringValue ?? "-" }
      set { field?.stringValue = newValue }
    }
    func press(_ button: Int) {
      window.sheet?.end(NSApplication.ModalResponse(rawValue: 1000 + button))
      window.closeSheet()
    }
    func close() { window.closeSheet() }
    func cover() { window.ownSheet = NSWindow() }
  #endif

  func alert() async {
    await view.uiDelegate?.webView(
      view, runJavaScriptAlertPanelWithMessage: "hello", initiatedByFrame: frame)
  }
  func confirm() async -> Bool? {
    await view.uiDelegate?.webView(
      view, runJavaScriptConfirmPanelWithMessage: "sure?", initiatedByFrame: frame)
  }
  func prompt() async -> String? {
    await view.uiDelegate?.webView(
      view, runJavaScriptTextInputPanelWithPrompt: "name?", defaultText: "Ada",
      initiatedByFrame: frame) ?? nil
  }
  func capture() async -> WKPermissionDecision? {
    await view.uiDelegate?.webView(
      view, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: .camera)
  }

  /// Returns the answer to the page after the user has done something with the panel.
  func answer<Value: Sendable>(
    _ ask: @escaping @MainActor (Window) async -> Value, _ act: (Window) -> Void
  ) async -> Value {
    let answer = Task { await ask(self) }
    while !isShown { await Task.yield() }
    act(self)
    return await answer.value
  }
}

let app = App()

// MARK: Panels of generated code

let native = Window(.native, app)
await native.answer({ await $0.alert() }) { screen in
  Checks.equal(screen.texts, ["shop.example", "hello"])
  Checks.equal(screen.buttons, ["OK"])
  screen.press(0)
}
Checks.equal(
  await native.answer({ await $0.confirm() }) { screen in
    Checks.equal(screen.texts, ["shop.example", "sure?"])
    Checks.equal(screen.buttons, ["OK", "Cancel"])
    screen.press(0)
  }, true)
Checks.equal(await native.answer({ await $0.confirm() }) { $0.press(1) }, false)
Checks.equal(
  await native.answer({ await $0.prompt() }) { screen in
    Checks.equal(screen.text, "Ada")
    screen.text = "Grace"
    screen.press(0)
  }, "Grace")
Checks.equal(await native.answer({ await $0.prompt() }) { $0.press(1) }, nil)

// A panel that the app closes, or that cannot be shown, gives the answer of a user who cancels.
await native.answer({ await $0.alert() }) { $0.close() }
Checks.equal(await native.answer({ await $0.confirm() }) { $0.close() }, false)
Checks.equal(await native.answer({ await $0.prompt() }) { $0.close() }, nil)
let hidden = Window(.native, app, isInWindow: false)
await hidden.alert()
Checks.equal(await hidden.confirm(), false)
Checks.equal(await hidden.prompt(), nil)

// MARK: What pages write

@MainActor func frame(_ scheme: String, _ host: String, isMain: Bool = true) -> WKFrameInfo {
  WKFrameInfo(
    isMainFrame: isMain, request: URLRequest(url: home),
    securityOrigin: WKSecurityOrigin(protocol: scheme, host: host, port: 0))
}

/// Returns the title and the text of a panel.
@MainActor func shown(_ text: String, of frame: WKFrameInfo) async -> [String] {
  let screen = Window(.native, app)
  screen.view.url = home
  var texts: [String] = []
  await screen.answer({ screen in
    await screen.view.uiDelegate?.webView(
      screen.view, runJavaScriptAlertPanelWithMessage: text, initiatedByFrame: frame)
  }) { screen in
    texts = screen.texts
    screen.press(0)
  }
  return texts
}

// A sandboxed frame has no origin.
Checks.equal(await shown("a", of: frame("", "")), ["An unknown page", "a"])
Checks.equal(
  await shown("a", of: frame("", "", isMain: false)), ["An unknown frame of shop.example", "a"])
Checks.equal(await shown("a", of: frame("file", "")), ["file:", "a"])
let long = String(repeating: "a.", count: 2_000) + "evil.example"
let longTitle = await shown("a", of: frame("https", long))[0]
Checks.equal(longTitle.count, 101)
Checks.equal(longTitle.hasSuffix(".evil.example"), true)
Checks.equal(
  await shown("\u{202E}a\u{0}\u{2067}b\tc\nd\u{200F}", of: frame)[1], "abc\nd")
Checks.equal(
  await shown(String(repeating: "e\u{301}", count: 100_000), of: frame)[1].unicodeScalars.count,
  1_001)
Checks.equal(await shown(String(repeating: "\n", count: 900), of: frame)[1].count, 20)

// The same is tested with random texts of letters and of characters that could hide or turn these.
do {
  var numbers = SeededNumbers()
  let letters = (0x21...0x7E).compactMap { Unicode.Scalar($0) }
  let others =
    [0xA, 0xD, 0x9, 0x0, 0x1B, 0x7F, 0x85, 0x61C, 0x200E, 0x200F, 0x301, 0x1F600]
    + Array(0x202A...0x202E) + Array(0x2066...0x2069)
  for _ in 0..<300 {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...2_000, using: &numbers) {
      let isLetter = Int.random(in: 0..<3, using: &numbers) > 0
      let other = Unicode.Scalar(others.randomElement(using: &numbers) ?? 0x61)
      if let scalar = isLetter ? letters.randomElement(using: &numbers) : other {
        text.append(scalar)
      }
    }
    let shown = PanelText.shown(String(text)).unicodeScalars
    let isPlain = shown.allSatisfy {
      $0 == "\n" || $0.properties.generalCategory != .control && !$0.properties.isBidiControl
    }
    Checks.equal(isPlain, true, "seed \(SeededNumbers.seed)")
    Checks.equal(shown.count <= 1_001, true)
    Checks.equal(shown.filter { $0 == "\n" }.count < 20, true)
    // The letters are kept in their order.
    let kept = shown.filter { letters.contains($0) }
    Checks.equal(text.filter { letters.contains($0) }.starts(with: kept), true)
    let plain = String(String.UnicodeScalarView(kept))
    Checks.equal(PanelText.shown(plain), plain)
  }
}

// The panel of a web view that another screen covers would seem to belong to that screen.
do {
  let screen = Window(.native, app)
  screen.cover()
  await screen.alert()
  Checks.equal(await screen.confirm(), false)
  Checks.equal(await screen.prompt(), nil)
  Checks.equal(screen.isShown, false)
}

// MARK: Panels in a loop

do {
  let screen = Window(.native, app)
  Checks.equal(await screen.answer({ await $0.confirm() }) { $0.press(0) }, true)
  Checks.equal(await screen.answer({ await $0.confirm() }) { $0.press(0) }, true)
  // From the third panel on, the user can stop the page.
  Checks.equal(
    await screen.answer({ await $0.confirm() }) { screen in
      Checks.equal(screen.buttons, ["OK", "Cancel", "No More Messages"])
      screen.press(2)
    }, false)
  for _ in 0..<100 { Checks.equal(await screen.confirm(), false) }
  Checks.equal(screen.isShown, false)
}
do {
  let loop = App()
  let screen = Window(.own, loop)
  let observer = Observer()
  (screen.view.navigationDelegate as? ChainNavigationDelegate)?.observer = observer
  let start = ProcessInfo.processInfo.systemUptime
  for _ in 0..<1_000 { await screen.alert() }
  let seconds = ProcessInfo.processInfo.systemUptime - start
  Checks.equal(loop.log.count <= 21 + Int(seconds / 3), true, "\(loop.log.count) panels")
  Checks.equal(loop.log.count >= 20, true)
  Checks.equal(observer.failures.first, "\(ReachedLimit.panels)")
  Checks.equal(
    observer.failures.count <= loop.log.count - 19, true, "\(observer.failures.count) reports")
}

// MARK: Panels of the app

do {
  var own: App? = App()
  let screen = Window(.own, own!)
  await screen.alert()
  Checks.equal(await screen.confirm(), true)
  Checks.equal(await screen.prompt(), "answer")
  Checks.equal(own?.log, ["alert hello shop.example", "confirm sure?", "prompt name? Ada"])
  own = nil
  await screen.alert()
  Checks.equal(await screen.confirm(), false, "the app is gone")
  Checks.equal(await screen.prompt(), nil)
  Checks.equal(screen.isShown, false)
}

// MARK: Neither, and permissions

let plain = Window(.plain, app)
await plain.alert()
Checks.equal(await plain.confirm(), false)
Checks.equal(await plain.prompt(), nil)
Checks.equal(plain.isShown, false)
Checks.equal(await native.capture(), .grant)
Checks.equal(await Window(.own, app).capture(), .deny)
Checks.equal(await plain.capture(), .prompt)
Checks.equal(app.log, [])
Checks.end()
