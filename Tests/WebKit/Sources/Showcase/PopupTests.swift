import Harness
import WebKit

/// Tests second web views for the windows that a page opens.
@MainActor public func popups(_ run: TestRun) async throws {
  Showcase.serve(run)
  let test = Showcase(run, .inbox, shopHome)
  await test.load()
  let views = WebEngine.webViews
  await test.scriptedPopup()
  await test.linkedPopup()
  await test.popupOfPopup()
  await run.released(views)
  await test.refusedPopup()
  await test.popupThatIsNotShown()
  await test.panels()
  await run.released(views)
}

extension Showcase {
  fileprivate func panels() async {
    run.step("panels that the app shows")
    app.leaves = true
    let panels = "return `${confirm('sure?')} ${prompt('name?', 'Ada')} ${prompt('')}`"
    run.expect(await run.text(view, "alert('hello'); " + panels), "true from the app null")
    run.expect(
      run.entries("app: alert", "app: confirm", "app: prompt"),
      ["app: alert hello", "app: confirm sure?", "app: prompt name? Ada", "app: prompt  "])
    run.step("panels of generated code, without a window")
    let other = Showcase(run, .help, shopHome)
    await other.load()
    run.expect(await run.text(other.view, "alert('hello'); " + panels), "false null null")
    run.expect(run.entries("app: alert", "app: confirm", "app: prompt"), [])
    app.leaves = nil
  }

  /// Tests a second web view whose page sends a message and closes itself.
  private func useAndClose(_ url: String) async {
    guard let popup = app.popup else { return run.fail("no popup") }
    run.step("the popup \(url) sends a message")
    _ = try? await run.evaluate(popup.webView, "page.sendPage('done')")
    await run.seen("app: page done")
    run.expect(await run.shown(popup.webView), url + " /help/" + url.suffix(1))

    run.step("the popup \(url) closes itself")
    run.evaluateOnly(popup.webView, "window.close()")
    await run.seen("app: close popup true")
    await run.settle()
  }

  private func opened(_ url: String) -> [String] {
    ["app: show popup", "asked \(url) main other", "decided \(url) allow"]
  }

  fileprivate func scriptedPopup() async {
    let url = shopHome + "help/1"
    run.step("window.open shows a second web view")
    _ = try? await run.evaluate(view, "opened = window.open('/help/1'); evidence(typeof opened)")
    await run.seen("finished " + url)
    run.expect(run.entries("new window"), ["new window " + url])
    run.expect(run.entries("asked", "decided", "app").sorted(), opened(url).sorted())
    run.expect(run.entries("app: show", "decided"), ["app: show popup", "decided \(url) allow"])
    await useAndClose(url)
    run.expect(await run.text(view, "return String(opened.closed)"), "true")
  }

  fileprivate func linkedPopup() async {
    let url = shopHome + "help/2"
    run.step("a link shows a second web view")
    await run.click(view, "help")
    await run.seen("finished " + url)
    run.expect(
      run.entries("asked", "decided", "app").sorted(),
      (["asked \(url) new linkActivated", "decided \(url) allow"] + opened(url)).sorted())
    await useAndClose(url)
  }

  fileprivate func popupOfPopup() async {
    run.step("a popup")
    _ = try? await run.evaluate(view, "window.open('/help/3')")
    await run.seen("finished " + shopHome + "help/3")
    guard let first = app.popup else { return run.fail("no popup") }
    let url = shopHome + "help/4"
    run.step("the popup of a popup")
    _ = try? await run.evaluate(first.webView, "window.open('/help/4')")
    await run.seen("finished " + url)
    run.expect(app.popup !== first, "another session")
    await useAndClose(url)
  }

  fileprivate func refusedPopup() async {
    let before = WebEngine.webViews
    let url = "https://other.example/"
    run.step("a window that the rules refuse")
    _ = try? await run.evaluate(view, "refused = window.open('\(url)')")
    await run.seen("new window " + url)
    await run.settle()
    await run.barrier(view)
    run.expect(run.entries("app", "finished"), [])
    run.expect(await run.text(view, "return String(refused.closed)"), "true")
    await run.released(before)
    run.expect(await run.shown(view), shopHome + " /")
  }

  fileprivate func popupThatIsNotShown() async {
    let before = WebEngine.webViews
    app.keepsPopups = false
    run.step("a popup that the app does not keep")
    _ = try? await run.evaluate(view, "ignored = window.open('/help/5')")
    await run.seen("app: show popup")
    await run.settle()
    await run.barrier(view)
    await run.released(before)
    run.expect(await run.text(view, "return String(ignored.closed)"), "true")
    app.keepsPopups = true
  }
}
