import Harness
import WebKit

/// Tests bodies that the generated module never sends. Each is reported once, and has no other effect.
@MainActor public func hostile(_ run: TestRun) async throws {
  Showcase.serve(run)
  let test = Showcase(run, .default, shopHome)
  await test.load()
  await test.wrongShapes()
  await test.greatBodies()
  await test.withoutReply()
  run.step("and the bridge is as before")
  run.expect(await test.outcome("page.sendCart(page.item())"), "value 2")
}

extension Showcase {
  /// Tests each body in a message with a reply, whose promise must reject.
  fileprivate func wrongShapes() async {
    for (body, reason) in [
      ("null", "expected an object, found null"),
      ("undefined", "expected an object, found null"),
      ("1", "expected an object, found a number"),
      ("true", "expected an object, found a Boolean"),
      ("[]", "expected an object, found an array"),
      ("[page.wireItem()]", "expected an object, found an array"),
      ("''", "expected JSON text, found another string"),
      ("'{'", "expected JSON text, found another string"),
      ("'[]'", "expected an object, found an array"),
      ("'null'", "expected an object, found null"),
      ("new Date(0)", "expected JSON text, found another string"),
      ("new Map([['item_sku', 'a']])", "item_sku: expected a string, found nothing"),
      ("{}", "item_sku: expected a string, found nothing"),
      ("page.wireItem({ item_sku: undefined })", "item_sku: expected a string, found nothing"),
      ("page.wireItem({ item_sku: null })", "item_sku: expected a string, found null"),
      ("page.wireItem({ item_sku: 1 })", "item_sku: expected a string, found a number"),
      ("page.wireItem({ item_sku: ['a'] })", "item_sku: expected a string, found an array"),
      ("page.wireItem({ isGift: 1 })", "isGift: expected a Boolean, found a number"),
      ("page.wireItem({ isGift: 0 })", "isGift: expected a Boolean, found a number"),
      ("page.wireItem({ isGift: 'true' })", "isGift: expected a Boolean, found a string"),
      ("page.wireItem({ quantity: true })", "quantity: expected an integer, found a Boolean"),
      ("page.wireItem({ quantity: '1' })", "quantity: expected an integer, found a string"),
      ("page.wireItem({ quantity: null })", "quantity: expected an integer, found null"),
      (
        "page.wireItem({ quantity: 0.5 })",
        "quantity: expected an integer, found a number with a fraction"
      ),
      (
        "page.wireItem({ quantity: 2 ** 53 })",
        "quantity: expected an integer, found a number beyond ±9007199254740991"
      ),
      (
        "page.wireItem({ quantity: NaN })",
        "quantity: expected an integer, found a number beyond ±9007199254740991"
      ),
      (
        "page.wireItem({ weight: NaN })",
        "weight: expected a number, found a number that is not finite"
      ),
      (
        "page.wireItem({ weight: -Infinity })",
        "weight: expected a number, found a number that is not finite"
      ),
      ("page.wireItem({ weight: true })", "weight: expected a number, found a Boolean"),
      ("page.wireItem({ added: 0 })", "added: expected an ISO 8601 date, found a number"),
      (
        "page.wireItem({ added: 'yesterday' })",
        "added: expected an ISO 8601 date, found another string"
      ),
      ("page.wireItem({ added: new Date(NaN) })", "added: expected an ISO 8601 date, found null"),
      (
        "page.wireItem({ thumbnail: '?' })", "thumbnail: expected base64 data, found another string"
      ),
      ("page.wireItem({ link: '' })", "link: expected a URL, found another string"),
      ("page.wireItem({ tags: 'a' })", "tags: expected an array, found a string"),
      ("page.wireItem({ tags: ['a', 1] })", "tags[1]: expected a string, found a number"),
      ("page.wireItem({ related: [{}] })", "related[0].item_sku: expected a string, found nothing"),
      ("page.wireItem({ options: [] })", "options: expected an object, found an array"),
      (
        "page.wireItem({ options: { x: page.deep(10000) } })",
        "expected JSON of at most 512 levels, found a deeper value"
      ),
      ("page.deep(10000)", "expected JSON of at most 512 levels, found a deeper value"),
      ("'['.repeat(100000)", "expected JSON of at most 512 levels, found a deeper value"),
    ] {
      run.step("cart, sent \(body)")
      run.expect(await outcome("page.post('cart', \(body))"), "told malformed : \(reason)")
      run.expect(run.entries("app"), ["app: error cart: \(reason)"])
    }
    for body in [
      "page.wireItem({ other: 1, toString: 2, __proto__: { quantity: 9 } })",
      "Object.assign(Object.create({ quantity: 9 }), page.wireItem())",
      "page.wireItem({ added: new Date(0) })",
      "page.wireItem({ options: { x: page.deep(400) } })",
    ] {
      run.step("cart, sent \(body), which decodes")
      run.expect(await outcome("page.post('cart', \(body))"), "value 2")
      run.expect(run.entries("app"), ["app: cart a 1"])
    }
    // The engine may convert these values in different ways, but the result is never an item.
    for body in [
      "() => 1", "{ f() {} }", "document.body", "Symbol('s')", "globalThis", "new Proxy({}, {})",
      "new Uint8Array(8)", "1n", "new Error('e')", "/r/", "new Set([1])", "new WeakMap()",
      "Promise.resolve(1)", "{ get item_sku() { throw 1; } }",
    ] {
      run.step("cart, sent \(body), which is no JSON")
      _ = try? await run.evaluate(
        view, "try { page.post('cart', (\(body))).catch(() => {}); } catch {}")
      await run.barrier(view)
      run.expect(run.entries("app: cart"), [])
      run.expect(run.entries("app").count <= 1, "at most one report: \(run.entries("app"))")
    }
    run.step("cart, sent a value that contains itself")
    _ = try? await run.evaluate(
      view,
      """
      const a = page.wireItem();
      a.options.a = a;
      a.related = [a, a];
      page.post('cart', a).catch(() => {});
      """)
    await run.barrier(view)
    run.expect(run.entries("app").count <= 1, "at most one report: \(run.entries("app"))")
    run.step("cart, sent a list that holds one list twice, sixty times over")
    let reason = "expected at most 100000 values, or JSON text, found a greater value"
    run.expect(
      await outcome(
        """
        { let a = [1];
          for (let i = 0; i < 60; i++) a = [a, a];
          return page.post('cart', page.wireItem({ options: { a } })); }
        """), "told malformed : " + reason)
    run.expect(run.entries("app"), ["app: error cart: " + reason])
    run.step("cart, sent a list of 200,000 numbers")
    run.expect(
      await outcome("page.post('cart', Array.from({ length: 200_000 }, (_, i) => i))"),
      "told malformed : " + reason)
    run.expect(run.entries("app"), ["app: error cart: " + reason])
    run.step("cart, sent the text of a list of 3,000,000")
    let textReason = "expected JSON text of at most 1000000 values, found a greater value"
    run.expect(
      await outcome("page.post('cart', '[' + '7,'.repeat(3_000_000) + '7]')"),
      "told malformed : " + textReason)
    run.expect(run.entries("app"), ["app: error cart: " + textReason])
  }

  /// Tests bodies of 20 MB of each kind.
  fileprivate func greatBodies() async {
    run.step("a text of 20 MB")
    run.expect(
      await outcome("page.post('cart', page.wireItem({ item_sku: 'x'.repeat(20_000_000) }))"),
      "value 2")
    run.expect(run.entries("app").count, 1)
    run.step("a text of 20 MB that is no JSON")
    run.expect(
      await outcome("page.post('cart', 'x'.repeat(20_000_000))"),
      "told malformed : expected JSON text, found another string")
    run.expect(run.entries("app").count, 1)
    run.step("a list of many numbers where none is due")
    run.expect(
      await outcome("page.post('cart', Array.from({ length: 90_000 }, (_, i) => i))"),
      "told malformed : expected an object, found an array")
    run.expect(run.entries("app").count, 1)
  }

  /// Tests that a strategy without a reply reports an error to the app once, and not to the page.
  fileprivate func withoutReply() async {
    for (body, reason) in [
      ("1", "expected a string, found a number"), ("null", "expected a string, found null"),
      ("{}", "expected a string, found an object"),
      ("['done']", "expected a string, found an array"),
    ] {
      run.step("page, sent \(body)")
      _ = try? await run.evaluate(view, "page.post('page', \(body))?.catch?.(() => {})")
      await run.barrier(view)
      run.expect(run.entries("app"), ["app: error page: \(reason)"])
    }
  }
}
