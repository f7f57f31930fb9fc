import Foundation
import Harness
import WebKit

/// A hundred web views, five hundred pages and fifty thousand messages. Then each web view is gone, nothing has
/// reached a page of another origin, and each promise has ended. The memory is printed, not compared.
@MainActor public func soak(_ run: TestRun) async throws {
  Showcase.serve(run)
  // The engine and its caches need some memory once.
  for number in 0..<5 { try await Showcase.soak(run, number) }
  // WebKitGTK keeps some memory of each web view that was shown, also without any code of ours.
  let bare = try await growth(run, 20) { _ in try await bareView(run) }
  let ours = try await growth(run, 100) { try await Showcase.soak(run, $0) }
  print("soak: \(bare / 1024) KiB more for each bare web view, \(ours / 1024) KiB for each of ours")
}

/// The memory that is left of each of some web views.
@MainActor private func growth(
  _ run: TestRun, _ count: Int, _ use: (Int) async throws -> Void
) async throws -> Int {
  await run.settle()
  let (views, memory) = (TestEngine.webViews, HeapUse.bytes)
  for number in 0..<count { try await use(number) }
  await run.settle()
  run.expect(TestEngine.webViews, views)
  return (HeapUse.bytes - memory) / count
}

/// A web view without a session, and five pages.
@MainActor private func bareView(_ run: TestRun) async throws {
  let view = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
  for load in 0..<5 {
    run.step("page \(load) of a bare web view")
    view.load(URLRequest(url: URL(string: shopHome + "plain?\(load)")!))
    await run.seen(beginning: "finished ")
  }
}

extension Showcase {
  /// One web view: five pages, every other of another origin, with a hundred messages each.
  fileprivate static func soak(_ run: TestRun, _ number: Int) async throws {
    let test = Showcase(run, .default, shopHome)
    test.app.leaves = false
    for load in 0..<5 {
      let isOwn = load % 2 == 0
      run.step("page \(load) of web view \(number)")
      let url = (isOwn ? shopHome : "https://evil.example/") + "soak\(load)"
      await run.open(test.view, url)
      let ended = await run.text(
        test.view,
        """
        globalThis.heard = 0;
        page.onLocale(() => globalThis.heard++);
        page.implementLog(() => { globalThis.heard++; });
        const bodies = [
          null, 1, "{", [], {}, { item_sku: 1 }, page.deep(600), page.wireItem(),
          "[" + "7,".repeat(2000) + "7]", { type: "open" },
        ];
        const sent = Array.from({ length: 100 }, (_, i) =>
          page.post(["cart", "app", "lookup"][i % 3], bodies[i % 10]));
        return (await Promise.allSettled(sent)).length + "";
        """)
      run.expect(ended, "100")
      run.expect(run.entries("app: cart").isEmpty || isOwn, "a stranger's message was handled")
      let locale = try? await test.session.page.dispatch(LocaleEvent("de"))
      let log: Void? = try? await test.session.page.call(LogCall("x"), within: 10)
      run.expect((locale == .sent) == isOwn && (log != nil) == isOwn, "\(url)")
      run.expect(await run.text(test.view, "return heard + ''"), isOwn ? "2" : "0")
    }
  }
}
