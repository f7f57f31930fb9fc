import Harness
import WebKit

/// An app that records all messages.
@MainActor
final class TrustApp: ScriptMessageReceiver, ScriptMessageErrorDelegate, NavigationEnvironment,
  WebViewObserver
{
  struct Refusal: Error { var token = "secret" }

  let run: TestRun
  weak var view: WKWebView?
  var server: URL?

  init(_ run: TestRun) { self.run = run }

  private func hear(_ name: String, _ message: String) -> String {
    run.note("app: \(name) \(message)")
    return "heard \(message)"
  }

  func toAnyone(_ message: String) -> String { hear("anyone", message) }
  func toStore(_ message: String) -> String { hear("store", message) }
  func toBranches(_ message: String) -> String { hear("branches", message) }
  func toEverywhere(_ message: String) -> String { hear("everywhere", message) }
  func toPay(_ message: String) -> String { hear("pay", message) }
  func toLocal(_ message: String) -> String { hear("local", message) }
  func toBooks(_ message: String) -> String { hear("books", message) }
  func toBundle(_ message: String) -> String { hear("bundle", message) }
  func toBoth(_ message: String) -> String { hear("both", message) }
  func framedAnyone(_ message: String) -> String { hear("framedAnyone", message) }
  func framedStore(_ message: String) -> String { hear("framedStore", message) }
  func asked(_ message: String) -> String { hear("asked", message) }
  func fromApart(_ message: String) -> String { hear("apart", message) }
  func noted(_ message: String) { _ = hear("noted", message) }
  func toHome(_ message: String) -> String { hear("home", message) }
  func told(_ message: String) { _ = hear("told", message) }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    run.note("error \(identifier): \(error)")
  }

  func archive(_ request: SchemeRequest) async throws -> SchemeResponse {
    run.note("app: \(request.method) \(request.url) of \(request.page)")
    switch request.url.lastPathComponent {
    case "page": return SchemeResponse(Data("<title>archive</title>".utf8), type: "text/html")
    case "data": return SchemeResponse(Data("content".utf8), type: "text/plain")
    case "image":
      let image = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
      return SchemeResponse(Data(image.utf8), type: "image/svg+xml")
    case "secret": throw Refusal()
    default: return SchemeResponse(Data(), type: "text/plain", status: 404)
    }
  }

  func load(_ url: URL) {
    run.note("app: load \(url)")
    view?.load(URLRequest(url: url))
  }
  func open(_ url: URL) { run.note("app: open \(url)") }

  func webView(_ webView: WKWebView, failedWith error: any Error) {
    if let step = error as? RefusedStep { run.note("refused \(step.verb) \(step.url)") }
  }
}

/// Tests the accepted senders: pages whose origins resemble a trusted one, frames within them, and the frames in which
/// scripts run.
@MainActor public func trust(_ run: TestRun) async throws {
  TestEngine.isSubframe = { $0.contains("/frame") }
  run.site.handler = { request in
    switch request.path {
    case "/page.js": return .script(run.script("trust"))
    case "/tampered":
      return .html(
        """
        <title>t</title><script src=/page.js></script><script>
        for (const type of [String, Array, RegExp, Function]) {
          for (const name of Object.getOwnPropertyNames(type.prototype)) {
            if (name === "constructor" || name === "length") continue;
            try { type.prototype[name] = () => true; } catch {}
          }
        }
        try { window.origin = "https://store.example"; } catch {}
        try { Object.defineProperty(window, "location", { value: { hostname: "store.example" } }); } catch {}
        </script><body>
        """)
    case "/windows":
      return .html("<title>t</title><iframe src=https://evil.example/frame-windows></iframe>")
    case "/frame-windows":
      return .html(
        """
        <script>
        for (const url of [
          "file:///etc/debian_version", "data:text/html,<title>evil</title>",
          "javascript:void(parent.stolen = 1)", "myapp:x", "https://store.example/end",
        ]) window.open(url);
        </script>
        """)
    case "/declares":
      return .html(
        """
        <title>t</title><script>
        const config = { name: "page" }, secret = typeof secretKey;
        window.pageRan = config.name + " " + secret;
        </script><script src=/page.js></script><body>
        """)
    default:
      return .html("<meta charset=utf-8><title>t</title><script src=/page.js></script><body>")
    }
  }
  let app = TrustApp(run)
  let factory = ConfiguratorFactory(environment: app, receiver: app, errorDelegate: app)
  try await origins(run, factory)
  try await framesWithin(run, factory)
  try await scripts(run, factory)
  try await limitedScripts(run, factory)
  try await givenOrigin(run, factory, app)
  await windows(run, factory, app)
  try await archive(run, factory)
}

/// Tests a scheme that the app answers, for its own pages and those of one origin.
@MainActor private func archive(_ run: TestRun, _ factory: ConfiguratorFactory) async throws {
  let view = await session(run, factory, .reader, "archive://book/page").webView
  run.expect(run.entries("app: "), ["app: GET archive://book/page of archive://book/page"])
  run.expect(await run.text(view, "return document.title"), "archive")
  let fetching = "fetch('archive://book/' + path, options)"
  func fetched(_ path: String, _ options: String = "{}") async -> String {
    await run.text(
      view,
      "const path = '\(path)', options = \(options);"
        + "return await \(fetching).then(async r => r.status + ' ' + await r.text(), e => e.name)")
  }
  run.step("requests of the page")
  run.expect(await fetched("data"), "200 content")
  run.expect(await fetched("missing"), "404 ")
  run.expect(await fetched("secret"), "TypeError")
  run.expect(await fetched("data", "{ method: 'PUT', body: 'x' }"), "200 content")
  run.expect(
    run.entries("app: "),
    ["GET", "GET", "GET", "PUT"].enumerated().map { index, method in
      "app: \(method) archive://book/\(["data", "missing", "secret", "data"][index])"
        + " of archive://book/page"
    })
  let image = """
    return await new Promise(done => {
      const image = new Image();
      image.onload = () => done('shown');
      image.onerror = () => done('not shown');
      image.src = 'archive://book/image';
    });
    """
  for (host, isAnswered) in [("store", true), ("evil", false)] {
    let page = "https://\(host).example/"
    run.step("an image in \(page)")
    view.load(URLRequest(url: URL(string: page)!))
    await run.seen("finished " + page)
    run.expect(await run.text(view, image), isAnswered ? "shown" : "not shown")
    run.expect(
      run.entries("app: "), isAnswered ? ["app: GET archive://book/image of \(page)"] : [])
  }
}

/// Tests the pages of a server that the app gives and changes.
@MainActor private func givenOrigin(
  _ run: TestRun, _ factory: ConfiguratorFactory, _ app: TrustApp
) async throws {
  func url(_ host: String) -> String { "https://\(host).example/" }
  func refused(_ host: String) -> String {
    "home: messages from https://\(host).example are refused"
  }
  app.server = URL(string: "https://HOME.example:443/app")
  let session = await session(run, factory, .given, url("home"))
  let view = session.webView
  /// Expects that page and app can communicate, or cannot.
  func expect(_ speaks: Bool, _ host: String) async {
    let answer = await run.text(view, "return await page.home()")
    run.expect(answer, speaks ? "heard hello" : refused(host), host)
    let origin = WebOrigin(scheme: "https", host: "\(host).example")
    do {
      try await session.page.dispatch(HomeNewsEvent(host))
      run.expect(speaks, true, "the event reached \(host)")
    } catch {
      run.expect("\(error)", "\(WebEventError.otherOrigin("homeNews", origin))")
      run.expect(speaks, false, "the event did not reach \(host)")
    }
    do {
      run.expect(try await session.page.call(HomeNameCall()), "name of home")
      run.expect(speaks, true, "the call reached \(host)")
    } catch {
      run.expect("\(error)", "\(WebCallError.otherOrigin("homeName", origin))")
      run.expect(speaks, false, "the call did not reach \(host)")
    }
  }
  let marks = "return (window.marks ?? []).join(', ')"
  run.step("the app's server is heard")
  await expect(true, "home")
  run.expect(await run.text(view, "return page.news()"), "home;")
  run.expect(await run.text(view, marks), "home")
  run.step("another page is not")
  await run.open(view, url("evil"))
  await expect(false, "evil")
  run.expect(await run.text(view, marks), "")
  run.step("the app has another server")
  app.server = URL(string: "https://evil.example")
  await expect(true, "evil")
  run.expect(await run.text(view, "return page.news()"), "evil;")
  await run.open(view, url("home"))
  await expect(false, "home")
  run.expect(await run.text(view, marks), "home", "a script is for the server of its start")
  run.step("the app has no server")
  app.server = nil
  await expect(false, "home")
  run.expect(await run.text(view, "return page.news()"), "")
}

/// Tests a frame of another site that opens windows. The engine lets no page show a file in its place. The app loads
/// the URLs of new windows, so it must not do this for the page.
@MainActor private func windows(
  _ run: TestRun, _ factory: ConfiguratorFactory, _ app: TrustApp
) async {
  let loading = await session(run, factory, .windowed, "https://store.example/")
  loading.delegate.observer = app
  app.view = loading.webView
  run.step("a frame opens windows, which the app loads")
  loading.webView.load(URLRequest(url: URL(string: "https://store.example/windows")!))
  await run.seen("committed https://store.example/end")
  run.expect(
    run.entries("app: load", "refused"),
    [
      "refused load file:///etc/debian_version",
      "refused load data:text/html,%3Ctitle%3Eevil%3C/title%3E",
      "refused load javascript:void(parent.stolen%20=%201)", "refused load myapp:x",
      "app: load https://store.example/end",
    ])
  run.expect(await run.shown(loading.webView), "https://store.example/end t")

  let opening = await session(run, factory, .systemic, "https://store.example/")
  opening.delegate.observer = app
  run.step("a frame opens windows, which the app gives to the system")
  opening.webView.load(URLRequest(url: URL(string: "https://store.example/windows")!))
  await run.seen("app: open https://store.example/end")
  run.expect(
    run.entries("app: open", "refused"),
    [
      "refused open file:///etc/debian_version",
      "refused open data:text/html,%3Ctitle%3Eevil%3C/title%3E",
      "refused open javascript:void(parent.stolen%20=%201)", "app: open myapp:x",
      "app: open https://store.example/end",
    ])
}

@MainActor private func session(
  _ run: TestRun, _ factory: ConfiguratorFactory, _ role: WebRole, _ url: String
) async -> WebSession {
  run.step("\(url) in the role \(role)")
  let session = WebSession(factory.make(for: role).build(url: URL(string: url)!))
  WebEngine.watch(session.webView)
  session.load()
  await run.seen(beginning: "finished ")
  return session
}

@MainActor private func origins(_ run: TestRun, _ factory: ConfiguratorFactory) async throws {
  let session = await session(run, factory, .open, "https://nobody.example/")
  let view = session.webView
  let everyone = ["anyone", "framedAnyone"]
  let store = ["anyone", "store", "both", "framedAnyone", "framedStore", "asked"]
  for (url, expected) in [
    ("https://store.example/", store),
    ("https://STORE.example/", store),
    ("https://store.example:443/", store),
    ("https://user:secret@store.example/", store),
    ("https://store.example/a@evil.example", store),
    ("https://store.example:8443/", everyone),
    ("http://store.example/", everyone),
    ("http://store.example:443/", everyone),
    ("https://store.example.evil.example/", everyone),
    ("https://store.example@evil.example/", everyone),
    ("https://store.example:443@evil.example/", everyone),
    ("https://evil.example/store.example", everyone),
    ("https://evil.example/?https://store.example", everyone),
    ("https://evil.example/#https://store.example", everyone),
    ("https://evil.example\\@store.example/", everyone),
    ("https://store.example./", everyone),
    ("https://astore.example/", everyone),
    ("https://store.example-evil.example/", everyone),
    ("https://storeexample/", everyone),
    ("https://\u{0455}tore.example/", everyone),
    ("https://store\u{3002}example/", store),
    ("https://\u{FF53}tore.example/", store),
    ("https://www.store.example/", ["anyone", "branches", "everywhere", "framedAnyone"]),
    ("https://a.b.store.example/", ["anyone", "everywhere", "framedAnyone"]),
    ("https://www.store.example:8443/", everyone),
    ("https://www.store.example.evil.example/", everyone),
    ("https://www-store.example/", everyone),
    ("https://pay.example:8443/", ["anyone", "pay", "both", "framedAnyone"]),
    ("https://pay.example/", everyone),
    ("http://127.0.0.1:8080/", ["anyone", "local", "framedAnyone"]),
    ("http://127.1:8080/", ["anyone", "local", "framedAnyone"]),
    ("http://2130706433:8080/", ["anyone", "local", "framedAnyone"]),
    ("http://127.0.0.1.evil.example:8080/", everyone),
    ("http://[::1]:8080/", ["anyone", "local", "framedAnyone"]),
    ("http://[0:0:0:0:0:0:0:1]:8080/", ["anyone", "local", "framedAnyone"]),
    ("http://[::2]:8080/", everyone),
    ("https://bücher.example/", ["anyone", "books", "framedAnyone"]),
    ("https://BÜCHER.example/", ["anyone", "books", "framedAnyone"]),
    ("https://xn--bcher-kva.example/", ["anyone", "books", "framedAnyone"]),
    ("https://bucher.example/", everyone),
    ("https://bu\u{308}cher.example/", ["anyone", "books", "framedAnyone"]),
  ] as [(String, [String])] {
    run.step("who hears \(url)")
    // The page itself navigates, since the engine's parser is the relevant one.
    _ = try? await run.evaluate(view, "location = address", ["address": url])
    await run.seen(beginning: "finished ")
    let names = await run.text(view, "return await page.answering()")
    run.expect(Set(names.split(separator: " ").map(String.init)), Set(expected), url)
    run.expect(run.entries("app").count, expected.count, url)
    run.expect(run.entries("error").count, 11 - expected.count, url)
  }

  run.step("nothing that a stranger sends is looked at")
  await run.open(view, "https://evil.example/")
  let refusals = await run.text(view, "return await page.refusals()")
  run.expect(
    refusals.split(separator: "\n"),
    ["store", "branches", "everywhere", "pay", "local", "books", "both"].map { _ in
      Substring(#"{"code":"refused","message":"messages from https://evil.example are refused"}"#)
    })
  run.expect(run.entries("app"), [])
  run.expect(run.entries("error").count, 7)
}

@MainActor private func framesWithin(_ run: TestRun, _ factory: ConfiguratorFactory) async throws {
  let inner = "<script src=https://store.example/page.js></script>"
  for (host, attributes, origin, names) in [
    ("store", "src=/frame", "https://store.example", "framedAnyone framedStore"),
    ("store", "src=https://evil.example/frame", "https://evil.example", "framedAnyone"),
    ("store", "src=/frame sandbox=allow-scripts", "null", "framedAnyone"),
    ("store", "srcdoc='\(inner)'", "https://store.example", "framedAnyone framedStore"),
    ("store", "srcdoc='\(inner)' sandbox=allow-scripts", "null", "framedAnyone"),
    ("store", "src='data:text/html,\(inner)'", "null", "framedAnyone"),
    (
      "evil", "src=https://store.example/frame", "https://store.example", "framedAnyone framedStore"
    ),
    ("evil", "srcdoc='\(inner)'", "https://evil.example", "framedAnyone"),
  ] {
    let session = await session(run, factory, .open, "https://\(host).example/")
    TestEngine.isSubframe = {
      $0.contains("/frame") || $0.hasPrefix("data:") || $0 == "about:srcdoc"
    }
    run.step("a frame <iframe \(attributes)> within \(host)")
    _ = try? await run.evaluate(
      session.webView,
      "document.body.innerHTML = '<iframe name=f ' + attributes + '></iframe>'",
      ["attributes": attributes])
    let seen = await run.seen(beginning: "page: frame f ")
    run.expect(seen, "page: frame f \(origin): \(names); ", "the frame <iframe \(attributes)>")
    run.expect(
      run.entries("app").map { $0.split(separator: " ")[1] }.joined(separator: " "), names)
    let refused = run.entries("error").filter {
      $0.hasSuffix("a frame inside the page are refused")
    }
    run.expect(refused.count, 9, "what is for the main frame only")
  }
}

/// Tests that scripts run only in their frames, at their time, and even where the page's own scripts may not run.
@MainActor private func scripts(_ run: TestRun, _ factory: ConfiguratorFactory) async throws {
  let marks = "return (window.marks ?? []).join(', ')"
  let session = await session(run, factory, .scripted, "https://store.example/")
  run.expect(
    await run.text(session.webView, marks),
    "main start true, all start true, main end true, all end true")
  run.step("scripts in a frame")
  _ = try? await run.evaluate(
    session.webView, "document.body.innerHTML = '<iframe name=f src=https://evil.example/frame>'")
  let seen = await run.seen(beginning: "page: frame f ")
  run.expect(seen.hasPrefix("page: frame f https://evil.example: framedAnyone; all start"), seen)
  run.expect(!seen.contains("main"), "a script for main frames ran in another: \(seen)")
  run.step("scripts run anew in the next page")
  await run.open(session.webView, "https://evil.example/")
  run.expect(
    await run.text(session.webView, marks),
    "main start true, all start true, main end true, all end true")

  let plain = await Trust.session(run, factory, .open, "https://store.example/")
  run.expect(await run.text(plain.webView, marks), "", "scripts that nobody declared")

  run.step("the app's scripts run where the page's own may not")
  let silent = WebSession(
    factory.make(for: .silent).build(url: URL(string: "https://store.example/")!))
  WebEngine.watch(silent.webView)
  silent.load()
  await run.seen(beginning: "finished ")
  run.expect(await run.text(silent.webView, marks), "all end true")
  run.expect(await run.text(silent.webView, "return typeof window.page"), "undefined")
}

/// Tests that scripts with `on` run only in pages of their origins, and that scripts of app and page do not affect each
/// other. The values of the app are the same in the page, with any characters.
@MainActor private func scriptWithValues(
  _ run: TestRun, _ factory: ConfiguratorFactory
) async throws {
  let hostile = "');\u{2028}alert(1)//`${name}</script>\\\u{0}"
  let script = UserScript.greeting(
    name: hostile, class: ["a\"b", ""],
    more: .object(["__proto__": .object(["a": .number(1)]), "b": .array([.null, .bool(true)])]))
  let home = "https://store.example/"
  let configurator = factory.make(for: .limited).add(script: script)
  let session = WebSession(configurator.build(url: URL(string: home)!))
  WebEngine.watch(session.webView)
  run.step("a script with values of the app")
  session.load()
  await run.seen("finished " + home)
  let isWhole = try await run.evaluate(
    session.webView,
    "return greeting === JSON.stringify([name, ['a\"b', ''], "
      + "Object.entries({ ['__proto__']: { a: 1 }, b: [null, true] }), null, true])",
    ["name": hostile])
  run.expect(isWhole as? Bool, true)
  run.step("its values do not reach other pages")
  session.webView.load(URLRequest(url: URL(string: "https://evil.example/")!))
  await run.seen("finished https://evil.example/")
  run.expect(await run.text(session.webView, "return typeof greeting"), "undefined")
}

@MainActor private func limitedScripts(_ run: TestRun, _ factory: ConfiguratorFactory) async throws
{
  let marks = "let t = ''; for (const m of window.marks ?? []) { t += m + ';'; } return t;"
  let session = await session(run, factory, .limited, "https://store.example/")
  for (url, expected) in [
    ("https://store.example/", "declares 1;store;"),
    ("https://store.example:8443/", ""), ("http://store.example/", ""),
    ("https://a.store.example/", "branches;everywhere;"),
    ("https://a.b.store.example/", "everywhere;"),
    ("https://store.example.evil.example/", ""), ("https://xstore.example/", ""),
    ("https://pay.example:8443/", "pay or books;"), ("https://pay.example/", ""),
    ("https://bu\u{308}cher.example/", "pay or books;"),
    ("https://evil.example/?https://store.example/#https://store.example/", ""),
    ("https://evil.example/tampered", ""),
  ] {
    run.step("the scripts of \(url)")
    _ = try? await run.evaluate(session.webView, "location = address", ["address": url])
    await run.seen(beginning: "finished ")
    run.expect(await run.text(session.webView, marks), expected, url)
  }
  run.step("declarations of app and page do not meet")
  await run.open(session.webView, "https://store.example/declares")
  run.expect(
    await run.text(session.webView, "return window.pageRan + ' ' + window.marks.join()"),
    "page undefined declares 1,store")
  try await scriptWithValues(run, factory)
  run.step("a script in the app's world sees the document only")
  run.expect(
    await run.text(
      session.webView,
      "return document.documentElement.dataset.apart + ' ' + typeof window.config"),
    "sees no marks undefined")
  run.step("only scripts in the app's world send its messages")
  run.expect(
    await run.text(
      session.webView,
      "const { apart, apartTold, store } = webkit.messageHandlers;"
        + "return typeof apart + ' ' + typeof apartTold + ' ' + typeof store"),
    "undefined undefined object")
  run.expect(
    await run.text(
      session.webView,
      """
      const { dataset } = document.documentElement;
      const answered = new Promise((resume) => {
        new MutationObserver(resume).observe(document.documentElement, { attributes: true });
      });
      dispatchEvent(new Event("ask"));
      await answered;
      return dataset.answer;
      """), "heard to the app undefined")
  run.expect(run.entries("app"), ["app: noted from the app's world", "app: apart to the app"])
}
