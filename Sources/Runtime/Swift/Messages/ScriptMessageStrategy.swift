//: output BasculeMessages
//: needs ScriptMessage JSONFoundation

/// One kind of message: who may send it, its type, its reply.
@MainActor public protocol ScriptMessageStrategy: ScriptMessageHandling {
  static var identifier: String { get }
  static var replies: Bool { get }
  static var isMainFrameOnly: Bool { get }
  //: if TrustedOrigin
  /// The trusted origins; empty for any origin.
  static var origins: [TrustedOrigin] { get }
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
  //: if TrustedOrigin
  public static var origins: [TrustedOrigin] { [] }
  //: end

  /// Checks the sender, then decodes the message. Errors go to the error delegate; the page learns
  /// what it may see.
  public func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer {
    do {
      try Self.check(message)
      return .value(try await receive(JSON(foundation: message.body)))
    } catch let error as WireError {
      return failure(ScriptMessageError.undecodable(error))
    } catch {
      return failure(error)
    }
  }

  /// Throws if the sender is not trusted; does not read the body.
  static func check(_ message: ScriptMessage) throws {
    if isMainFrameOnly && !message.isMainFrame { throw ScriptMessageError.notMainFrame }
    //: if TrustedOrigin
    if !origins.isEmpty && !origins.contains(where: { $0.contains(message.origin) }) {
      throw ScriptMessageError.untrustedOrigin(message.origin)
    }
    //: end
  }
}
