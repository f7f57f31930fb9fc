import Foundation
import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests strategies and channels without generated code.
@MainActor @Suite struct MessageTests {
  private final class MainOnly: ScriptMessageStrategy {
    static let identifier = "main"
    static let replies = true
    static let isMainFrameOnly = true
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    func receive(_ body: JSON) async throws -> JSON { body }
  }

  private final class AllFrames: ScriptMessageStrategy {
    static let identifier = "all"
    static let replies = true
    static let isMainFrameOnly = false
    static let origins = [
      TrustedOrigin(OriginPattern("https", "a.example"))
    ]
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    func receive(_ body: JSON) async throws -> JSON { body }
  }

  private final class Asking: SenderStrategy {
    static let identifier = "asking"
    static let replies = true
    static let isMainFrameOnly = false
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    func receive(_ body: JSON, from sender: MessageSender) async throws -> JSON {
      .string("\(sender.origin) \(sender.isMainFrame)")
    }
  }

  private let stranger = WebOrigin(scheme: "https", host: "b.example")

  private func message(
    _ body: Any, from host: String = "a.example", isMainFrame: Bool = true
  ) -> ScriptMessage {
    ScriptMessage(
      body: body, origin: WebOrigin(scheme: "https", host: host), isMainFrame: isMainFrame)
  }

  private func channel() -> ScriptMessageChannel {
    let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
    channel.add(MainOnly())
    channel.add(AllFrames())
    return channel
  }

  /// Tests a channel in which one strategy accepts messages of all frames, and the other only those of the main frame.
  @Test func aChannelPassesOnTheFrame() async {
    let main: [String: Any] = ["type": "main", "payload": "x"]
    let all: [String: Any] = ["type": "all", "payload": "x"]
    let channel = channel()
    #expect(await channel.answer(message(main)) == .value(.string("x")))
    #expect(await channel.answer(message(all)) == .value(.string("x")))
    #expect(await channel.answer(message(all, isMainFrame: false)) == .value(.string("x")))
    #expect(
      await channel.answer(message(main, isMainFrame: false))
        == .failure(PageError(ScriptMessageError.notMainFrame)))
  }

  @Test func aReceiverGetsTheSender() async throws {
    let strategy = Asking()
    #expect(await strategy.answer(message("x")) == .value(.string("https://a.example true")))
    let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
    channel.add(strategy)
    let body: [String: Any] = ["type": "asking", "payload": "x"]
    #expect(
      await channel.answer(message(body, from: "b.example", isMainFrame: false))
        == .value(.string("https://b.example false")))
    // The body comes from no page.
    #expect(try await strategy.receive(.null) == .string(":// false"))
  }

  @Test func aChannelPassesOnTheOrigin() async {
    let all: [String: Any] = ["type": "all", "payload": "x"]
    #expect(
      await channel().answer(message(all, from: "b.example"))
        == .failure(PageError(ScriptMessageError.untrustedOrigin(stranger))))
  }

  /// Tests that the scheme and host of a trusted origin are compared as a whole.
  @Test func longerSchemesAndHostsAreStrangers() {
    let trusted = TrustedOrigin(OriginPattern("http", "a.example"))
    for (scheme, host, isTrusted) in [
      ("http", "a.example", true), ("https", "a.example", false), ("htt", "a.example", false),
      ("http", "a.example.com", false), ("http", "b.a.example", false), ("http", "", false),
    ] {
      let origin = WebOrigin(scheme: scheme, host: host)
      #expect(trusted.contains(origin) == isTrusted, "\(origin)")
    }
  }

  /// Tests that `*` in a host matches one label or a part of it, and `**` any text, and that no label is empty.
  @Test func wildcardsMatchLabels() {
    let cases: [(pattern: String, hosts: [String], strangers: [String])] = [
      (
        "*.a.example", ["b.a.example", "bb.a.example"],
        ["a.example", "c.b.a.example", ".a.example", "b.a.example.", "b.aaexample"]
      ),
      (
        "**.a.example", ["b.a.example", "c.b.a.example", "a.example.a.example"],
        ["a.example", ".a.example", "c..a.example", "ba.example"]
      ),
      (
        "b*c.a.example", ["bc.a.example", "bbcc.a.example", "bcbc.a.example"],
        ["b.c.a.example", "b.a.example", "bcb.a.example"]
      ),
      ("*b*c.*", ["bc.x", "abbc.x", "bcc.x"], ["bc.x.y", "bc.", "b.c.x", "c.x", ""]),
      ("a.**", ["a.b", "a.b.c"], ["a.", "a", "a.b.", "a..b", "b.a"]),
      ("**a*.b", ["a.b", "x.ya.b", "a.a.b", "x.aaz.b"], ["x.b", "a.x.b", "a.b.c"]),
      ("**", ["a", "a.b"], ["", "a.", ".a"]),
      ("*.example.", ["a.example."], ["a.example", "a.example.."]),
      (#"\*.example"#, ["*.example"], ["a.example", ".example", #"\.example"#]),
      ("a..example", ["a..example"], ["a.b.example"]),
    ]
    for (pattern, hosts, strangers) in cases {
      let trusted = TrustedOrigin(OriginPattern("https", pattern))
      for host in hosts {
        #expect(trusted.contains(WebOrigin(scheme: "https", host: host)), "\(pattern) \(host)")
      }
      for host in strangers {
        #expect(!trusted.contains(WebOrigin(scheme: "https", host: host)), "\(pattern) \(host)")
      }
    }
    let files = TrustedOrigin(OriginPattern("file", nil))
    #expect(files.contains(WebOrigin(scheme: "file", host: "")))
    #expect(!files.contains(WebOrigin(scheme: "file", host: "a")))
  }

  /// Tests the time for long hosts, which a page can choose.
  @Test func longHostsAreMatchedInTime() {
    let host = String(repeating: "a", count: 100_000)
    let trusted = TrustedOrigin(OriginPattern("https", "**a*a*a*b.example"))
    #expect(!trusted.contains(WebOrigin(scheme: "https", host: host)))
  }

  @Test func anEnvelopeStaysClosedForAStranger() async {
    let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
    channel.add(AllFrames())
    #expect(
      await channel.answer(message("{", from: "b.example"))
        == .failure(PageError(ScriptMessageError.untrustedOrigin(stranger))))
    #expect(
      await channel.answer(message("{"))
        == .failure(PageError(ScriptMessageError.noEnvelope(field: "type"))))
  }

  // MARK: Errors

  private struct Secret: Error { var token = "eyJhbGciOi.SECRET" }

  private struct SoldOut: PageVisibleError {
    var token = "eyJhbGciOi.SECRET"
    var pageCode: String { "soldOut" }
    var pageMessage: String { "there are no more" }
  }

  private final class Reports: ScriptMessageErrorDelegate {
    var lines: [String] = []
    func scriptMessage(_ identifier: String, failedWith error: any Error) {
      lines.append("\(identifier): \(error)")
    }
  }

  private final class Failing: ScriptMessageStrategy {
    static let identifier = "buy"
    static let replies = true
    static let isMainFrameOnly = true
    let error: any Error
    let reports = Reports()
    var errorDelegate: (any ScriptMessageErrorDelegate)? { reports }
    init(_ error: any Error) { self.error = error }
    func receive(_ body: JSON) async throws -> JSON { throw error }
  }

  /// Returns the error that a page gets, as text.
  private func told(_ error: any Error) async throws -> String {
    let strategy = Failing(error)
    guard case .failure(let told) = await strategy.answer(message("x")) else { return "no failure" }
    #expect(strategy.reports.lines == ["buy: \(error)"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(told), as: UTF8.self)
  }

  @Test func aPageLearnsOnlyWhatAnErrorDeclares() async throws {
    let failed = #"{"code":"failed","message":"the app failed"}"#
    #expect(try await told(Secret()) == failed)
    let file = NSError(domain: "Error", code: 260, userInfo: ["NSFilePath": "/var/keys.db"])
    #expect(try await told(file) == failed)
    #expect(
      try await told(SoldOut())
        == #"{"code":"rejected","message":"there are no more","reason":"soldOut"}"#)
    #expect(
      try await told(ScriptMessageError.receiverIsGone)
        == #"{"code":"failed","message":"the app no longer listens"}"#)
  }

  @Test func aProgramCanTellTheErrorsApart() {
    func code(_ error: ScriptMessageError) -> PageError.Code { PageError(error).code }
    #expect(code(.untrustedOrigin(stranger)) == .refused)
    #expect(code(.notMainFrame) == .refused)
    #expect(code(.unknownStrategy("x")) == .unknown)
    #expect(code(.noEnvelope(field: "type")) == .malformed)
    #expect(code(.undecodable(WireError(expected: "a", found: "b"))) == .malformed)
    #expect(code(.tooManyInProgress) == .busy)
  }

  // MARK: Messages in progress

  private final class Slow: ScriptMessageStrategy {
    static let identifier = "slow"
    static let replies = true
    static let isMainFrameOnly = true
    let reports = Reports()
    var waiting: [CheckedContinuation<Void, Never>] = []
    var errorDelegate: (any ScriptMessageErrorDelegate)? { reports }
    func receive(_ body: JSON) async throws -> JSON {
      await withCheckedContinuation { waiting.append($0) }
      return .null
    }
  }

  @Test func noMoreThanAThousandMessagesAreInProgress() async {
    let slow = Slow()
    let gate = MessageGate()
    let tasks = (1...1_100).map { _ in Task { await gate.answer(message("x"), by: slow) } }
    while slow.waiting.count + slow.reports.lines.count < 1_100 { await Task.yield() }
    #expect(slow.waiting.count == 1_000)
    #expect(slow.reports.lines.count == 100)
    for caller in slow.waiting { caller.resume() }
    slow.waiting = []
    var answers: [ScriptMessageAnswer] = []
    for task in tasks { answers.append(await task.value) }
    #expect(answers.filter { $0 == .value(.null) }.count == 1_000)
    let later = Task { await gate.answer(message("x"), by: slow) }
    while slow.waiting.isEmpty { await Task.yield() }
    slow.waiting[0].resume()
    #expect(await later.value == .value(.null))
  }
}
