import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Strategies and channels without generated code.
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
      TrustedOrigin(OriginPattern("https", .host(.literal("a.example"))))
    ]
    var errorDelegate: (any ScriptMessageErrorDelegate)? { nil }
    func receive(_ body: JSON) async throws -> JSON { body }
  }

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

  /// One strategy of the channel listens to all frames; the other still does not.
  @Test func aChannelPassesOnTheFrame() async {
    let main: [String: Any] = ["type": "main", "payload": "x"]
    let all: [String: Any] = ["type": "all", "payload": "x"]
    let channel = channel()
    #expect(await channel.answer(message(main)) == .value(.string("x")))
    #expect(await channel.answer(message(all)) == .value(.string("x")))
    #expect(await channel.answer(message(all, isMainFrame: false)) == .value(.string("x")))
    #expect(
      await channel.answer(message(main, isMainFrame: false))
        == .failure("main: messages from a frame inside the page are refused"))
  }

  @Test func aChannelPassesOnTheOrigin() async {
    let all: [String: Any] = ["type": "all", "payload": "x"]
    #expect(
      await channel().answer(message(all, from: "b.example"))
        == .failure("all: messages from https://b.example are refused"))
  }

  @Test func anEnvelopeStaysClosedForAStranger() async {
    let channel = ScriptMessageChannel("app", by: "type", errorDelegate: nil)
    channel.add(AllFrames())
    #expect(
      await channel.answer(message("{", from: "b.example"))
        == .failure("app: messages from https://b.example are refused"))
    #expect(
      await channel.answer(message("{"))
        == .failure("app: expected an object with a string in `type`"))
  }
}
