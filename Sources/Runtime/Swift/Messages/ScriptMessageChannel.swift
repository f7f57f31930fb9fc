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
  /// The way of the error for an unknown message; nil for a promise.
  @_spi(GeneratedFile) public var pageAnswer: PageAnswer?
  //: end
  public private(set) weak var errorDelegate: (any ScriptMessageErrorDelegate)?

  /// The place of the payload in a message.
  @_spi(GeneratedFile) public nonisolated enum PayloadPlace: Sendable {
    case field(String)
    /// Its fields are beside the one that names the strategy.
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
      let (strategy, payload) = try open(message)
      var inner = ScriptMessage(
        body: payload, origin: message.origin, isMainFrame: message.isMainFrame)
      inner.reports = message.reports
      return await strategy.answer(inner)
    } catch {
      return failure(error, of: message)
    }
  }

  /// Throws if no strategy trusts the sender.
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

  /// Opens the envelope of a trusted sender.
  private func open(_ message: ScriptMessage) throws -> (any ScriptMessageStrategy, payload: Any) {
    try checkSender(message)
    var envelope = message.body as? [String: Any]
    if let text = message.text {
      do {
        if case .object(let fields) = try text.value { envelope = fields.mapValues(\.inEnvelope) }
      } catch let error as WireError where error == .tooGreat || error == .tooDeep {
        throw ScriptMessageError.undecodable(error)
      } catch {
        throw ScriptMessageError.noEnvelope(field: discriminator)
      }
    }
    guard let envelope, let name = envelope[discriminator] as? String else {
      throw ScriptMessageError.noEnvelope(field: discriminator)
    }
    guard let strategy = strategies[name] else {
      throw ScriptMessageError.unknownStrategy(PageText.quoted(name))
    }
    switch payload {
    case .field(let field): return (strategy, envelope[field] ?? NSNull())
    case .inline: return (strategy, envelope.filter { $0.key != discriminator })
    }
  }
}

nonisolated extension JSON {
  /// The value as a body of a message has it.
  fileprivate var inEnvelope: Any {
    if case .string(let text) = self { text } else { self }
  }
}
