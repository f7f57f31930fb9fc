//: output BasculeMessages
//: needs JSON WebOrigin

/// One message of a page.
@MainActor public struct ScriptMessage {
  /// As WebKit passes it; read only after the sender is known to be trusted.
  public let body: Any
  public let origin: WebOrigin
  public let isMainFrame: Bool

  public init(body: Any, origin: WebOrigin, isMainFrame: Bool) {
    self.body = body
    self.origin = origin
    self.isMainFrame = isMainFrame
  }
}

/// The result of the page's promise.
public enum ScriptMessageAnswer: Sendable, Hashable {
  case value(JSON)
  case failure(String)
}

/// Why a message was not handled.
public enum ScriptMessageError: Error, Sendable, Hashable, CustomStringConvertible {
  case untrustedOrigin(WebOrigin)
  case notMainFrame
  //: if ScriptMessageChannel
  case unknownStrategy(String)
  /// The field of a channel's message does not name a strategy.
  case noEnvelope(field: String)
  //: end
  case undecodable(WireError)
  case receiverIsGone

  public var description: String {
    switch self {
    case .untrustedOrigin(let origin): "messages from \(origin.scheme)://\(origin.host) are refused"
    case .notMainFrame: "messages from a frame inside the page are refused"
    //: if ScriptMessageChannel
    case .unknownStrategy(let identifier): "there is no strategy `\(identifier)`"
    case .noEnvelope(let field): "expected an object with a string in `\(field)`"
    //: end
    case .undecodable(let error): error.description
    case .receiverIsGone: "the app no longer listens"
    }
  }
}

/// Receives a report of every message that was not handled.
@MainActor public protocol ScriptMessageErrorDelegate: AnyObject {
  func scriptMessage(_ identifier: String, failedWith error: any Error)
}

/// Answers the messages of one message handler name.
@MainActor public protocol ScriptMessageHandling: AnyObject {
  /// The name of the message handler.
  var identifier: String { get }
  /// True if the page gets a promise.
  var replies: Bool { get }
  /// The names of the messages: `cart`, or `app.open` in a channel.
  var messages: [String] { get }
  func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer
}
