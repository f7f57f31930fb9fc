import Harness
import WebKit

/// Tests messages and their replies on the side of the page.
@MainActor public func messages(_ run: TestRun) async throws {
  Showcase.serve(run)
  let test = Showcase(run, .default, shopHome)
  await test.load()
  await test.replies()
  await test.late()
  await test.channel()
  await test.leavingPages()
}

extension Showcase {
  func outcome(_ script: String) async -> String {
    await run.text(view, "return await page.outcome(() => \(script))")
  }

  fileprivate func replies() async {
    for (script, result, entries) in [
      ("page.sendCart(page.item({ quantity: 4 }))", "value 8", ["app: cart a 4"]),
      ("page.sendCart(page.item())", "value 2", ["app: cart a 1"]),
      ("page.post('cart', page.wireItem())", "value 2", ["app: cart a 1"]),
      ("page.post('cart', JSON.stringify(page.wireItem()))", "value 2", ["app: cart a 1"]),
      (
        "page.sendLookup({ b: [1, undefined, 3], a: [] })", #"value {"found":[],"next":"b"}"#,
        ["app: lookup a=0 b=3"]
      ),
      (
        "page.post('lookup', '{\"x\": [null]}')", #"value {"found":[],"next":"x"}"#,
        ["app: lookup x=1"]
      ),
      ("page.sendLookup({})", #"value {"found":[]}"#, ["app: lookup "]),
      // A string stays a string, and an object an object.
      ("page.sendSearch('{}')", #"value ["{}","a"]"#, []),
      ("page.sendSearch({ term: 'x' })", #"value [{"page":1,"term":"x"},"a"]"#, []),
      (
        "page.sendSearch(3)",
        "BridgeError encoding search: search: "
          + "expected a string, an array or an object, found a number", []
      ),
      ("page.post('search', ['b'])", #"value [["b"],"a"]"#, []),
      (
        "page.sendStatus()",
        "value {\"code\":7,\"kind\":\"failure\",\"message\":\"\u{2028}\\\"😀\"}", []
      ),
      (
        "page.sendCart(page.item({ sku: 'gone' }))",
        "BridgeError rejected cart: cart: there are no more", ["app: error cart: sold out"]
      ),
      (
        "page.sendCart(page.item({ sku: 'broken' }))",
        "BridgeError failed cart: cart: the app failed",
        ["app: error cart: Broken(token: \"secret\")"]
      ),
      (
        "page.post('cart', page.wireItem({ item_sku: 'gone' }))",
        "told rejected soldOut: there are no more", ["app: error cart: sold out"]
      ),
      (
        "page.sendCart(page.item({ quantity: 0.5 }))",
        "BridgeError encoding cart: cart: quantity: expected an integer, "
          + "found a number with a fraction", []
      ),
      (
        "page.sendCart({})",
        "BridgeError encoding cart: cart: sku: expected a string, found nothing", []
      ),
    ] as [(String, String, [String])] {
      run.step(script)
      run.expect(await outcome(script), result)
      run.expect(run.entries("app"), entries)
    }
    for (script, entry) in [
      ("page.sendPage('done')", "page done"), ("page.sendPage('new')", "page new"),
      ("page.sendReady()", "ready"), ("page.post('onReady', [1])", "ready"),
      ("page.sendLegacyCart([1, { a: null }])", "legacy "),
    ] {
      run.step(script)
      run.expect(await outcome(script).hasPrefix("value "), "\(script) throws nothing")
      await run.barrier(view)
      run.expect(run.entries("app").count, 1)
      run.expect(run.entries("app: " + entry).count, 1, script)
    }
  }

  /// Tests that replies arrive as soon as the app has them, in any order.
  fileprivate func late() async {
    run.step("a reply that is late does not hold others up")
    app.holdsCart = true
    _ = try? await run.evaluate(
      view, "page.sendCart(page.item({ quantity: 5 })).then((n) => evidence('reply ' + n))")
    await run.seen("app: cart a 5")
    run.expect(await outcome("page.sendStatus()").hasPrefix("value "), "another is answered")
    run.expect(run.entries("page: reply"), [])
    app.release()
    await run.seen("page: reply 10")

    run.step("a hundred at once, each with its own reply")
    let text = await run.text(
      view,
      """
      const all = Array.from({ length: 100 }, (_, i) => page.sendCart(page.item({ quantity: i })));
      return (await Promise.all(all)).map((n, i) => n === 2 * i).every(Boolean) + "";
      """)
    run.expect(text, "true")
    run.expect(run.entries("app: cart").count, 100)
  }

  fileprivate func channel() async {
    for (script, result, entries) in [
      (
        "page.sendOpen({ url: 'https://a.example/a', animated: false })", "value ",
        ["app: open https://a.example/a false"]
      ),
      (
        "page.post('app', '{\"type\":\"open\",\"payload\":{\"url\":\"https://a.example/b\"}}')",
        "value null",
        ["app: open https://a.example/b true"]
      ),
      ("page.post('app', { type: 'status' })", "value {", []),
      (
        "page.post('app', { type: 'nope' })", "told unknown : there is no strategy `nope`",
        ["app: error app: there is no strategy `nope`"]
      ),
      (
        "page.post('app', { type: 'open', payload: {} })",
        "told malformed : url: expected a URL, found nothing",
        ["app: error open: url: expected a URL, found nothing"]
      ),
      (
        "page.post('app', { type: 'open' })",
        "told malformed : expected an object, found null",
        ["app: error open: expected an object, found null"]
      ),
      (
        "page.post('app', { type: 1 })",
        "told malformed : expected an object with a string in `type`",
        ["app: error app: expected an object with a string in `type`"]
      ),
      (
        "page.post('app', [])", "told malformed : expected an object with a string in `type`",
        ["app: error app: expected an object with a string in `type`"]
      ),
      (
        "page.post('app', 'open')",
        "told malformed : expected an object with a string in `type`",
        ["app: error app: expected an object with a string in `type`"]
      ),
      (
        "page.post('app', null)",
        "told malformed : expected an object with a string in `type`",
        ["app: error app: expected an object with a string in `type`"]
      ),
    ] as [(String, String, [String])] {
      run.step(script)
      let found = await outcome(script)
      run.expect(found.hasPrefix(result) || found == "value undefined", "\(script): \(found)")
      await run.barrier(view)
      run.expect(run.entries("app"), entries)
    }
  }

  /// Tests a page that is left before its reply arrives.
  fileprivate func leavingPages() async {
    run.step("the page is left before the reply")
    app.holdsCart = true
    _ = try? await run.evaluate(view, "void page.sendCart(page.item({ quantity: 6 }))")
    await run.seen("app: cart a 6")
    await run.open(view, shopHome + "next")
    app.release()
    await run.settle()
    run.expect(await outcome("page.sendCart(page.item({ quantity: 7 }))"), "value 14")
    run.expect(run.entries("app"), ["app: cart a 6", "app: cart a 7"])

    run.step("the page's process ends")
    app.holdsCart = true
    _ = try? await run.evaluate(
      view,
      "void page.sendCart(page.item({ quantity: 8 })).then((n) => evidence('reply ' + n))")
    await run.seen("app: cart a 8")
    let isOver = await run.endPage(view)
    app.release()
    if !isOver { return await run.seen("page: reply 16") }
    await run.settle()
    await run.open(view, shopHome + "again")
    run.expect(await outcome("page.sendCart(page.item({ quantity: 9 }))"), "value 18")
  }
}
