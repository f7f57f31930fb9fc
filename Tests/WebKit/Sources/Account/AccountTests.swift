import Harness
import WebKit

/// Records the steps of the rules.
@MainActor final class AccountApp: NavigationEnvironment {
  let run: TestRun

  init(_ run: TestRun) { self.run = run }

  func logOut() { run.note("app: log out") }
  func showAbout() { run.note("app: about") }
}

private let home = "https://example.com/"

/// Tests every kind of navigation of a page, with the smallest chain.
@MainActor public func account(_ run: TestRun) async throws {
  run.site.handler = { request in answer(request, run) }
  TestEngine.isSubframe = { $0.contains("inside") }
  let app = AccountApp(run)
  let factory = ConfiguratorFactory(environment: app)
  let session = WebSession(factory.make(for: .account).build(url: URL(string: home)!))
  WebEngine.watch(session.webView)
  let test = AccountTests(run: run, session: session)
  run.step("the start page loads")
  session.load()
  await run.seen("finished " + home)
  run.expect(run.entries("asked", "decided"), asked(home, "main other", "allow"))
  await test.links()
  await test.redirects()
  await test.forms()
  await test.scripted()
  await test.fragments()
  await test.frames()
  await test.newWindows()
  await test.otherSchemes()
  await test.history()
}

/// Returns the recorded policy request and its answer.
private func asked(_ url: String, _ how: String, _ policy: String) -> [String] {
  ["asked \(url) \(how)", "decided \(url) \(policy)"]
}

@MainActor private func answer(_ request: SiteRequest, _ run: TestRun) -> SiteResponse {
  switch request.path {
  case "/page.js": return .script(run.script("account"))
  case "/old": return .redirect(to: "/sign_out")
  case "/one": return .redirect(to: "/two")
  case "/two": return .redirect(to: "/about/us?moved")
  case "/inside-frame", "/inside/sign_out":
    return .html("<title>inside</title><script>evidence('inside ' + location.pathname)</script>")
  default:
    return .html(
      """
      <meta charset=utf-8><title>\(request.method) \(request.path)</title>
      <script src=/page.js></script>
      <a id=signOut href=/sign_out>s</a> <a id=about href=/about/>a</a>
      <a id=us href=/about/us>u</a> <a id=old href=/old>o</a> <a id=one href=/one>1</a>
      <a id=blankOut target=_blank href=/sign_out>b</a>
      <a id=blankUs target=_blank href=/about/us>b</a>
      <a id=tel href=tel:+442079460000>t</a> <a id=mail href=mailto:a@example.com>m</a>
      <a id=own href=myapp:open>o</a> <a id=fragment href=#part>f</a> <p id=part>
      <form action=/about><input name=q value=1><button id=ask>a</button></form>
      <form action=/save method=post><input name=q value=1><button id=save>s</button></form>
      <form action=/sign_out target=_blank><button id=blankForm>s</button></form>
      <p id=posted>\(request.body)</p>
      """)
  }
}

@MainActor private struct AccountTests {
  let run: TestRun
  let session: WebSession
  var view: WKWebView { session.webView }

  /// Clicks, and waits for the answer to the resulting policy request.
  func click(_ identifier: String, _ decision: String) async {
    await run.click(view, identifier)
    await run.seen("decided " + decision)
  }

  func backHome() async {
    run.step("back to the start page")
    await run.open(view, home)
  }

  func links() async {
    run.step("a link that is handled")
    await click("signOut", home + "sign_out cancel")
    run.expect(run.entries("app"), ["app: log out"])
    run.expect(
      run.entries("asked", "decided"), asked(home + "sign_out", "main linkActivated", "cancel"))
    run.expect(await run.shown(view), home + " GET /")

    run.step("a link with a slash at the end")
    await click("about", home + "about/ cancel")
    run.expect(run.entries("app"), ["app: about"])
    run.expect(await run.shown(view), home + " GET /")

    run.step("a link that is not handled")
    await run.click(view, "us")
    await run.seen("finished " + home + "about/us")
    run.expect(run.entries("app"), [])
    run.expect(
      run.entries("asked", "decided"), asked(home + "about/us", "main linkActivated", "allow"))
    run.expect(await run.shown(view), home + "about/us GET /about/us")
    await backHome()
  }

  func redirects() async {
    run.step("a redirect to what is handled")
    await click("old", home + "sign_out cancel")
    run.expect(
      run.entries("asked", "decided"),
      asked(home + "old", "main linkActivated", "allow")
        + asked(home + "sign_out", "main linkActivated", "cancel"))
    run.expect(run.entries("app"), ["app: log out"])
    run.expect(await run.shown(view), home + " GET /")

    run.step("two redirects to what is allowed")
    await run.click(view, "one")
    await run.seen("finished " + home + "about/us?moved")
    run.expect(run.entries("decided").count, 3)
    run.expect(await run.shown(view), home + "about/us?moved GET /about/us")
    await backHome()
  }

  func forms() async {
    run.step("a form that is handled")
    await click("ask", home + "about?q=1 cancel")
    run.expect(
      run.entries("asked", "decided"), asked(home + "about?q=1", "main formSubmitted", "cancel"))
    run.expect(run.entries("app"), ["app: about"])
    run.expect(await run.shown(view), home + " GET /")

    run.step("a form that is posted")
    await run.click(view, "save")
    await run.seen("finished " + home + "save")
    run.expect(
      run.entries("asked", "decided"), asked(home + "save", "main formSubmitted", "allow"))
    run.expect(await run.shown(view), home + "save POST /save")
    run.expect(await run.text(view, "return document.getElementById('posted').textContent"), "q=1")
    await backHome()
  }

  func scripted() async {
    for script in [
      "location = '/sign_out'", "location.assign('/sign_out')", "location.replace('/sign_out')",
    ] {
      run.step(script)
      _ = try? await run.evaluate(view, script)
      await run.seen("decided " + home + "sign_out cancel")
      run.expect(
        run.entries("asked", "decided"), asked(home + "sign_out", "main other", "cancel"))
      run.expect(run.entries("app"), ["app: log out"])
      run.expect(await run.shown(view), home + " GET /")
    }
    run.step("location = what is allowed")
    _ = try? await run.evaluate(view, "location = '/about/us'")
    await run.seen("finished " + home + "about/us")
    run.expect(await run.shown(view), home + "about/us GET /about/us")
    await backHome()
  }

  func fragments() async {
    run.step("a link within the page")
    await run.click(view, "fragment")
    await run.seen("page: fragment #part")
    run.expect(
      run.entries("asked", "decided"), asked(home + "#part", "main linkActivated", "allow"))
    run.expect(await run.shown(view), home + "#part GET /")

    run.step("location.hash")
    _ = try? await run.evaluate(view, "location.hash = 'next'")
    await run.seen("page: fragment #next")
    run.expect(run.entries("asked", "decided"), asked(home + "#next", "main other", "allow"))
    run.expect(run.entries("finished"), [])
    await backHome()
  }

  func frames() async {
    run.step("a frame is not asked about, whatever it shows")
    _ = try? await run.evaluate(
      view,
      """
      const frame = document.createElement("iframe");
      frame.src = "/inside/sign_out";
      document.body.append(frame);
      """)
    await run.seen("page: inside /inside/sign_out")
    run.expect(
      run.entries("asked", "decided"), asked(home + "inside/sign_out", "sub other", "allow"))
    run.expect(run.entries("app"), [])
    run.expect(await run.shown(view), home + " GET /")
  }

  func newWindows() async {
    run.step("target=_blank that is handled")
    await click("blankOut", home + "sign_out cancel")
    run.expect(
      run.entries("asked", "decided"), asked(home + "sign_out", "new linkActivated", "cancel"))
    run.expect(run.entries("app"), ["app: log out"])

    run.step("a form in a new window")
    await click("blankForm", home + "sign_out? cancel")
    run.expect(
      run.entries("asked", "decided"), asked(home + "sign_out?", "new formSubmitted", "cancel"))
    run.expect(run.entries("app"), ["app: log out"])

    run.step("target=_blank that is allowed: the app makes no second web view")
    await run.click(view, "blankUs")
    await run.seen("new window " + home + "about/us")
    run.expect(
      run.entries("asked", "decided"), asked(home + "about/us", "new linkActivated", "allow"))
    run.expect(await run.shown(view), home + " GET /")

    // The engine does not send a policy request for these, but the chain still decides once.
    run.step("window.open that is handled")
    _ = try? await run.evaluate(view, "evidence('opened ' + window.open('/sign_out'))")
    await run.seen("app: log out")
    await run.barrier(view)
    run.expect(
      run.entries("new window", "app", "page: opened").sorted(),
      ["app: log out", "new window \(home)sign_out", "page: opened null"])
    run.step("window.open that is handled, again, by another name")
    _ = try? await run.evaluate(view, "evidence('opened ' + window.open('/about', 'help'))")
    await run.seen("app: about")
    run.step("window.open that is allowed: the app makes no second web view")
    _ = try? await run.evaluate(view, "evidence('opened ' + window.open('/about/us'))")
    await run.seen("page: opened null")
    await run.barrier(view)
    run.expect(run.entries("app"), [])
    run.expect(run.entries("asked"), [])
    run.expect(await run.shown(view), home + " GET /")
    run.step("a link to a new window is asked about once, also when it is clicked again")
    await run.click(view, "blankUs")
    await run.seen("new window " + home + "about/us")
    run.step("again")
    await run.click(view, "blankUs")
    await run.seen("new window " + home + "about/us")
    run.expect(run.entries("asked").count, 1)
  }

  func otherSchemes() async {
    for (identifier, url) in [
      ("tel", "tel:+442079460000"), ("mail", "mailto:a@example.com"), ("own", "myapp:open"),
    ] {
      run.step("a link to \(url), which the chain allows")
      await run.click(view, identifier)
      await run.seen(beginning: "load failed " + url)
      run.expect(run.entries("asked", "decided"), asked(url, "main linkActivated", "allow"))
      run.expect(await run.shown(view), home + " GET /")
    }
  }

  func history() async {
    run.step("forth")
    await run.open(view, home + "a")
    await run.open(view, home + "b")
    run.step("back")
    view.goBack()
    await run.seen("finished " + home + "a")
    run.expect(run.entries("asked", "decided"), asked(home + "a", "main backForward", "allow"))
    run.expect(await run.shown(view), home + "a GET /a")
    run.step("forward, by the page")
    _ = try? await run.evaluate(view, "history.forward()")
    await run.seen("finished " + home + "b")
    run.expect(run.entries("asked", "decided"), asked(home + "b", "main backForward", "allow"))
    run.expect(await run.shown(view), home + "b GET /b")
    run.step("reload")
    view.reload()
    await run.seen("finished " + home + "b")
    run.expect(run.entries("asked", "decided"), asked(home + "b", "main reload", "allow"))
    run.expect(await run.shown(view), home + "b GET /b")
  }
}
