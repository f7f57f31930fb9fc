import Foundation
import RandomRules
import TestSupport
import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests reports of errors. A page can choose neither their number nor their length nor their characters.
@MainActor @Suite struct ReportTests {
  private final class Reports: ScriptMessageErrorDelegate {
    var lines: [String] = []
    func scriptMessage(_ identifier: String, failedWith error: any Error) {
      lines.append("\(identifier): \(error)")
    }
  }

  private final class Plain: ScriptMessageStrategy {
    static let identifier = "plain"
    static let replies = true
    static let isMainFrameOnly = true
    static let origins = [TrustedOrigin(OriginPattern("https", "a.example"))]
    let reports: Reports
    var errorDelegate: (any ScriptMessageErrorDelegate)? { reports }
    init(_ reports: Reports) { self.reports = reports }
    func receive(_ body: JSON) async throws -> JSON {
      try [String: [Int]](json: body).encodedJSON
    }
  }

  private let reports = Reports()

  private func message(_ body: Any, from host: String = "a.example") -> ScriptMessage {
    ScriptMessage(
      body: body, origin: WebOrigin(scheme: "https", host: host), isMainFrame: true)
  }

  /// A clock that waits until the test continues it.
  @MainActor private final class Clock {
    var waiting: [CheckedContinuation<Void, Never>] = []
    func wait() async { await withCheckedContinuation { waiting.append($0) } }
    func goOn() {
      let callers = waiting
      waiting = []
      for caller in callers { caller.resume() }
    }
  }

  @Test func aFloodIsSummedUp() async {
    let clock = Clock()
    let gate = MessageGate(MessageReports { await clock.wait() })
    let plain = Plain(reports)
    for round in 1...2 {
      for number in 0..<1_200 {
        _ = await gate.answer(message("x", from: "b\(number % 7).example"), by: plain)
      }
      #expect(reports.lines.count == 1_000)
      while clock.waiting.isEmpty { await Task.yield() }
      clock.goOn()
      while reports.lines.count < 1_001 { await Task.yield() }
      #expect(reports.lines.last == "plain: 200 more messages were not handled", "\(round)")
      reports.lines = []
    }
    // If there are few errors, there is no summary.
    _ = await gate.answer(message("x", from: "b.example"), by: plain)
    while clock.waiting.isEmpty { await Task.yield() }
    clock.goOn()
    for _ in 0..<100 { await Task.yield() }
    #expect(reports.lines == ["plain: messages from https://b.example are refused"])
  }

  /// Returns a text that a page may send, with any characters, some of them hidden or changing the direction.
  private func text(_ random: inout RandomChoice) -> String {
    let odd: [Unicode.Scalar] = [
      "\n", "\r", "\t", "\0", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}",
      "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{E0041}", "\u{E000}", "\u{AD}", "\\", "\"", "é", "中",
      "😀",
    ]
    var text = String.UnicodeScalarView()
    let length = [0, 1, 5, 199, 200, 201, 3_000].randomElement(using: &random) ?? 0
    for _ in 0..<length {
      let isOdd = Bool.random(using: &random)
      text.append(
        isOdd
          ? odd.randomElement(using: &random) ?? "a"
          : Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random)))
    }
    return String(text)
  }

  /// Returns whether a log shows the text unchanged, on one line and in its direction.
  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      default: true
      }
    }
  }

  @Test(.seeded) func reportsQuoteAPageInShort() async throws {
    var random = RandomChoice(seed: Seed.of(44))
    let channel = ScriptMessageChannel("app", by: "type", errorDelegate: reports)
    channel.add(Plain(reports))
    for _ in 0..<TestOptions.cases(40, long: 5_000) {
      let text = text(&random)
      let quoted = PageText.quoted(text)
      #expect(isPlain(quoted) && quoted.count <= 201, "\(quoted)")
      #expect(PageText.quoted(quoted) == quoted)
      let stranger = WebOrigin(scheme: "https", host: text)
      let deep = (0..<20).reduce(JSON.null) { json, _ in .object([text: json]) }
      for answer in [
        await channel.answer(message(["type": text])),
        await channel.answer(message(["type": "plain", "payload": [text: "x"]])),
        await channel.answer(message(["type": "plain", "payload": deep.foundation])),
        await channel.answer(message("x", from: text)),
      ] {
        guard case .failure(let error) = answer else { continue }
        #expect(isPlain(error.message) && error.message.count <= 600, "\(error.message)")
      }
      for error in [
        WebCallError.failed("c", reason: text), WebCallError.otherOrigin("c", stranger),
        WebEventError.otherOrigin("e", stranger), ScriptMessageError.unknownStrategy(text),
        ScriptMessageError.untrustedOrigin(stranger), ScriptMessageError.noFunction(text),
        WebCallError.undecodable(
          "c", WireError(expected: "a", found: "b").below(field: text).below(key: text)),
      ] as [any Error] {
        #expect(isPlain("\(error)") && "\(error)".count <= 1_300, "\(error)")
      }
      let page = FailingPage(text)
      let bridge = PageBridge(
        page, contract: .init(version: "", messages: [], events: [], calls: []))
      do {
        try await bridge.call(Call())
      } catch { #expect(isPlain("\(error)") && "\(error)".count <= 1_100, "\(error)") }
      page.failsItself = true
      do {
        try await bridge.call(Call())
      } catch { #expect(isPlain("\(error)") && "\(error)".count <= 1_100, "\(error)") }
    }
    for line in reports.lines { #expect(isPlain(line) && line.count <= 700, "\(line)") }
  }

  private struct Call: WebCall {
    static let name = "call"
    var payload: JSON { .null }
    func reply(from json: JSON) throws {}
  }

  /// A page whose function fails, or whose engine reports an error.
  private final class FailingPage: JavaScriptRunner {
    struct Exception: Error, CustomStringConvertible { var description: String }
    let text: String
    var failsItself = false
    init(_ text: String) { self.text = text }
    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      if failsItself { throw Exception(description: text) }
      return .object(["failure": .string(text)])
    }
  }

  // MARK: Time limits

  private struct Told: WebEvent {
    static let name = "told"
    static let queue = EventQueue.atMost(10)
    var payload: JSON { .null }
  }

  /// A page that never answers.
  private final class SilentPage: JavaScriptRunner {
    var scripts = 0
    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
      scripts += 1
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      return .null
    }
  }

  @Test func anEventForASilentPageEnds() async throws {
    let page = SilentPage()
    let contract = BridgeContract(version: "", messages: [], events: ["told"], calls: [])
    let bridge = PageBridge(page, contract: contract)
    let first = Task { try await bridge.dispatch(Told(), within: 0.05) }
    let second = Task { try await bridge.dispatch(Told(), within: 0.01) }
    await #expect(throws: WebEventError.timedOut("told")) { try await second.value }
    await #expect(throws: WebEventError.timedOut("told")) { try await first.value }
    #expect(page.scripts == 1)
    // The script of the silent page does not delay the next page.
    bridge.receive(
      ["page": "a", "state": "started"], origin: WebOrigin(scheme: "https", host: "a.example"),
      isMainFrame: true)
    while !bridge.events.isIdle { await Task.yield() }
    let third = Task { try? await bridge.dispatch(Told(), within: 0.01) }
    _ = await third.value
    #expect(page.scripts == 2)
  }
}
