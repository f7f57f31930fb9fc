//: output BasculeMessages
//: needs ScriptMessageStrategy

/// The page, or the frame in it, that has sent a message.
public nonisolated struct MessageSender: Hashable, Sendable {
  public let origin: WebOrigin
  public let isMainFrame: Bool

  public init(origin: WebOrigin, isMainFrame: Bool) {
    self.origin = origin
    self.isMainFrame = isMainFrame
  }
}

/// A strategy whose receiver gets the sender.
@MainActor public protocol SenderStrategy: ScriptMessageStrategy {
  /// Decodes the body and passes it to the app with the sender.
  func receive(_ body: JSON, from sender: MessageSender) async throws -> JSON
}

extension SenderStrategy {
  /// Passes on a body that no page has sent: its sender has an opaque origin, as a sandboxed frame has.
  public func receive(_ body: JSON) async throws -> JSON {
    let origin = WebOrigin(scheme: "", host: "")
    return try await receive(body, from: MessageSender(origin: origin, isMainFrame: false))
  }
}
