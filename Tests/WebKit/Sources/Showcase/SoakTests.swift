import Foundation
import Harness
import WebKit

/// Tests a hundred web views, five hundred pages and fifty thousand messages. Then no object is left, nothing has
/// reached a page of another origin, each promise has ended, and as much memory is used as by web views without a
/// session.
///
/// One page opens windows and shows panels in loops. It must not use more memory than the engine's own web views keep.
@MainActor public func soak(_ run: TestRun) async throws {
  Showcase.serve(run)
  // The engine and its caches allocate some memory only once.
  for number in 0..<5 { _ = try await Showcase.soak(run, number) }
  // WebKitGTK keeps some memory of each page process, even without any code of ours. A view that shows pages of two
  // origins has two processes.
  let empty = try await growth(run, 100) { _ in try await bareView(run, []) }
  try await Showcase.windowsAndPanels(run, empty)
  let one = try await growth(run, 10) { _ in try await bareView(run, ["https://zhgchg.li/plain"]) }
  let bare = try await growth(run, 50) { _ in try await bareView(run, pages("soak")) }
  let ours = try await growth(run, 100) { try await Showcase.soak(run, $0) }
  guard let empty, let one, let bare, let ours else {
    return run.leaveOut("memory", because: "the engine does not say what it has allocated")
  }
  let sizes = [empty, one, bare, ours].map { "\($0 / 1024)" }
  print(
    "soak: KiB kept by WebKitGTK for a view without a page: \(sizes[0]), with a page: \(sizes[1]),",
    "with five pages of two origins: \(sizes[2]); for a session with the same pages: \(sizes[3])")
  // Two runs of the same views differ by up to 400 KiB for each view.
  run.expect(ours - bare < 512 * 1024, "a session keeps \((ours - bare) / 1024) KiB")
}

/// Returns five pages, which alternate between two origins.
private func pages(_ name: String) -> [String] {
  (0..<5).map { ($0 % 2 == 0 ? shopHome : "https://evil.example/") + "\(name)?\($0)" }
}

/// An object that should have been released.
private struct Left {
  weak var object: AnyObject?
}

/// Returns the memory that is left of each of a number of web views, none of whose objects are left.
///
/// - Parameter use: uses one web view, and returns its objects.
@MainActor private func growth(
  _ run: TestRun, _ count: Int, _ use: (Int) async throws -> [Left]
) async throws -> Int? {
  await run.settle()
  run.forget()
  let (views, objects) = (WebEngine.webViews, WebEngine.engineObjects)
  let memory = WebEngine.heapBytes
  var left: [Left] = []
  for number in 0..<count {
    left += try await use(number)
    run.forget()
  }
  await run.settle()
  run.expect(WebEngine.webViews, views, "web views")
  run.expect(WebEngine.engineObjects, objects, "objects of the engine")
  run.expect(left.compactMap(\.object).map { "\(type(of: $0))" }, [], "objects of sessions")
  left = []
  guard let memory, let now = WebEngine.heapBytes else { return nil }
  return (now - memory) / count
}

/// Uses a web view without a session.
@MainActor private func bareView(_ run: TestRun, _ urls: [String]) async throws -> [Left] {
  let view = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
  WebEngine.watch(view)
  for url in urls {
    run.step("\(url) in a bare web view")
    view.load(URLRequest(url: URL(string: url)!))
    await run.seen(beginning: "finished ")
  }
  return [Left(object: view)]
}

extension Showcase {
  /// Uses one web view with five pages, which alternate between two origins, with a hundred messages each.
  fileprivate static func soak(_ run: TestRun, _ number: Int) async throws -> [Left] {
    let test = Showcase(run, .default, shopHome)
    test.app.leaves = false
    for url in pages("soak") {
      let isOwn = url.hasPrefix(shopHome)
      run.step("\(url) in web view \(number)")
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
    let session = test.session
    let objects: [AnyObject] = [
      session, session.webView, session.delegate, session.page, session.page.events, test.app,
    ]
    return (objects + test.handlers).map { Left(object: $0) }
  }

  /// Tests one page that opens windows and shows panels in loops. After each round no window is left.
  ///
  /// - Parameter empty: the bytes that the engine keeps of a web view without a page.
  fileprivate static func windowsAndPanels(_ run: TestRun, _ empty: Int?) async throws {
    let test = Showcase(run, .inbox, shopHome)
    await test.load()
    // The first rounds fill caches.
    let halves = try await [
      growth(run, 20) { try await test.loops($0) }, growth(run, 100) { try await test.loops($0) },
      growth(run, 100) { try await test.loops($0) },
    ]
    guard let empty, let first = halves[1], let second = halves[2] else { return }
    let (early, late) = (first / Self.windowsInRound, second / Self.windowsInRound)
    print("soak: bytes kept of a window: \(early), then \(late); of a view of the engine: \(empty)")
    run.expect(late - empty < 16 * 1024, "a window keeps \(late) bytes")
  }

  private static let windowsInRound = 2 + PageLimits.popups

  /// Runs a round: a window that the page closes, one that the app releases, one that the rules refuse, more windows at
  /// once than a page may open, and more panels than a page may show.
  private func loops(_ round: Int) async throws -> [Left] {
    run.step("a window that the page closes, round \(round)")
    app.allPopups = []
    _ = try await run.evaluate(view, "opened = window.open('/help/\(round)')")
    await run.seen("finished \(shopHome)help/\(round)")
    _ = try await run.evaluate(view, "opened.close()")
    await run.seen("app: close popup true")
    var left = forgetPopups(1)
    run.step("a window that the app drops, round \(round)")
    _ = try await run.evaluate(view, "opened = window.open('/help/\(round)')")
    await run.seen("app: show popup")
    left += forgetPopups(1)
    run.step("a window that the rules refuse, round \(round)")
    _ = try await run.evaluate(view, "opened = window.open('https://other.example/')")
    await run.seen("new window https://other.example/")
    await run.barrier(view)
    left += forgetPopups(0)
    run.step("20 windows at once, round \(round)")
    _ = try await run.evaluate(
      view, "for (let number = 0; number < 20; number++) window.open('/help/' + number)")
    await run.barrier(view)
    left += forgetPopups(PageLimits.popups)
    run.step("120 panels, round \(round)")
    _ = try await run.evaluate(
      view,
      "for (let number = 0; number < 40; number++) { alert(number); confirm('?'); prompt('?', ''); }"
    )
    await run.barrier(view)
    return left
  }

  /// Releases the second web views, and returns their objects.
  private func forgetPopups(_ count: Int) -> [Left] {
    let popups = app.allPopups ?? []
    run.expect(popups.count, count, "windows")
    app.allPopups = []
    app.popup = nil
    return popups.flatMap { popup -> [Left] in
      let objects: [AnyObject] = [popup, popup.webView, popup.delegate, popup.page]
      return objects.map { Left(object: $0) }
    }
  }
}
