import Harness
import WebKit

/// Tests events before, while and after a page listens, in both ways in which they are sent.
@MainActor public func events(_ run: TestRun) async throws {
  Showcase.serve(run)
  for (name, dispatch) in [("custom event", EventDispatch.default), ("function", .modern)] {
    try await Showcase(run, .default, shopHome, dispatch: dispatch).early("by " + name)
    try await Showcase(run, .default, shopHome, dispatch: dispatch).queues("by " + name)
    try await Showcase(run, .default, shopHome, dispatch: dispatch).perLoad("by " + name)
    try await Showcase(run, .default, shopHome + "plain", dispatch: dispatch).plain("by " + name)
    try await Showcase(run, .default, shopHome, dispatch: dispatch).rewritten("by " + name)
  }
  try await Showcase(run, .default, shopHome + "older").olderPage()
  try await Showcase(run, .default, shopHome + "newer").newerPage()
}

extension Showcase {
  private func listen(_ name: String) async throws {
    try await run.evaluate(
      view, "page['on' + name]((value) => evidence(name + ' ' + page.shown(value)))",
      ["name": name])
  }

  private func code(_ code: Int) -> PaymentFinishedEvent {
    PaymentFinishedEvent(.failure(code: code, message: ""))
  }

  private func heard(_ codes: some Sequence<Int>) -> [String] {
    codes.map { "page: PaymentFinished {\"code\":\($0),\"kind\":\"failure\",\"message\":\"\"}" }
  }

  /// Tests events that are sent before there is a page, or before it listens.
  fileprivate func early(_ how: String) async throws {
    run.step("events before there is a page, \(how)")
    for number in 0..<3 { run.expect(try await session.page.dispatch(code(number)), .kept) }
    session.load()
    await run.seen("finished " + shopHome)
    await run.barrier(view)
    run.expect(run.entries("page: PaymentFinished"), [], "nobody listens yet")
    run.expect(session.page.isListening(to: PaymentFinishedEvent.self), false)
    run.expect(try await session.page.dispatch(code(3)) == .dropped, false)
    try await listen("PaymentFinished")
    await run.seen(heard([3])[0])
    run.expect(try await session.page.dispatch(code(4)), .sent)
    await run.seen(heard([4])[0])
    run.expect(run.entries("page: PaymentFinished"), heard(0...4), "each once, in their order")
    run.expect(session.page.isListening(to: PaymentFinishedEvent.self), true)
    run.expect(run.entries("app: lost"), [])

    run.step("a second listener hears what comes from then on, \(how)")
    try await run.evaluate(view, "page.onPaymentFinished((value) => evidence('second'))")
    run.expect(try await session.page.dispatch(code(5)), .sent)
    await run.barrier(view)
    run.expect(run.entries("page: PaymentFinished", "page: second"), heard([5]) + ["page: second"])

    run.step("a listener that throws does not keep it from the others, \(how)")
    try await run.evaluate(
      view, "page.onLocale(() => { throw new Error('listener') }); page.onLocale(evidence)")
    run.expect(try await session.page.dispatch(LocaleEvent("de")), .sent)
    await run.seen("page: de")

    run.step("many at once keep their order, as many as the queue takes, \(how)")
    let page = session.page
    let tasks = (0..<100).map { number in
      Task { try await page.dispatch(PaymentFinishedEvent(.failure(code: number, message: ""))) }
    }
    var sent: [Int] = []
    for (number, task) in tasks.enumerated() {
      if try await task.value == .sent { sent.append(number) }
    }
    await run.barrier(view)
    run.expect(run.entries("page: PaymentFinished"), heard(sent))
    run.expect(Array(sent.suffix(20)), Array(80..<100))
    run.expect(run.entries("app: lost").count, 100 - sent.count)
  }

  /// Tests that queues keep the number of events that the rule files configure.
  fileprivate func queues(_ how: String) async throws {
    run.step("more than are kept, \(how)")
    for number in 0..<25 { run.expect(try await session.page.dispatch(code(number)), .kept) }
    for locale in ["de", "fr", "it"] {
      run.expect(try await session.page.dispatch(LocaleEvent(locale)), .kept)
    }
    run.expect(try await session.page.dispatch(ResumedEvent()), .dropped)
    run.expect(
      run.entries("app: lost"),
      (0..<5).map { _ in
        "app: lost paymentFinished: the oldest event is dropped, the page does not listen"
      })
    session.load()
    await run.seen("finished " + shopHome)
    try await run.evaluate(
      view,
      """
      for (const name of ['PaymentFinished', 'Locale', 'Resumed']) {
        page['on' + name]((value) => evidence(name + ' ' + page.shown(value)));
      }
      """)
    await run.seen("page: Locale \"it\"")
    await run.seen(heard([24])[0])
    await run.barrier(view)
    run.expect(run.entries("page: PaymentFinished"), heard(5..<25))
    run.expect(run.entries("page: Locale"), ["page: Locale \"it\""])
    run.expect(run.entries("page: Resumed"), [])
    run.step("once it listens nothing is dropped, \(how)")
    run.expect(try await session.page.dispatch(ResumedEvent()), .sent)
    await run.seen(beginning: "page: Resumed")
  }

  /// Tests that queued events belong to one load of one page.
  fileprivate func perLoad(_ how: String) async throws {
    await load()
    try await listen("PaymentFinished")
    run.step("the next page has to say for itself that it listens, \(how)")
    await run.open(view, shopHome + "next")
    run.expect(session.page.isListening(to: PaymentFinishedEvent.self), false)
    _ = try await session.page.dispatch(code(1))
    try await listen("PaymentFinished")
    await run.seen(heard([1])[0])
    run.step("what one page did not hear, the next does not, \(how)")
    _ = try await session.page.dispatch(LocaleEvent("de"))
    await run.open(view, shopHome + "after")
    try await listen("Locale")
    run.expect(try await session.page.dispatch(LocaleEvent("fr")), .sent)
    await run.seen("page: Locale \"fr\"")
    await run.barrier(view)
    run.expect(run.entries("page: Locale"), ["page: Locale \"fr\""])
    run.step("a reload is another page, \(how)")
    view.reload()
    await run.seen("finished " + shopHome + "after")
    run.expect(session.page.isListening(to: LocaleEvent.self), false)

    run.step("the page's process ends; the next page hears again, \(how)")
    guard await run.endPage(view) else { return }
    await run.open(view, shopHome + "again")
    try await listen("Locale")
    run.expect(try await session.page.dispatch(LocaleEvent("en")), .sent)
    await run.seen("page: Locale \"en\"")
  }

  /// Tests a page without the generated module.
  fileprivate func plain(_ how: String) async throws {
    run.step("a page without the module, \(how)")
    run.expect(try await session.page.dispatch(LocaleEvent("de")), .kept)
    session.load()
    await run.seen("page: plain locale \"de\"")
    await run.seen("finished " + shopHome + "plain")
    run.expect(try await session.page.dispatch(LocaleEvent("fr")), .sent)
    await run.seen("page: plain locale \"fr\"")
    try await session.page.dispatch(ResumedEvent())
    await run.seen("page: plain resumed null")
    await run.barrier(view)
    run.expect(run.entries("page: plain").count, 3)
    run.expect(session.page.contract == nil, "a page without the module says nothing")
    run.expect(session.page.supports(LocaleEvent.self), nil)
  }

  /// Tests `document.open()`, which removes the page's listeners and keeps its variables. It begins a new page for
  /// events.
  fileprivate func rewritten(_ how: String) async throws {
    await load()
    try await listen("Locale")
    run.expect(try await session.page.dispatch(LocaleEvent("de")), .sent)
    run.step("a page that writes its document anew, \(how)")
    try await write("")
    run.expect(session.page.isListening(to: LocaleEvent.self), false)

    run.step("a document with the module, \(how)")
    try await write("<script src=/page.js></script><script>page.onLocale(evidence)</script>")
    run.expect(try await session.page.dispatch(LocaleEvent("it")), .sent)
    await run.seen("page: it")

    run.step("a document without the module, \(how)")
    try await write(
      """
      <script>
      addEventListener("WebAppEvent", ({ detail }) => evidence("anew " + detail.body));
      bridge = { receive: (name, body) => evidence("anew " + body) };
      </script>
      """)
    run.expect(try await session.page.dispatch(LocaleEvent("es")), .sent)
    await run.seen("page: anew es")
    await run.barrier(view)
    run.expect(run.entries("page: anew", "page: it", "app: lost"), ["page: anew es"])
  }

  /// Replaces the document of the page by another one, and waits until it is loaded.
  private func write(_ html: String) async throws {
    let end = "<script>addEventListener('load', () => evidence('written'))</script>"
    try await run.evaluate(
      view, "document.open(); document.write(html); document.close();", ["html": html + end])
    await run.seen("page: written")
  }

  /// Tests a page that lacks an event of the app.
  fileprivate func olderPage() async throws {
    await load()
    run.step("an event that an older page does not know")
    try await listen("Locale")
    await run.barrier(view)
    run.expect(session.page.supports(SessionExpiredEvent.self), false)
    run.expect(session.page.supports(LocaleEvent.self), true)
    run.expect(session.page.contract?.version == BridgeContract.app.version, false)
    do {
      try await session.page.dispatch(SessionExpiredEvent())
      run.fail("an event that the page does not know was sent")
    } catch { run.expect("\(error)", "sessionExpired: the page does not know this event") }
    run.expect(try await session.page.dispatch(LocaleEvent("de")), .sent)
    run.expect(await outcome("page.sendCart(page.item())"), "value 2", "the rest works")
  }

  /// Tests a page with messages that the app does not handle.
  fileprivate func newerPage() async throws {
    await load()
    run.step("messages that an older app does not take")
    run.expect(
      await run.text(
        view,
        """
        return ['cart', 'wish', 'app.open', 'app.rate', 'page'].map((name) => page.supports(name))
          .join() + ' ' + (page.contract.version === page.appContract().version);
        """), "true,false,true,false,true false")
    run.expect(
      await outcome("page.sendWish('x')"),
      "BridgeError unavailable wish: wish: no message handler \"wish\"; is this page shown in the app?"
    )
    run.expect(
      await outcome("page.sendRate(5)"),
      "BridgeError unknown app.rate: app.rate: there is no strategy `rate`")
    run.expect(run.entries("app"), ["app: error app: there is no strategy `rate`"])
    try await listen("Extra")
    try await listen("Locale")
    run.expect(try await session.page.dispatch(LocaleEvent("de")), .sent)
    await run.seen("page: Locale \"de\"")
    run.expect(await outcome("page.sendCart(page.item())"), "value 2", "the rest works")

    run.step("the same page and app agree")
    await run.open(view, shopHome)
    run.expect(
      await run.text(
        view, "return String(page.contract.version === page.appContract().version)"), "true")
  }
}
