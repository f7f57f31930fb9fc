import Harness
import WebKit

/// Tests that events and calls for one page do not reach the next one, and that no page keeps a web view alive.
@MainActor public func isolation(_ run: TestRun) async throws {
  Showcase.serve(run)
  let others = run.site.handler
  run.site.handler = { request in
    switch request.path {
    case "/spy":
      return .html(
        """
        <title>spy</title><script>
        addEventListener("WebAppEvent", ({ detail }) => evidence("spy " + JSON.stringify(detail)));
        bridge = { receive: (...values) => evidence("spy " + JSON.stringify(values)) };
        __bascule.calls = new Proxy({}, { get: () => (value) => evidence("spy " + value) });
        __bascule.listens = { locale: true, paymentFinished: true };
        </script>
        """)
    default: return others(request)
    }
  }
  for (name, dispatch) in [("custom event", EventDispatch.default), ("function", .modern)] {
    try await Showcase(run, .default, shopHome, dispatch: dispatch).nextPage("by " + name)
  }
  try await Showcase.released(run)
}

extension Showcase {
  private func code(_ code: Int) -> PaymentFinishedEvent {
    PaymentFinishedEvent(.failure(code: code, message: "secret"))
  }

  fileprivate func nextPage(_ how: String) async throws {
    await load()
    try await run.evaluate(
      view,
      "page.onPaymentFinished((value) => evidence('own ' + value.code)); page.onLocale(evidence)")
    await run.barrier(view)
    app.leaves = false
    run.step("a page leaves for another site while events are on the way, \(how)")
    let page = session.page
    func sendTen() -> [Task<String, Never>] {
      (0..<10).map { number in
        Task {
          do { return "\(try await page.dispatch(code(number)))" } catch { return "\(error)" }
        }
      }
    }
    _ = try? await run.evaluate(
      view,
      """
      addEventListener("pagehide", () => {
        evidence("leaving");
        // The page is busy while the app sends.
        const end = performance.now() + 200; while (performance.now() < end) {}
      });
      location.href = "https://evil.example/spy";
      """)
    var tasks = sendTen()
    await run.seen("page: leaving")
    tasks += sendTen()
    await run.seen("finished https://evil.example/spy")
    var results: [String] = []
    for task in tasks { results.append(await task.value) }
    await run.barrier(view)
    run.expect(run.entries("page: spy"), [], "what is meant for the page before")
    let heard = run.entries("page: own").count
    run.expect(results.filter { $0 == "sent" }.count <= heard, "sent to nobody: \(results)")
    run.expect(results.contains { $0.hasPrefix("paymentFinished: 1 dropped") }, "\(results)")

    run.step("nothing is sent to a page of another origin, \(how)")
    do {
      try await session.page.dispatch(LocaleEvent("de"))
      run.fail("an event was sent to a page of another origin")
    } catch { run.expect("\(error)", "locale: it is not sent to https://evil.example") }
    do {
      try await session.page.call(LogCall("secret"))
      run.fail("a call was made in a page of another origin")
    } catch { run.expect("\(error)", "log: it is not made in https://evil.example") }
    await run.barrier(view)
    run.expect(run.entries("page: spy"), [])
  }

  /// Tests that web views of pages that do not answer are released with their sessions.
  fileprivate static func released(_ run: TestRun) async throws {
    await run.settle()
    for (how, script) in [
      ("answers", ""),
      ("never answers", "page.implementResizeImages(() => new Promise(() => {}))"),
      (
        "replaces promises",
        "Promise.prototype.then = function () { return this; }; "
          + "page.implementResizeImages(() => 1)"
      ),
    ] {
      run.step("a page that \(how)")
      let before = WebEngine.webViews
      var test: Showcase? = Showcase(run, .default, shopHome)
      await test?.load()
      if let view = test?.view {
        // This page has no promises, so it cannot answer this script either.
        run.evaluateOnly(view, script + "; evidence('prepared')")
        await run.seen("page: prepared")
      }
      var tasks: [Task<Void, Never>] = []
      if let page = test?.session.page {
        for number in 0..<3 {
          tasks.append(
            Task { [weak page] in
              let resize = ResizeImagesCall(.init(maxWidth: 1))
              _ = try? await page?.call(resize, within: number == 0 ? 0.05 : nil)
            })
          tasks.append(
            Task { [weak page] in _ = try? await page?.dispatch(LocaleEvent("\(number)")) })
        }
      }
      await run.settle()
      tasks[2].cancel()
      await tasks[0].value
      weak let view = test?.view
      weak let bridge = test?.session.page
      run.expect(view != nil, "the web view is there")
      test = nil
      await run.wait(for: "the release of the web view of a page that \(how)") { view == nil }
      await run.wait(for: "the release of the bridge of a page that \(how)") { bridge == nil }
      await run.released(before)
      for task in tasks { await task.value }
    }
  }
}
