//: output BasculeMessages
//: needs JSON WebOrigin PageText MessageReports

/// One message of a page.
@MainActor public struct ScriptMessage {
  /// The body as WebKit passes it. Read it only after checking that the sender is trusted.
  public let body: Any
  public let origin: WebOrigin
  public let isMainFrame: Bool
  //: if MessageText
  /// The JSON text of the message; nil if the body is no string. All copies of the message share it.
  var text: MessageText?
  //: end
  //: if ScriptMessageChannel
  /// The text of a channel's payload. All copies of the message share it.
  let payload = PayloadText()
  //: end
  /// The reports of the web view; nil for a message that the app makes itself.
  var reports: MessageReports?

  public init(body: Any, origin: WebOrigin, isMainFrame: Bool) {
    self.body = body
    self.origin = origin
    self.isMainFrame = isMainFrame
    //: if MessageText
    text = (body as? String).map { MessageText($0) }
    //: end
  }
}

//: if MessageText
extension ScriptMessage {
  /// Returns a field of a message that is an object or JSON text; null if the field is missing.
  func field(_ path: [String]) -> JSON {
    guard let text else {
      var value: Any? = body
      for name in path { value = (value as? [String: Any])?[name] }
      return (try? JSON(foundation: value)) ?? .null
    }
    var value = (try? text.value) ?? .null
    for name in path {
      guard case .object(let fields) = value else { return .null }
      value = fields[name] ?? .null
    }
    return value
  }

  /// Returns the next long text that the handler reads; nil if the sender is not trusted, since its text is not
  /// decoded.
  func longText(for handler: any ScriptMessageHandling) -> MessageText? {
    if let text, text.isLong { return handler.readsText(of: self) ? text : nil }
    //: if ScriptMessageChannel
    if let (strategy, inner) = handler.textPayload(of: self) {
      return inner.longText(for: strategy)
    }
    //: end
    return nil
  }

  /// The value that the JSON text of the message encodes.
  var valueOfText: JSON {
    get throws {
      if let text { return try text.value }
      throw WireError(expected: "JSON text", found: try JSON(foundation: body).kind)
    }
  }
}

//: end
/// The result with which the page's promise settles.
public nonisolated enum ScriptMessageAnswer: Sendable, Hashable {
  case value(JSON)
  case failure(PageError)
}

/// The reason for which a message was not handled.
public nonisolated enum ScriptMessageError: Error, Sendable, Hashable, CustomStringConvertible {
  case untrustedOrigin(WebOrigin)
  case notMainFrame
  //: if ScriptMessageChannel
  case unknownStrategy(String)
  /// The field of a channel's message does not name a strategy.
  case noEnvelope(field: String)
  //: end
  case undecodable(WireError)
  case receiverIsGone
  /// Too many earlier messages of the web view have no answer yet.
  case tooManyInProgress
  /// This number of other messages was not handled either, each for one of the reasons above.
  case notReported(Int)
  //: if PageAnswer
  /// The page has no function at this path for its answer; nil if the message names no path.
  case noFunction(String?)
  /// Another page was loaded before the answer.
  case pageLeft
  //: end

  public var description: String {
    switch self {
    case .untrustedOrigin(let origin):
      "messages from \(PageText.quoted("\(origin)")) are refused"
    case .notMainFrame: "messages from a frame inside the page are refused"
    //: if ScriptMessageChannel
    case .unknownStrategy(let identifier):
      "there is no strategy `\(PageText.quoted(identifier))`"
    case .noEnvelope(let field): "expected an object with a string in `\(field)`"
    //: end
    case .undecodable(let error): error.description
    case .receiverIsGone: "the app no longer listens"
    case .tooManyInProgress: "too many earlier messages have no answer yet"
    case .notReported(let count): "\(count) more messages were not handled"
    //: if PageAnswer
    case .noFunction(let path?):
      "the page has no function `\(PageText.quoted(path))` for the answer"
    case .noFunction(nil): "the message names no function for its answer"
    case .pageLeft: "the page was left before the answer"
    //: end
    }
  }

  fileprivate var code: PageError.Code {
    switch self {
    case .untrustedOrigin, .notMainFrame: .refused
    //: if ScriptMessageChannel
    case .unknownStrategy: .unknown
    case .noEnvelope: .malformed
    //: end
    case .undecodable: .malformed
    case .receiverIsGone, .notReported: .failed
    case .tooManyInProgress: .busy
    //: if PageAnswer
    case .noFunction: .malformed
    case .pageLeft: .failed
    //: end
    }
  }
}

/// An error of the app that pages may see. For all other errors, a page learns only that the app failed.
public nonisolated protocol PageVisibleError: Error {
  /// The code of the error for programs, for example `soldOut`.
  var pageCode: String { get }
  /// The message of the error for people.
  var pageMessage: String { get }
}

/// The error that a page gets for a message that was not handled. Its properties become the fields of the page's
/// `BridgeError`.
public nonisolated struct PageError: Error, Sendable, Hashable, Encodable, CustomStringConvertible {
  public enum Code: String, Sendable, Encodable {
    case refused, malformed, unknown, busy, failed, rejected
  }

  public let code: Code
  /// The code of the app's own error; nil unless `code` is `rejected`.
  public let reason: String?
  public let message: String

  public var description: String { message }

  init(_ error: any Error) {
    switch error {
    case let error as any PageVisibleError:
      (code, reason, message) = (.rejected, error.pageCode, error.pageMessage)
    case let error as ScriptMessageError:
      (code, reason, message) = (error.code, nil, error.description)
    default: (code, reason, message) = (.failed, nil, "the app failed")
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
  /// True if the page gets the reply by a promise.
  var replies: Bool { get }
  /// The identifiers of the messages, for example `cart`, or `app.open` in a channel.
  var messages: [String] { get }
  var errorDelegate: (any ScriptMessageErrorDelegate)? { get }
  func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer
  //: if IsolatedMessages
  /// True if only scripts in the app's world can send the messages.
  var isIsolated: Bool { get }
  //: end
  //: if MessageText
  /// Returns true for a message that is read as JSON text, if its sender may send it.
  func readsText(of message: ScriptMessage) -> Bool
  //: end
  //: if ScriptMessageChannel
  /// Returns the strategy of a channel and its message, if the payload can be JSON text; nil if the sender is not
  /// trusted.
  func textPayload(of message: ScriptMessage) -> (any ScriptMessageHandling, ScriptMessage)?
  //: end
  //: if PageAnswer
  /// Returns the dispatch of the answer; nil for an answer by promise, for a message without a reply, and for a sender
  /// that is not trusted.
  func pageAnswer(to message: ScriptMessage) -> PageAnswer?
  //: end
}

extension ScriptMessageHandling {
  //: if MessageText
  public func readsText(of message: ScriptMessage) -> Bool { false }

  //: end
  //: if ScriptMessageChannel
  public func textPayload(
    of message: ScriptMessage
  ) -> (any ScriptMessageHandling, ScriptMessage)? { nil }

  //: end
  //: if PageAnswer
  public func pageAnswer(to message: ScriptMessage) -> PageAnswer? { nil }

  //: end
  /// Reports an error of a message, and returns the answer with the details that the page may see.
  func failure(_ error: any Error, of message: ScriptMessage) -> ScriptMessageAnswer {
    report(error, of: message)
    return .failure(PageError(error))
  }

  func report(_ error: any Error, of message: ScriptMessage) {
    if let reports = message.reports { return reports.report(error, by: self) }
    errorDelegate?.scriptMessage(identifier, failedWith: error)
  }
}

/// Passes messages on, as long as the number of unanswered messages is below a limit.
@MainActor final class MessageGate {
  static let maximalCount = 1_000
  private var count = 0
  private let reports: MessageReports
  //: if MessageText
  private let order = MessageOrder()
  //: end
  //: if PageAnswer
  /// The page that sends the messages.
  weak var page: PageBridge?
  //: end

  init(_ reports: MessageReports? = nil) { self.reports = reports ?? MessageReports() }

  /// Passes a message on. Call this method in WebKit's own call, while the page that has sent the message is still
  /// shown.
  func receive(
    _ message: ScriptMessage, for handler: any ScriptMessageHandling,
    _ reply: @escaping @MainActor (ScriptMessageAnswer) -> Void = { _ in }
  ) {
    var message = message
    message.reports = reports
    //: if PageAnswer
    let sender = page?.delivery.sender(
      of: message.origin, isMainFrame: message.isMainFrame)
    //: end
    let isRefused = count == Self.maximalCount
    if !isRefused { count += 1 }
    let start: @MainActor () -> Void = { [message] in
      Task {
        let answer =
          isRefused
          ? handler.failure(ScriptMessageError.tooManyInProgress, of: message)
          : await self.pass(message, to: handler)
        //: if PageAnswer
        await self.page?.send(answer, to: message, in: sender, by: handler)
        //: end
        reply(answer)
      }
    }
    //: if MessageText
    if !isRefused {
      return order.start(start) { [message] in message.longText(for: handler) }
    }
    //: end
    start()
  }

  /// Passes a message on, and waits for its answer. The page gets the answer by a promise, so no other page can get it.
  func answer(
    _ message: ScriptMessage, by handler: any ScriptMessageHandling
  ) async -> ScriptMessageAnswer {
    await withCheckedContinuation { caller in
      receive(message, for: handler) { caller.resume(returning: $0) }
    }
  }

  private func pass(
    _ message: ScriptMessage, to handler: any ScriptMessageHandling
  ) async -> ScriptMessageAnswer {
    defer { count -= 1 }
    //: if PageAnswer
    if let way = handler.pageAnswer(to: message), way.target(of: message) == nil {
      return handler.failure(ScriptMessageError.noFunction(nil), of: message)
    }
    //: end
    return await handler.answer(message)
  }
}
