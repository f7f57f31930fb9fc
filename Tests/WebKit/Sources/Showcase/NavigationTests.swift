import Harness
import WebKit

/// Tests features that the small apps do not use: rules that wait, new windows, frames, downloads, the current page.
@MainActor public func showcase(_ run: TestRun) async throws {
  Showcase.serve(run)
  let test = Showcase(run, .default, shopHome)
  await test.load()
  await test.steps()
  await test.newWindows()
  await test.scriptedWindows()
  await test.otherSites()
  await test.waiting()
  await test.responses()
  await frames(run)
  await goneWebView(run)
  await goneApp(run)
}

extension Showcase {
  fileprivate func steps() async {
    run.step("arguments of a screen")
    await click("docs", shopHome + "docs/a%20b/c?title=x+y cancel")
    run.expect(
      run.entries("app"), ["app: push document(path: \"a b/c\", title: Optional(\"x y\"))"])
    run.step("a rule that goes on, then one that converts")
    await click("shop", shopHome + "shop/12?utm_source=newsletter-2026 cancel")
    run.expect(
      run.entries("app"), ["app: track campaign linkActivated", "app: present shop(id: 12)"])
    run.step("one that does not convert")
    await click("abc", shopHome + "shop/abc allow")
    await run.seen("finished " + shopHome + "shop/abc")
    run.expect(run.entries("app"), [])
    run.expect(await run.shown(view), shopHome + "shop/abc /shop/abc")

    for (identifier, url) in [("tel", "tel:+442079460000"), ("mail", "mailto:a@example.com")] {
      run.step("\(url) goes to the system")
      await click(identifier, url + " cancel")
      run.expect(run.entries("app"), ["app: open " + url])
      run.expect(run.entries("load failed"), [])
      run.expect(await run.shown(view), shopHome + "shop/abc /shop/abc")
    }

    for (opens, outcome) in [(true, []), (false, ["app: present paymentVerify"])] {
      run.step("the system \(opens ? "opens" : "does not open") a URL")
      app.opens = opens
      _ = try? await run.evaluate(view, "location.href = 'wallet:pay'")
      await run.seen("decided wallet:pay cancel")
      run.expect(run.entries("app"), ["app: open wallet:pay?"] + outcome)
      run.expect(run.entries("decided"), ["decided wallet:pay cancel"])
      run.expect(await run.shown(view), shopHome + "shop/abc /shop/abc")
    }

    run.step("a changed request, which is asked for once more")
    _ = try? await run.evaluate(view, "location.href = '/support?x'")
    await run.seen("finished \(shopHome)support?x&lang=en")
    run.expect(
      run.entries("app", "decided"),
      [
        "app: load \(shopHome)support?x&lang=en X-Device ios",
        "decided \(shopHome)support?x cancel",
        "decided \(shopHome)support?x&lang=en allow",
      ])
    await run.open(view, shopHome + "shop/abc")

    run.step("a fragment that the app hears of")
    await click("close", shopHome + "shop/abc#close allow")
    await run.seen("page: fragment #close")
    run.expect(run.entries("app"), ["app: dismiss"])
    run.expect(await run.shown(view), shopHome + "shop/abc#close /shop/abc")

    run.step("a download")
    await run.click(view, "pdf")
    await run.seen("download " + shopHome + "terms.pdf")
    run.expect(run.entries("decided"), ["decided " + shopHome + "terms.pdf download"])
    run.expect(await run.shown(view), shopHome + "shop/abc#close /shop/abc")
  }

  fileprivate func newWindows() async {
    run.step("target=_blank loads here")
    await run.click(view, "blank")
    await run.seen("finished " + shopHome + "about")
    run.expect(
      run.entries("asked", "decided", "app", "new window"),
      [
        "asked \(shopHome)about new linkActivated", "app: load \(shopHome)about",
        "decided \(shopHome)about cancel", "asked \(shopHome)about main other",
        "decided \(shopHome)about allow",
      ])
    run.expect(await run.shown(view), shopHome + "about /about")
  }

  /// Tests decisions by the status, headers, type and frame of a response.
  fileprivate func responses() async {
    run.step("a page whose server fails")
    await run.open(view, shopHome + "before")
    view.load(URLRequest(url: URL(string: shopHome + "broken")!))
    await run.seen("response " + shopHome + "broken cancel")
    run.expect(run.entries("app"), ["app: error 503"])
    run.expect(await run.shown(view), shopHome + "before /before")

    run.step("a file to keep")
    view.load(URLRequest(url: URL(string: shopHome + "report")!))
    await run.seen("download " + shopHome + "report")
    run.expect(run.entries("response"), ["response \(shopHome)report download"])
    run.expect(await run.shown(view), shopHome + "before /before")

    run.step("a file that the engine cannot show")
    view.load(URLRequest(url: URL(string: shopHome + "archive")!))
    await run.seen("download " + shopHome + "archive")

    run.step("a file with a screen")
    view.load(URLRequest(url: URL(string: shopHome + "files/manual")!))
    await run.seen("response " + shopHome + "files/manual cancel")
    run.expect(run.entries("app"), ["app: present manual(url: \(shopHome)files/manual)"])
    run.expect(await run.shown(view), shopHome + "before /before")

    run.step("a frame whose server fails is shown")
    await run.open(view, shopHome + "holder")
    await run.seen("response " + shopHome + "frame/broken allow")
    run.expect(run.entries("app"), [])
    run.expect(run.entries("response").first, "response \(shopHome)holder allow")
  }

  /// Tests that the outcome of the chain takes effect if a script opens a window.
  fileprivate func scriptedWindows() async {
    run.step("window.open loads here")
    _ = try? await run.evaluate(view, "window.open('/second')")
    await run.seen("finished " + shopHome + "second")
    run.expect(
      run.entries("new window", "app", "asked", "decided"),
      [
        "new window \(shopHome)second", "app: load \(shopHome)second",
        "asked \(shopHome)second main other", "decided \(shopHome)second allow",
      ])
    run.expect(await run.shown(view), shopHome + "second /second")
    run.step("window.open for a telephone number")
    _ = try? await run.evaluate(view, "window.open('tel:+442079460000')")
    await run.seen("app: open tel:+442079460000")
    run.expect(run.entries("app").count, 1)
    run.expect(await run.shown(view), shopHome + "second /second")
    await run.open(view, shopHome + "about")
  }

  fileprivate func otherSites() async {
    run.step("a redirect to a host that is held back")
    app.leaves = false
    await run.click(view, "moved")
    await run.seen("decided https://ads.example/banner cancel")
    app.leaves = nil
    run.expect(
      run.entries("decided"),
      ["decided \(shopHome)moved allow", "decided https://ads.example/banner cancel"])
    run.expect(await run.shown(view), shopHome + "about /about")

    run.step("back to another site is held back, though it was shown before")
    await run.open(view, "https://other.example/start")
    await run.open(view, shopHome + "about")
    run.step("back")
    view.goBack()
    await run.seen("decided https://other.example/start cancel")
    run.expect(run.entries("asked"), ["asked https://other.example/start main backForward"])
    run.expect(await run.shown(view), shopHome + "about /about")
  }

  /// Tests rules with a question to the user. The engine waits, and the answer may be late.
  fileprivate func waiting() async {
    run.step("the app asks before it leaves; the page lives on meanwhile")
    await run.click(view, "other")
    await run.seen("app: leave for other.example?")
    run.expect(await run.shown(view), shopHome + "about /about")
    run.expect(run.entries("decided"), [])
    app.answer(true)
    await run.seen("decided https://other.example/x cancel")
    run.expect(await run.shown(view), shopHome + "about /about")

    run.step("another link is clicked before the answer comes: it ends the question")
    await run.click(view, "other")
    await run.seen("app: leave for other.example?")
    await run.click(view, "second")
    await run.seen("finished " + shopHome + "second")
    let decided = ["decided https://other.example/x cancel", "decided \(shopHome)second allow"]
    run.expect(run.entries("decided").sorted(), decided)
    app.answer(false)
    await run.settle()
    run.expect(run.entries("decided").sorted(), decided)
    run.expect(
      await run.shown(view), shopHome + "second /second", "an answer that comes too late")

    run.step("the attempt does not take it: the page is left")
    await run.click(view, "other")
    await run.seen("app: leave for other.example?")
    app.answer(false)
    await run.seen("finished https://other.example/x")
    run.expect(run.entries("decided"), ["decided https://other.example/x allow"])
    run.expect(await run.shown(view), "https://other.example/x /x")

    run.step("from another site nobody is asked")
    await click("second", "https://other.example/second allow")
    await run.seen("finished https://other.example/second")
    run.expect(run.entries("app"), [])
  }
}

/// Tests a chain that applies to every frame.
@MainActor private func frames(_ run: TestRun) async {
  let test = Showcase(run, .paymentPage, shopHome + "pay")
  await test.load()
  let insert = """
    const frame = document.createElement("iframe");
    frame.id = "f" + document.querySelectorAll("iframe").length;
    frame.onload = () => evidence("inserted " + frame.id);
    frame.src = address;
    document.body.append(frame);
    """
  run.step("a frame of the provider")
  _ = try? await run.evaluate(test.view, insert, ["address": "https://pay.example:8443/frame"])
  await run.seen("page: inserted f0")
  run.expect(
    run.entries("asked", "decided", "page: frame"),
    [
      "asked https://pay.example:8443/frame sub other",
      "decided https://pay.example:8443/frame allow", "page: frame pay.example:8443 ",
    ])
  run.step("a frame of our own")
  _ = try? await run.evaluate(test.view, insert, ["address": shopHome + "frame"])
  await run.seen("decided \(shopHome)frame cancel")
  await run.barrier(test.view)
  run.expect(run.entries("page: frame"), [])
  run.expect(
    await run.text(
      test.view, "return String(document.getElementById('f1').contentDocument?.title)"), "")
  run.step("the main frame")
  await test.click("verify", shopHome + "verify cancel")
  run.expect(run.entries("app"), ["app: present paymentVerify"])
  run.expect(await run.shown(test.view), shopHome + "pay /pay")
  run.step("settings")
  run.expect(await run.text(test.view, "return navigator.userAgent"), "ShopApp/4 (payment)")
  run.expect(test.view.isInspectable, true)
  #if canImport(UIKit)
    run.expect(test.view.scrollView.bounces, false)
    run.expect(test.view.configuration.allowsInlineMediaPlayback, true)
  #else
    run.leaveOut("`bounces` and `inlineMedia`", because: "macOS has no such settings")
  #endif
  run.expect(test.view.configuration.websiteDataStore.isPersistent, false)
  let agent = #"/^Mozilla.* Shop\/4$/.test(navigator.userAgent)"#
  let page = "return \(agent) + ' ' + (document.fullscreenEnabled ?? false)"
  run.expect(await run.text(test.view, page), "false false")
  run.step("settings of a role, with a value of the app")
  let account = Showcase(run, .account, shopHome + "account") {
    $0.server = URL(string: shopHome)
    $0.appName = "Shop/4"
  }
  await account.load()
  run.expect(await run.text(account.view, page), "true true")
}

/// Tests an app that releases a web view while a rule waits for an answer.
@MainActor private func goneWebView(_ run: TestRun) async {
  await goneWebView(
    run, at: "https://other.example/x", question: "app: leave for other.example?"
  ) { $0.answer(false) }
  await goneWebView(run, at: "wallet:pay", question: "app: open wallet:pay?") {
    $0.answerOpening(false)
  }
}

@MainActor private func goneWebView(
  _ run: TestRun, at url: String, question: String, answer: (ShowcaseApp) -> Void
) async {
  let before = WebEngine.webViews
  let app = ShowcaseApp(run)
  app.opens = nil
  weak var gone: WKWebView?
  do {
    let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
    let configuration = factory.make(for: .default).build(url: URL(string: shopHome)!)
    var session: WebSession? = WebSession(configuration)
    gone = session?.webView
    if let gone { WebEngine.watch(gone) }
    run.step("a page to be let go")
    session?.load()
    await run.seen("finished " + shopHome)
    run.step("the web view goes while the app is asked")
    if let view = session?.webView {
      let follow =
        "const a = document.createElement('a'); a.href = url; document.body.append(a); a.click()"
      _ = try? await run.evaluate(view, follow, ["url": url])
    }
    await run.seen(question)
    session = nil
  }
  answer(app)
  await run.seen(beginning: "decided " + url)
  await run.settle()
  run.expect(run.entries("decided").count, 1)
  await run.wait(for: "the release of a web view that the app has let go of") { gone == nil }
  await run.released(before)
}

/// Tests that a chain without its app cancels.
@MainActor private func goneApp(_ run: TestRun) async {
  let run = run
  var app: ShowcaseApp? = ShowcaseApp(run)
  let session: WebSession
  do {
    let factory = ConfiguratorFactory(environment: app!, receiver: app!, errorDelegate: app!)
    session = WebSession(factory.make(for: .default).build(url: URL(string: shopHome)!))
    WebEngine.watch(session.webView)
  }
  run.step("a page whose app will go")
  session.load()
  await run.seen("finished " + shopHome)
  weak let gone = app
  app = nil
  run.expect(gone == nil, "nothing keeps the app")
  run.step("a link, a message and a request when the app is gone")
  await run.click(session.webView, "second")
  await run.seen("decided \(shopHome)second cancel")
  run.expect(await run.shown(session.webView), shopHome + " /")
  run.expect(
    await run.text(session.webView, "return await page.outcome(() => page.sendCart(page.item()))"),
    "BridgeError failed cart: cart: the app no longer listens")
  _ = try? await run.evaluate(session.webView, "page.sendPage('done')")
  await run.barrier(session.webView)
  run.expect(run.entries("app"), [])
}
