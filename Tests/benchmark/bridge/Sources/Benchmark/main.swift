import Foundation
import Harness
import WebKit

@MainActor final class App: ScriptMessageReceiver {
  var heard = 0
  // The time at which the engine delivered the last message.
  var arrived = ContinuousClock.now
  var waits: [Duration] = []

  func take() {
    waits.append(arrived.duration(to: .now))
    heard += 1
  }

  func told(_ message: String) { take() }
  func asked(_ message: String) -> Int {
    take()
    return message.utf8.count
  }
  func itemTold(_ message: CartItem) { take() }
  func itemAsked(_ message: CartItem) -> Int {
    take()
    return message.quantity
  }
}

@MainActor struct Benchmark {
  let run: TestRun
  let app: App
  let page: PageBridge
  let view: WKWebView

  init(_ run: TestRun) {
    self.run = run
    let app = App()
    self.app = app
    WebEngine.arrived = { app.arrived = .now }
    let factory = ConfiguratorFactory(receiver: app)
    let configuration = factory.make(for: .shop).build(url: URL(string: "https://store.example/")!)
    // Apps use a `WebSession`. Here, hand-written handlers are compared with the generated ones.
    let early = WebViewHolder()
    page = PageBridge(early, contract: configuration.contract, waitsForPage: true)
    let webKit = configuration.webViewConfiguration(for: page)
    let controller = webKit.userContentController
    controller.add(PlainHandler { if $0 is String { app.take() } }, name: "plainTold")
    controller.add(PlainHandler { if PlainItem($0) != nil { app.take() } }, name: "plainItemTold")
    controller.addScriptMessageHandler(
      PlainReplyHandler { body in
        guard let text = body as? String else { return nil }
        app.take()
        return text.utf8.count
      }, contentWorld: .page, name: "plainAsked")
    controller.addScriptMessageHandler(
      PlainReplyHandler { body in
        guard let item = PlainItem(body) else { return nil }
        app.take()
        return item.quantity
      }, contentWorld: .page, name: "plainItemAsked")
    view = WKWebView(frame: .zero, configuration: webKit)
    early.runner = WebViewRunner(view)
    WebEngine.watch(view)
  }

  /// An object that runs JavaScript once there is a web view.
  final class WebViewHolder: JavaScriptRunner {
    var runner: WebViewRunner?
    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      guard let runner else { throw JavaScriptRunnerError.webViewIsGone }
      return try await runner.run(body, arguments: arguments)
    }
  }

  /// Returns the time for a number of calls, in seconds.
  func time(_ function: String, _ name: String, _ count: Int) async throws -> Double {
    let before = app.heard
    let start = ContinuousClock.now
    _ = try await view.callAsyncJavaScript(
      "await page[name](kind, count)",
      arguments: ["name": function, "kind": name, "count": count], contentWorld: .page)
    let taken = start.duration(to: .now) / .seconds(1)
    let expected = function == "oneWay" ? count + 1 : count
    guard app.heard - before == expected else {
      throw Failure(text: "\(name): \(app.heard - before) messages of \(expected) were heard")
    }
    return taken
  }

  struct Failure: Error { var text: String }

  func messages() async throws {
    print("| message | there and back, one by one | each | 100 at once | one way | in the app |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    let names = [
      "text, by hand", "text, generated", "11 fields, by hand", "11 fields, generated",
    ]
    for name in names { _ = try await time("inTurn", name, 500) }
    var results: [String: [[Double]]] = [:]
    // The loop alternates, so that other work of the machine affects all of them equally.
    for _ in 0..<5 {
      for name in names {
        app.waits = []
        let inTurn = try await time("inTurn", name, 2_000) / 2_000
        let wait = app.waits.sorted()[app.waits.count / 2] / .seconds(1)
        let atOnce = try await time("atOnce", name, 2_000) / 2_000
        let oneWay = try await time("oneWay", name, 5_000) / 5_000
        results[name, default: []].append([inTurn, atOnce, oneWay, wait])
      }
    }
    for name in names {
      let medians = (0..<4).map { column in
        let sorted = (results[name] ?? []).map { $0[column] }.sorted()
        return sorted[sorted.count / 2]
      }
      print(
        "| \(name) | \(perSecond(medians[0])) | \(micro(medians[0])) | \(perSecond(medians[1])) |"
          + " \(perSecond(medians[2])) | \(micro(medians[3])) |")
    }
    print()
  }

  func calls() async throws {
    let item = CartItem(
      sku: "4006381333931", quantity: 3, note: "leave it at the door",
      tags: ["new", "green", "sale"],
      options: ["colour": "green", "size": "XL"], added: Date(timeIntervalSince1970: 1_795_260_813),
      link: URL(string: "https://store.example/item/4006381333931?from=list")!, weight: 1.25,
      isGift: false, level: .middle, rating: 4.5)
    let fields = item.encodedJSON.foundation
    print("| from the app, 11 fields | a second | each |")
    print("| --- | ---: | ---: |")
    let kinds: [(String, @MainActor () async throws -> Void)] = [
      (
        "a function called by hand",
        {
          _ = try await view.callAsyncJavaScript(
            "return page.count(item)", arguments: ["item": fields], contentWorld: .page)
        }
      ),
      ("a call, generated", { _ = try await page.call(CountCall(item)) }),
      ("an event, generated", { _ = try await page.dispatch(TickEvent(item)) }),
    ]
    for (_, call) in kinds { for _ in 0..<200 { try await call() } }
    var results = kinds.map { _ in [Double]() }
    for _ in 0..<5 {
      for (index, (_, call)) in kinds.enumerated() {
        let start = ContinuousClock.now
        for _ in 0..<1_000 { try await call() }
        results[index].append(start.duration(to: .now) / .seconds(1) / 1_000)
      }
    }
    for (index, (name, _)) in kinds.enumerated() {
      let median = results[index].sorted()[2]
      print("| \(name) | \(perSecond(median)) | \(micro(median)) |")
    }
    print()
  }

  /// Measures 100,000 messages with 11 fields and a reply, after a warm-up whose length is in the first row.
  func memory() async throws {
    print("| messages | this process | the heap in use | the engine's processes |")
    print("| ---: | ---: | ---: | ---: |")
    var sent = 0
    for step in [20_000, 20_000, 20_000, 20_000, 20_000, 20_000] {
      _ = try await time("atOnce", "11 fields, generated", step)
      app.waits = []
      sent += step
      let memory = Memory.now()
      print(
        "| \(grouped(sent)) | \(mega(memory.own)) | \(mega(WebEngine.heapBytes ?? 0)) | \(mega(memory.engine)) |"
      )
    }
    print()
  }

  private func perSecond(_ seconds: Double) -> String { grouped(Int(1 / seconds)) }
  private func micro(_ seconds: Double) -> String { String(format: "%.1f µs", seconds * 1e6) }
  private func mega(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }
  private func grouped(_ number: Int) -> String {
    var digits = String(number)
    var index = digits.endIndex
    while digits.distance(from: digits.startIndex, to: index) > 3 {
      index = digits.index(index, offsetBy: -3)
      digits.insert(",", at: index)
    }
    return digits
  }
}

guard WebEngine.start() else {
  print("no display")
  exit(2)
}

Task { @MainActor in
  let environment = ProcessInfo.processInfo.environment
  do {
    let run = TestRun(
      "benchmark", site: try LoopbackSite(),
      pages: URL(filePath: environment["WEBKIT_PAGES"] ?? ""), patience: .seconds(600))
    run.site.handler = { request in
      request.path == "/page.js"
        ? .script(run.script("benchmark"))
        : .html("<meta charset=utf-8><title>b</title><script src=/page.js></script>")
    }
    let benchmark = Benchmark(run)
    await run.open(benchmark.view, "https://store.example/")
    try await benchmark.messages()
    try await benchmark.calls()
    try await benchmark.memory()
    exit(0)
  } catch {
    print("ended by an error: \(error)")
    exit(1)
  }
}
WebEngine.run()
