import Harness
import WebKit

@MainActor
final class ArticleApp: NavigationEnvironment, ScriptMessageReceiver,
  ScriptMessageErrorDelegate
{
  let run: TestRun

  init(_ run: TestRun) { self.run = run }

  func openInBrowser(url: URL) { run.note("app: browser \(url)") }
  func imageTap(_ message: ImageTapPayload) { run.note("app: image \(message.link)") }
  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("app: error \(identifier): \(error)")
  }
}

private let story = "https://news.example.com/story/7"

/// Tests an article. Links leave it, its images send messages, and calls after loading are awaited.
@MainActor public func article(_ run: TestRun) async throws {
  TestEngine.isSubframe = { $0.contains("/embed/") }
  run.site.handler = { request in
    switch request.path {
    case "/page.js": return .script(run.script("article"))
    case "/bare":
      return .html("<title>bare</title>")
    case "/embed/post":
      return .html("<title>embed</title><script>evidence('embedded')</script>")
    default:
      return .html(
        """
        <meta charset=utf-8><title>\(request.path)</title><body>
        <a id=link href=https://other.example/x?y=1#z>l</a> <a id=next href=/story/8>n</a>
        <img id=image src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-link=/full.jpg>
        <iframe src=/embed/post></iframe>
        <script src=/page.js></script>
        """)
    }
  }
  let app = ArticleApp(run)
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  let session = WebSession(factory.make(for: .article).build(url: URL(string: story)!))
  WebEngine.watch(session.webView)
  let test = ArticleTests(run: run, session: session)
  run.step("the article loads")
  session.load()
  await run.seen("finished " + story)
  run.expect(
    run.entries("page").contains("page: embedded"), "the frame inside the article was shown")
  #if canImport(UIKit)
    run.expect(session.webView.scrollView.bounces, false)
  #else
    run.leaveOut("`bounces`", because: "macOS has no such setting")
  #endif
  await test.scripts()
  await test.links()
  try await test.render()
  try await test.missingFunctions()
}

@MainActor private struct ArticleTests {
  let run: TestRun
  let session: WebSession
  var view: WKWebView { session.webView }

  func scripts() async {
    run.step("the script at the end reports a tapped image")
    await run.click(view, "image")
    await run.seen(beginning: "app: ")
    run.expect(
      run.entries("app"),
      ["app: image data:image/gif;base64,R0lGODlhAQABAAAAACw="])
  }

  func links() async {
    run.step("a clicked link leaves for the browser")
    await run.click(view, "link")
    await run.seen("decided https://other.example/x?y=1#z cancel")
    run.expect(run.entries("app"), ["app: browser https://other.example/x?y=1#z"])
    run.expect(await run.shown(view), story + " /story/7")

    run.step("every other load is allowed")
    _ = try? await run.evaluate(view, "location = '/story/8'")
    await run.seen("finished https://news.example.com/story/8")
    run.expect(run.entries("app"), [])
    run.expect(await run.shown(view), "https://news.example.com/story/8 /story/8")
  }

  func render() async throws {
    run.step("a render completes when every call has answered")
    let page = session.page
    let task = Task { await page.render(ArticleRender()) }
    await run.seen("page: theme asked")
    run.note("app: released")
    try await run.evaluate(view, "page.release()")
    let results = await task.value
    run.expect(results.map(\.name), ["resizeEmbeds", "applyTheme", "markLinks"])
    run.expect(
      results.map { try? $0.reply.get() as? String }, ["at most 640", "light 1", "2 links"])
    run.expect(await run.text(view, "return document.body.className"), "light")
    run.expect(
      await run.text(view, "return document.getElementById('image').getAttribute('width')"), "640")

    run.step("then the height of the content")
    run.expect(try await page.call(ContentHeightCall()), 1.5)
  }

  func missingFunctions() async throws {
    run.step("a function that the page takes back")
    try await run.evaluate(view, "page.stops.markLinks(); page.release()")
    let results = await session.page.render(ArticleRender())
    run.expect(results.map(\.name), ["resizeEmbeds", "applyTheme", "markLinks"])
    run.expect(results.map { (try? $0.reply.get()) != nil }, [true, true, false])

    run.step("a page that has none of the functions")
    await run.open(view, "https://news.example.com/bare")
    let bare = await session.page.render(ArticleRender())
    run.expect(bare.map { (try? $0.reply.get()) != nil }, [false, false, false])
    for result in bare {
      guard case .failure(let error) = result.reply else { continue }
      run.expect("\(error)".contains(result.name), "`\(error)` names \(result.name)")
    }
  }
}
