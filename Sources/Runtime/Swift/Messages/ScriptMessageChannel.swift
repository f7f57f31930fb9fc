//: output BasculeMessages
//: needs ScriptMessageStrategy MessageText

import Foundation

/// Several strategies of one message handler; a field of the message names the strategy.
@MainActor open class ScriptMessageChannel: ScriptMessageHandling {
  public let identifier: String
  private let discriminator: String
  private let payload: PayloadPlace
  private var strategies: [String: any ScriptMessageStrategy] = [:]
  //: if IsolatedMessages
  public let isIsolated: Bool
  //: end
  //: if PageAnswer
  /// The dispatch of the error for an unknown message; nil if the page's promise rejects.
  @_spi(GeneratedFile) public var pageAnswer: PageAnswer?
  //: end
  public private(set) weak var errorDelegate: (any ScriptMessageErrorDelegate)?

  /// The place of the payload in a message.
  @_spi(GeneratedFile) public nonisolated enum PayloadPlace: Sendable {
    case field(String)
    /// The fields of the payload are beside the field that names the strategy.
    case inline
  }

  @_spi(GeneratedFile) public init(
    _ identifier: String, by discriminator: String, payload: PayloadPlace = .field("payload"),
    //: if IsolatedMessages
    isIsolated: Bool = false,
    //: end
    errorDelegate: (any ScriptMessageErrorDelegate)?
  ) {
    self.identifier = identifier
    self.discriminator = discriminator
    self.payload = payload
    //: if IsolatedMessages
    self.isIsolated = isIsolated
    //: end
    self.errorDelegate = errorDelegate
  }

  @_spi(GeneratedFile) public func add(_ strategy: any ScriptMessageStrategy) {
    strategies[strategy.identifier] = strategy
  }

  public var replies: Bool { strategies.values.contains { $0.replies } }
  public var messages: [String] { strategies.keys.sorted().map { identifier + "." + $0 } }

  //: if PageAnswer
  public func pageAnswer(to message: ScriptMessage) -> PageAnswer? {
    guard let pageAnswer, (try? checkSender(message)) != nil else { return nil }
    guard case .string(let name) = message.field([discriminator]), let strategy = strategies[name]
    else { return pageAnswer }
    return strategy.pageAnswer(to: message)
  }

  //: end
  public func readsText(of message: ScriptMessage) -> Bool { (try? checkSender(message)) != nil }

  public func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer {
    do {
      let (strategy, inner) = try open(message)
      return await strategy.answer(inner)
    } catch {
      return failure(error, of: message)
    }
  }

  public func textPayload(
    of message: ScriptMessage
  ) -> (any ScriptMessageHandling, ScriptMessage)? {
    guard strategies.values.contains(where: { type(of: $0).receivesText }) else { return nil }
    return try? open(message)
  }

  /// Throws if no strategy trusts the sender of the message.
  private func checkSender(_ message: ScriptMessage) throws {
    var refusal: (any Error)?
    for name in strategies.keys.sorted() {
      do {
        try strategies[name]?.check(message)
        refusal = nil
        break
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
  }

  /// Returns the strategy that the message names, and the message that it gets. Throws if the sender is not trusted.
  private func open(
    _ message: ScriptMessage
  ) throws -> (any ScriptMessageStrategy, ScriptMessage) {
    try checkSender(message)
    let (strategy, body) =
      try message.text.map { try open($0) } ?? open(message.body as? [String: Any])
    var inner = ScriptMessage(
      body: body, origin: message.origin, isMainFrame: message.isMainFrame)
    inner.reports = message.reports
    // The text is decoded once.
    if let known = message.payload.text { inner.text = known }
    message.payload.text = inner.text
    return (strategy, inner)
  }

  private func open(_ text: MessageText) throws -> (any ScriptMessageStrategy, payload: Any) {
    do {
      guard case .object(var fields) = try text.value else {
        throw ScriptMessageError.noEnvelope(field: discriminator)
      }
      let strategy = try strategy(fields[discriminator]?.inEnvelope)
      if case .field(let field) = payload {
        return (strategy, fields[field]?.inEnvelope ?? NSNull())
      }
      fields[discriminator] = nil
      return (strategy, JSON.object(fields))
    } catch let error as WireError where error == .tooGreat || error == .tooDeep {
      throw ScriptMessageError.undecodable(error)
    } catch is WireError {
      throw ScriptMessageError.noEnvelope(field: discriminator)
    }
  }

  private func open(
    _ fields: [String: Any]?
  ) throws -> (any ScriptMessageStrategy, payload: Any) {
    let strategy = try strategy(fields?[discriminator])
    switch payload {
    case .field(let field): return (strategy, fields?[field] ?? NSNull())
    case .inline: return (strategy, fields?.filter { $0.key != discriminator } ?? [:])
    }
  }

  private func strategy(_ name: Any?) throws -> any ScriptMessageStrategy {
    guard let name = name as? String else {
      throw ScriptMessageError.noEnvelope(field: discriminator)
    }
    guard let strategy = strategies[name] else {
      throw ScriptMessageError.unknownStrategy(PageText.quoted(name))
    }
    return strategy
  }
}

nonisolated extension JSON {
  /// The value in the form that a message body contains.
  fileprivate var inEnvelope: Any {
    if case .string(let text) = self { text } else { self }
  }
}
