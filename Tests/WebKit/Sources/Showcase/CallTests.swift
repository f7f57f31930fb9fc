import Harness
import WebKit

/// Tests functions of the page that the app calls, and the timeouts of both sides.
@MainActor public func calls(_ run: TestRun) async throws {
  Showcase.serve(run)
  let test = Showcase(run, .default, shopHome)
  await test.load()
  try await test.replies()
  await test.failures()
  await test.left()
  await test.patience()
}

extension Showcase {
  private func implement(_ name: String, _ function: String) async {
    _ = try? await run.evaluate(view, "page['implement' + name](\(function))", ["name": name])
  }

  private func resize(within seconds: Double? = nil) async -> String {
    do {
      let call = ResizeImagesCall(ResizeImagesPayload(maxWidth: 320))
      return "\(try await session.page.call(call, within: seconds))"
    } catch { return "\(error)" }
  }

  fileprivate func replies() async throws {
    run.step("a call and its default")
    await implement("ResizeImages", "({ maxWidth, quality }) => maxWidth * quality")
    run.expect(await resize(), "256")
    run.step("a function that takes its time")
    await implement(
      "ResizeImages",
      "async () => { evidence('asked'); await new Promise((go) => page.go = go); return 7; }")
    let page = session.page
    let task = Task { try await page.call(ResizeImagesCall(ResizeImagesPayload(maxWidth: 1))) }
    await run.seen("page: asked")
    await implement("Log", "(text) => evidence('log ' + text)")
    try await session.page.call(LogCall("\u{2028}</script>"))
    await run.seen("page: log \u{2028}</script>")
    try await run.evaluate(view, "page.go()")
    run.expect(try await task.value, 7)

    run.step("a render: those that fail do not keep it from the rest")
    await implement("ResizeImages", "({ maxWidth }) => maxWidth")
    let results = await session.page.render(AfterLoadRender())
    run.expect(results.map(\.name), ["resizeImages", "highlightLinks", "log"])
    run.expect(
      results.map { result in
        switch result.reply {
        case .success(let value): "\(value)"
        case .failure(let error): "\(error)"
        }
      }, ["320", "highlightLinks: the page does not implement this call", "()"])
  }

  fileprivate func failures() async {
    for (function, reason) in [
      ("() => { throw new RangeError('too wide') }", "too wide"),
      ("() => Promise.reject('no')", "no"),
      ("() => Promise.reject()", "undefined"),
      ("() => 0.5", "resizeImages: expected an integer, found a number with a fraction"),
      ("() => 'wide'", "resizeImages: expected an integer, found a string"),
      ("() => {}", "resizeImages: expected an integer, found nothing"),
    ] {
      run.step("a function \(function)")
      await implement("ResizeImages", function)
      run.expect(await resize(), reason)
    }
    run.step("a page that puts something else there")
    for (value, reason) in [
      ("3", "resizeImages: the page does not implement this call"),
      ("null", "resizeImages: the page does not implement this call"),
      ("() => 'text'", "resizeImages: expected an integer, found a string"),
      ("() => ({ then(go) { go(5); } })", "5"),
    ] {
      _ = try? await run.evaluate(view, "__bascule.calls.resizeImages = \(value)")
      run.expect(await resize(), reason, value)
    }
    _ = try? await run.evaluate(view, "__bascule.calls = undefined")
    run.expect(await resize(), "resizeImages: the page does not implement this call")
  }

  /// Tests pages that are gone before they answer.
  fileprivate func left() async {
    for how in ["is left", "is reloaded", "loses its process"] {
      run.step("a page that \(how) before it answers")
      await run.open(view, shopHome)
      await implement("ResizeImages", "() => { evidence('asked'); return new Promise(() => {}); }")
      let task = Task { await resize() }
      await run.seen("page: asked")
      run.step("it \(how)")
      switch how {
      case "is left": view.load(URLRequest(url: URL(string: shopHome + "next")!))
      case "is reloaded": view.reload()
      default: guard await run.endPage(view) else { continue }
      }
      let reason = await task.value
      run.expect(reason.isEmpty, false)
      run.note("the call ended with: \(reason)")
      if how != "loses its process" {
        run.expect(reason, "resizeImages: the page was left before it answered")
        await run.seen(beginning: "finished ")
      }
    }
    run.step("and the next is called")
    await run.open(view, shopHome + "after")
    await implement("ResizeImages", "() => 1")
    run.expect(await resize(), "1")
  }

  /// Tests the timeouts of both sides.
  fileprivate func patience() async {
    run.step("the app gives up on the page")
    await implement("ResizeImages", "() => new Promise(() => {})")
    run.expect(
      await resize(within: 0.05), "resizeImages: the page did not answer in time")
    run.step("the page gives up on the app")
    app.holdsCart = true
    run.expect(
      await outcome("page.sendCart(page.item({ quantity: 3 }), { timeout: 50 })"),
      "BridgeError timeout cart: cart: the app did not answer within 50 ms")
    run.expect(
      await outcome(
        """
        { const waiting = new AbortController();
          setTimeout(() => waiting.abort(new Error("enough")));
          return page.sendCart(page.item(), { signal: waiting.signal }); }
        """), "not typed: Error: enough")
    app.release()
    run.expect(
      await outcome("page.sendCart(page.item({ quantity: 4 }), { timeout: 10000 })"), "value 8")
    run.expect(run.entries("app").count, 3)
  }
}
