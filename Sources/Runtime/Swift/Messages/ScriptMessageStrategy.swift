//: output BasculeMessages
//: needs ScriptMessage JSONFoundation

/// One kind of message: its origins, the type of its payload and its reply.
@MainActor public protocol ScriptMessageStrategy: ScriptMessageHandling {
  static var identifier: String { get }
  static var replies: Bool { get }
  static var isMainFrameOnly: Bool { get }
  //: if IsolatedMessages
  /// True if only scripts in the app's world can send the message; false in a channel, which has a world of its own.
  static var isIsolated: Bool { get }
  //: end
  //: if MessageText
  /// True if the bodies of messages are JSON text.
  static var receivesText: Bool { get }
  //: end
  //: if TrustedOrigin
  /// The trusted origins; empty for any origin.
  static var origins: [TrustedOrigin] { get }
  //: end
  //: if OriginSource
  /// An object that gives the URLs of origins that only the app knows. If it is nil, no page has such an origin.
  var originSource: (any OriginSource)? { get }
  //: end
  //: if PageAnswer
  /// The dispatch of the reply; nil for a reply by promise, and in a channel without a reply.
  static var pageAnswer: PageAnswer? { get }
  //: end
  /// Decodes the body and passes it to the app.
  ///
  /// - Returns: the page's reply; `.null` if it expects none.
  func receive(_ body: JSON) async throws -> JSON
}

extension ScriptMessageStrategy {
  public var identifier: String { Self.identifier }
  public var replies: Bool { Self.replies }
  public var messages: [String] { [Self.identifier] }
  //: if IsolatedMessages
  public static var isIsolated: Bool { false }
  public var isIsolated: Bool { Self.isIsolated }
  //: end
  //: if MessageText
  public static var receivesText: Bool { false }

  public dynamic func readsText(of message: ScriptMessage) -> Bool {
    //: if PageAnswer
    if Self.pageAnswer?.readsMessage == true { return (try? check(message)) != nil }
    //: end
    return Self.receivesText && (try? check(message)) != nil
  }
  //: end
  //: if PageAnswer
  public static var pageAnswer: PageAnswer? { nil }

  public dynamic func pageAnswer(to message: ScriptMessage) -> PageAnswer? {
    Self.pageAnswer.flatMap { (try? check(message)) == nil ? nil : $0 }
  }
  //: end
  //: if TrustedOrigin
  public static var origins: [TrustedOrigin] { [] }
  //: end
  //: if OriginSource
  public var originSource: (any OriginSource)? { nil }
  //: end

  /// Checks the sender, then decodes the message. Errors go to the error delegate; the page gets only the details that
  /// it may see.
  public dynamic func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer {
    do {
      try check(message)
      let body = try body(of: message)
      //: if MessageSender
      if let strategy = self as? any SenderStrategy {
        let sender = MessageSender(origin: message.origin, isMainFrame: message.isMainFrame)
        return .value(try await strategy.receive(body, from: sender))
      }
      //: end
      return .value(try await receive(body))
    } catch let error as WireError {
      return failure(ScriptMessageError.undecodable(error), of: message)
    } catch {
      return failure(error, of: message)
    }
  }

  private func body(of message: ScriptMessage) throws -> JSON {
    //: if MessageText
    if Self.receivesText { return try message.valueOfText }
    //: end
    return try JSON(foundation: message.body)
  }

  /// Throws if the sender is not trusted. Does not read the body.
  dynamic func check(_ message: ScriptMessage) throws {
    if Self.isMainFrameOnly && !message.isMainFrame { throw ScriptMessageError.notMainFrame }
    //: if TrustedOrigin
    let origins = Self.origins
    if origins.isEmpty || origins.contains(where: { $0.contains(message.origin) }) { return }
    //: if OriginSource
    if originSource?.gives(message.origin, as: origins) == true { return }
    //: end
    throw ScriptMessageError.untrustedOrigin(message.origin)
    //: end
  }
}
