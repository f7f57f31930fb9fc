// An app for the rules of `fakes.bascule`, compiled with their Swift.
//
// `fakes` serves a page in another process: it reads one JSON object a line, with what the page posts and what the
// test makes the app do, and writes one a line, with the scripts for the page and with what the app sees.
// `fakes FILE` does the same to a `TestPage`: the file has a list of lists of such objects.

import Foundation

private struct SoldOut: PageVisibleError {
  let pageCode = "soldOut"
  let pageMessage = "there are no more"
}

private struct Broken: Error {}

private struct TooGreat: Error, CustomStringConvertible { let description = "too great" }

/// An app that does what the `sku` of an item says.
@MainActor
private final class App: ScriptMessageReceiver, ScriptMessageErrorDelegate,
  WebEventErrorDelegate
{
  private var waiting: [CheckedContinuation<Void, Never>] = []
  var reports: [String] = []
  var waitingCount: Int { waiting.count }

  func release() {
    let continuations = waiting
    waiting = []
    for continuation in continuations { continuation.resume() }
  }

  private func handle(_ item: Item) async throws -> Int {
    if item.sku == "gone" { throw SoldOut() }
    if item.sku == "broken" { throw Broken() }
    if item.sku == "wait" { await withCheckedContinuation { waiting.append($0) } }
    return item.count * 2
  }

  func ask(_ message: Item) async throws -> Int { try await handle(message) }
  func tell(_ message: Item) async throws { _ = try await handle(message) }
  func asText(_ message: [Int]) async throws -> [Int] { message.reversed() }
  func viaEvent(_ message: ViaEventPayload) async throws -> Int { try await handle(message.item) }
  func viaName(_ message: ViaNamePayload) async throws -> Int { try await handle(message.item) }
  func viaPath(_ message: ViaPathPayload) async throws -> Int { try await handle(message.item) }
  func envelopeAsk(_ message: Item) async throws -> Int { try await handle(message) }
  func envelopeTell(_ message: Item) async throws { _ = try await handle(message) }
  func inlineAsk(_ message: InlineAskPayload) async throws -> Int { try await handle(message.item) }
  func inlineTell(_ message: InlineTellPayload) async throws { _ = try await handle(message.item) }
  func quietTell(_ message: Item) async throws { _ = try await handle(message) }

  func scriptMessage(_ identifier: String, failedWith error: any Error) {
    reports.append("\(identifier): \(error)")
  }

  func event(_ name: String, failedWith error: any Error) { reports.append("\(error)") }

  func handlers() -> [any ScriptMessageHandling] {
    [
      AskScriptMessageStrategy(receiver: self, errorDelegate: self),
      TellScriptMessageStrategy(receiver: self, errorDelegate: self),
      AsTextScriptMessageStrategy(receiver: self, errorDelegate: self),
      ViaEventScriptMessageStrategy(receiver: self, errorDelegate: self),
      ViaNameScriptMessageStrategy(receiver: self, errorDelegate: self),
      ViaPathScriptMessageStrategy(receiver: self, errorDelegate: self),
      EnvelopeScriptMessageChannel(receiver: self, errorDelegate: self),
      InlineScriptMessageChannel(receiver: self, errorDelegate: self),
      QuietScriptMessageChannel(receiver: self, errorDelegate: self),
    ]
  }
}

private let origin = WebOrigin(scheme: "https", host: "page.example")

extension JSON {
  fileprivate subscript(key: String) -> JSON {
    if case .object(let fields) = self { fields[key] ?? .null } else { .null }
  }

  /// The body of a message. `{ "$nested": 3 }` becomes `[[[]]]`, which can be deeper than JSON text.
  fileprivate var body: Any {
    switch self {
    case .array(let values): return values.map(\.body)
    case .object(let fields):
      guard case .number(let levels)? = fields["$nested"] else { return fields.mapValues(\.body) }
      var value: [Any] = []
      for _ in 1..<Int(levels) { value = [value] }
      return value
    default: return foundation
    }
  }

  fileprivate var string: String { if case .string(let text) = self { text } else { "" } }
  fileprivate var integer: Int { if case .number(let number) = self { Int(number) } else { 0 } }
}

/// The events and calls of the app, with the bridge of either page.
@MainActor private struct Driver {
  let app = App()

  private func event(_ line: JSON) throws -> any WebEvent {
    let value = line["value"]
    return switch line["event"].string {
    case "newest": NewestEvent(try Int(json: value))
    case "never": NeverEvent(try Int(json: value))
    case "three": ThreeEvent(try Int(json: value))
    default: ManyEvent(try Item(json: value))
    }
  }

  func dispatch(_ line: JSON, by bridge: PageBridge) async -> JSON {
    do { return .string("\(try await bridge.dispatch(event(line)))") } catch {
      return .string("\(error)")
    }
  }

  func call(_ line: JSON, by bridge: PageBridge) async -> JSON {
    do {
      let value = line["value"]
      switch line["call"].string {
      case "twice":
        return .number(Double(try await bridge.call(TwiceCall(try Int(json: value)))))
      case "poke":
        try await bridge.call(PokeCall())
        return .null
      default:
        let call = AtPathCall(try AtPathPayload(json: value))
        return .number(Double(try await bridge.call(call)))
      }
    } catch {
      return .string("\(error)")
    }
  }
}

// MARK: A page in another process

@MainActor private final class Server: JavaScriptRunner {
  private let driver = Driver()
  private let gate = MessageGate()
  private let handlers: [any ScriptMessageHandling]
  private var bridge: PageBridge!
  private var running = 0
  private var scripts: [Int: CheckedContinuation<JSON, any Error>] = [:]
  private var lastScript = 0

  struct ScriptError: Error, CustomStringConvertible { let description: String }

  init() {
    handlers = driver.app.handlers()
    bridge = PageBridge(self, contract: .app, waitsForPage: true)
    bridge.errorDelegate = driver.app
    gate.page = bridge
    let names = handlers.map { handler in
      JSON.object(["name": .string(handler.identifier), "replies": .bool(handler.replies)])
    }
    let announcement = bridge.announcement(offering: handlers.flatMap(\.messages))
    write(["announcement": .string(announcement), "handlers": .array(names)])
  }

  private func write(_ line: [String: JSON]) {
    FileHandle.standardOutput.write(Data((JSON.object(line).text + "\n").utf8))
  }

  func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
    lastScript += 1
    let number = lastScript
    return try await withCheckedThrowingContinuation { caller in
      scripts[number] = caller
      write([
        "run": .number(Double(number)), "body": .string(body), "arguments": .object(arguments),
      ])
    }
  }

  private func start(_ work: @escaping @MainActor () async -> Void) {
    running += 1
    Task {
      await work()
      running -= 1
    }
  }

  func receive(_ line: JSON) async {
    let id = line["id"]
    switch line["op"].string {
    case "post":
      guard let handler = handlers.first(where: { $0.identifier == line["name"].string }) else {
        return
      }
      let message = ScriptMessage(body: line["body"].body, origin: origin, isMainFrame: true)
      running += 1
      gate.receive(message, for: handler) { [self] answer in
        running -= 1
        guard handler.replies else { return }
        switch answer {
        case .value(let value): write(["answered": id, "value": value])
        case .failure(let error):
          write(["answered": id, "error": .string(JSONEncoder.text(of: error) ?? "failed")])
        }
      }
    case "page": bridge.receive(line["body"].body, origin: origin, isMainFrame: true)
    case "dispatch":
      start { [self] in write(["done": id, "result": await driver.dispatch(line, by: bridge)]) }
    case "call":
      start { [self] in write(["done": id, "result": await driver.call(line, by: bridge)]) }
    case "release": driver.app.release()
    case "result":
      let caller = scripts.removeValue(forKey: id.integer)
      if case .string(let error) = line["error"] {
        caller?.resume(throwing: ScriptError(description: error))
      } else {
        caller?.resume(returning: line["value"])
      }
    default:
      // Results arrive in the meantime.
      Task {
        while !bridge.events.isIdle || running > driver.app.waitingCount { await Task.yield() }
        write(["synced": id, "reports": .array(driver.app.reports.map { .string($0) })])
        driver.app.reports = []
      }
    }
  }
}

// MARK: A test page

@MainActor private func replay(_ steps: [[JSON]]) async throws -> [JSON] {
  let driver = Driver()
  let page = TestPage(driver.app.handlers(), origin: origin, contract: .app)
  page.bridge.errorDelegate = driver.app
  page.reload(isListening: false)
  var running = 0
  var listeners: [String: Int] = [:]
  var results: [JSON] = []
  var seen: [String: JSON] = [:]
  func start(_ work: @escaping @MainActor () async -> Void) {
    running += 1
    Task {
      await work()
      running -= 1
    }
  }
  func listen(_ name: String, _ change: Int) async {
    let before = listeners[name] ?? 0
    if before + change < 0 { return }
    listeners[name] = before + change
    guard (before == 0) != (before + change == 0) else { return }
    switch name {
    case "newest": await toggle(NewestEvent.self)
    case "never": await toggle(NeverEvent.self)
    case "three": await toggle(ThreeEvent.self)
    default: await toggle(ManyEvent.self)
    }
    func toggle<Event: WebEvent>(_ event: Event.Type) async {
      if change > 0 { await page.listen(to: event) } else { page.stopListening(to: event) }
    }
  }
  for step in steps {
    for line in step {
      let id = "\(line["id"].integer)"
      switch line["op"].string {
      case "post":
        let (name, body) = (line["name"].string, line["body"].body)
        start {
          do { seen["answer \(id)"] = try await page.post(body, to: name) } catch {
            seen["answer \(id)"] = .string("\(error)")
          }
        }
        await Task.yield()
      case "dispatch": start { seen["done \(id)"] = await driver.dispatch(line, by: page.bridge) }
      case "call": start { seen["done \(id)"] = await driver.call(line, by: page.bridge) }
      case "release": driver.app.release()
      case "listen": await listen(line["event"].string, 1)
      case "unlisten": await listen(line["event"].string, -1)
      case "implement":
        page.implementTwice { value in
          if value > 50 { throw TooGreat() }
          return value * 2
        }
        page.implementPoke {}
        page.implementAtPath { $0.n + 1 }
      case "reload":
        listeners = [:]
        page.reload(isListening: false)
      default: break
      }
      while !page.bridge.events.isIdle || running > driver.app.waitingCount { await Task.yield() }
    }
    seen["reports"] = .array(driver.app.reports.map { .string($0) })
    driver.app.reports = []
    seen["answers"] = .array(page.answers.map { .array([.string($0.target)] + $0.values) })
    seen["heard"] = .array(
      try page.receivedNewest().map { .number(Double($0)) }
        + page.receivedNever().map { .number(Double($0)) }
        + page.receivedThree().map { .number(Double($0)) }
        + page.receivedMany().map { .number(Double($0.count)) })
    results.append(.object(seen))
    seen = [:]
  }
  return results
}

@main struct Fakes {
  @MainActor static func main() async throws {
    if CommandLine.arguments.count > 1 {
      let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
      let scenarios = try JSON(text: String(decoding: data, as: UTF8.self))
      guard case .array(let all) = scenarios else { return }
      for scenario in all {
        guard case .array(let steps) = scenario else { continue }
        let lists = steps.map { step -> [JSON] in
          if case .array(let lines) = step { lines } else { [] }
        }
        print(JSON.array(try await replay(lists)).text)
      }
      return
    }
    var server: Server?
    let lines = AsyncStream<String> { stream in
      Thread.detachNewThread {
        while let line = readLine() { stream.yield(line) }
        stream.finish()
      }
    }
    for await line in lines {
      let line = try JSON(text: line)
      if line["op"].string == "start" { server = Server() } else { await server?.receive(line) }
    }
  }
}
