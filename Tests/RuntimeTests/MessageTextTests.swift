import Foundation
import RandomRules
import TestSupport
import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests messages that are JSON text. Each is decoded once, and not on the main thread if it is long.
@MainActor @Suite struct MessageTextTests {
  private final class Texts: ScriptMessageStrategy {
    static let identifier = "texts"
    static let replies = true
    static let isMainFrameOnly = true
    static let receivesText = true
    static let origins = [TrustedOrigin(OriginPattern("https", "a.example"))]
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    var received: [JSON] = []
    func receive(_ body: JSON) async throws -> JSON {
      received.append(body)
      return body
    }
  }

  private final class Values: ScriptMessageStrategy {
    static let identifier = "values"
    static let replies = false
    static let isMainFrameOnly = true
    static let origins = [TrustedOrigin(OriginPattern("https", "a.example"))]
    static let pageAnswer: PageAnswer? = PageAnswer(
      to: .functionNamed(by: ["callback"]), replies: [.reply, .message(["x"]), .message(["y"])],
      fails: [.object(["code": .errorCode, "x": .message(["x"])])])
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    func receive(_ body: JSON) async throws -> JSON { body }
  }

  private final class Anyones: ScriptMessageStrategy {
    static let identifier = "anyones"
    static let replies = false
    static let isMainFrameOnly = true
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    func receive(_ body: JSON) async throws -> JSON { .null }
  }

  /// A decoder of texts that are no JSON, so that no other code can decode them.
  private final class Decoder: @unchecked Sendable {
    private let lock = NSLock()
    private var threads: [Bool] = []
    /// For each decoding, whether it was on a separate thread, which runs no task.
    var elsewhere: [Bool] { lock.withLock { threads } }

    @Sendable func decode(_ text: String) -> JSON {
      lock.withLock { threads.append(withUnsafeCurrentTask { $0 == nil }) }
      return .object([
        "type": .string("values"), "payload": .string(text), "callback": .string("f"),
        "x": .number(1), "y": .array([.number(2)]),
      ])
    }
  }

  private func message(
    _ text: String, from host: String = "a.example",
    _ decode: @escaping @Sendable (String) throws -> JSON = { try JSON(text: $0) }
  ) -> ScriptMessage {
    var message = ScriptMessage(
      body: text, origin: WebOrigin(scheme: "https", host: host), isMainFrame: true)
    message.text = MessageText(text, decode)
    return message
  }

  private let short = "#"
  private let long = String(repeating: "#", count: MessageText.maximalShortLength + 1)

  @Test func aTextIsDecodedOnce() async {
    for text in [short, long] {
      let decoder = Decoder()
      let answer = await MessageGate().answer(message(text, decoder.decode), by: Texts())
      #expect(answer == .value(decoder.decode(text)))
      // The last decoding is done by the test itself.
      #expect(decoder.elsewhere == [text == long, false])
    }
  }

  /// Tests that the strategy, the payload, the function of the answer and its values come from one decoding.
  @Test func aTextWithItsAnswerIsDecodedOnce() async throws {
    for text in [short, long] {
      let decoder = Decoder()
      let message = message(text, decoder.decode)
      let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
      channel.pageAnswer = Values.pageAnswer
      channel.add(Values())
      let answer = await MessageGate().answer(message, by: channel)
      #expect(answer == .value(.string(text)))
      let way = try #require(channel.pageAnswer(to: message))
      let arguments = try #require(way.arguments(answer, to: message))
      #expect(arguments["target"] == .string("f"))
      #expect(
        arguments["values"]
          == .array([.string(text), .number(1), .array([.number(2)])]))
      let error = PageError(ScriptMessageError.receiverIsGone)
      let failure = JSON.object(["code": .string("failed"), "x": .number(1)])
      #expect(way.arguments(.failure(error), to: message)?["values"] == .array([failure]))
      #expect(decoder.elsewhere == [text == long])
    }
  }

  /// Tests envelopes that are an object or a text themselves.
  @Test func aTextInAnEnvelopeIsDecodedOnce() async {
    for text in [short, long] {
      let envelope = JSON.object(["type": .string("texts"), "payload": .string(text)])
      for body in [envelope.foundation, envelope.text] {
        for host in ["a.example", "b.example"] {
          let decoder = Decoder()
          let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
          channel.add(Texts())
          let message = ScriptMessage(
            body: body, origin: WebOrigin(scheme: "https", host: host), isMainFrame: true)
          message.payload.text = MessageText(text, decoder.decode)
          let answer = await MessageGate().answer(message, by: channel)
          if host == "a.example" {
            #expect(decoder.elsewhere == [text == long])
            #expect(answer == .value(decoder.decode(text)))
          } else {
            #expect(decoder.elsewhere == [])
            let error = ScriptMessageError.untrustedOrigin(message.origin)
            #expect(answer == .failure(PageError(error)))
          }
        }
      }
    }
  }

  /// Tests that a strategy of the channel that a page may use does not open the text of another one.
  @Test func theTextOfAnotherStrategyIsNotDecoded() async {
    let decoder = Decoder()
    let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
    channel.add(Texts())
    channel.add(Anyones())
    let message = ScriptMessage(
      body: ["type": "texts", "payload": long],
      origin: WebOrigin(scheme: "https", host: "b.example"), isMainFrame: true)
    message.payload.text = MessageText(long, decoder.decode)
    let answer = await MessageGate().answer(message, by: channel)
    #expect(answer == .failure(PageError(ScriptMessageError.untrustedOrigin(message.origin))))
    #expect(decoder.elsewhere == [])
  }

  @Test func theTextOfAStrangerIsNotDecoded() async {
    let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
    channel.pageAnswer = Values.pageAnswer
    channel.add(Values())
    for handler in [Texts(), Values(), channel] as [any ScriptMessageHandling] {
      for text in [short, long] {
        let decoder = Decoder()
        let message = message(text, from: "b.example", decoder.decode)
        let answer = await MessageGate().answer(message, by: handler)
        #expect(answer == .failure(PageError(ScriptMessageError.untrustedOrigin(message.origin))))
        #expect(handler.pageAnswer(to: message) == nil)
        #expect(decoder.elsewhere == [])
      }
    }
  }

  @Test(.seeded) func messagesKeepTheirOrder() async {
    var random = RandomChoice(seed: Seed.of(45))
    for round in 0..<TestOptions.cases(20, long: 1_000) {
      let (texts, gate) = (Texts(), MessageGate())
      let sent = (0..<30).map { number in
        let length = [0, 0, 70_000, 200_000].randomElement(using: &random) ?? 0
        return "[\(number)\(String(repeating: " ", count: length))]"
      }
      for text in sent {
        gate.receive(message(text), for: texts)
        if Bool.random(using: &random) { await Task.yield() }
      }
      while texts.received.count < sent.count { await Task.yield() }
      #expect(texts.received == (0..<30).map { .array([.number(Double($0))]) }, "round \(round)")
    }
  }

  @Test func otherWebViewsDoNotWait() async {
    let (texts, others, gate) = (Texts(), Texts(), MessageGate())
    let released = DispatchSemaphore(value: 0)
    gate.receive(
      message(long) { _ in
        released.wait()
        return .number(1)
      }, for: texts)
    gate.receive(message("2"), for: texts)
    #expect(await MessageGate().answer(message("3"), by: others) == .value(.number(3)))
    for _ in 0..<100 { await Task.yield() }
    #expect(texts.received == [])
    released.signal()
    while texts.received.count < 2 { await Task.yield() }
    #expect(texts.received == [.number(1), .number(2)])
  }

  /// Tests that the limits apply to a long text too, and that the stack of the thread suffices for the deepest one.
  @Test func theLimitsHold() async {
    let deep = JSON.maximalDepth
    let space = String(repeating: " ", count: MessageText.maximalShortLength)
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + space + String(repeating: "]", count: depth)
    }
    func answer(_ text: String) async -> ScriptMessageAnswer {
      await MessageGate().answer(message(text), by: Texts())
    }
    var value = JSON.array([])
    for _ in 1..<deep { value = .array([value]) }
    #expect(await answer(nested(deep)) == .value(value))
    #expect(
      await answer(nested(deep + 1))
        == .failure(PageError(ScriptMessageError.undecodable(.tooDeep))))
    let many = "[" + String(repeating: "1,", count: JSON.maximalCount) + "1]"
    #expect(
      await answer(many) == .failure(PageError(ScriptMessageError.undecodable(.tooGreat))))
  }
}
