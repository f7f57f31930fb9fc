/// What opens `BasculeMessages.swift`, the same for every rule set.
let messageSupport = ##"""
  /// One message of a page, as plain values.
  @MainActor public struct ScriptMessage {
    /// As WebKit hands it over; not looked at before the sender is known to be trusted.
    public let body: Any
    public let origin: WebOrigin
    public let isMainFrame: Bool

    public init(body: Any, origin: WebOrigin, isMainFrame: Bool) {
      self.body = body
      self.origin = origin
      self.isMainFrame = isMainFrame
    }
  }

  /// What the page's promise settles with.
  public enum ScriptMessageAnswer: Sendable, Hashable {
    case value(JSON)
    case failure(String)
  }

  /// Why a message was not handled.
  public enum ScriptMessageError: Error, Sendable, Hashable, CustomStringConvertible {
    case untrustedOrigin(WebOrigin)
    case notMainFrame
    case unknownStrategy(String)
    /// What came to a channel has no name of a strategy in that field.
    case noEnvelope(field: String)
    case undecodable(WireError)
    case receiverIsGone

    public var description: String {
      switch self {
      case .untrustedOrigin(let origin): "messages from \(origin.scheme)://\(origin.host) are refused"
      case .notMainFrame: "messages from a frame inside the page are refused"
      case .unknownStrategy(let identifier): "there is no strategy `\(identifier)`"
      case .noEnvelope(let field): "expected an object with a string in `\(field)`"
      case .undecodable(let error): error.description
      case .receiverIsGone: "the app no longer listens"
      }
    }
  }

  /// Hears of every message that was not handled, whichever strategy it was for.
  @MainActor public protocol ScriptMessageErrorDelegate: AnyObject {
    func scriptMessage(_ identifier: String, failedWith error: any Error)
  }

  /// Whoever takes the messages of one message handler's name.
  @MainActor public protocol ScriptMessageHandling: AnyObject {
    /// The message handler's name.
    var identifier: String { get }
    /// Whether the page gets a promise.
    var replies: Bool { get }
    /// The names of its messages: `cart`, or `app.open` for one in a channel.
    var messages: [String] { get }
    func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer
  }

  /// One kind of message: who may send it, what it holds, what it is answered with.
  @MainActor public protocol ScriptMessageStrategy: ScriptMessageHandling {
    static var identifier: String { get }
    static var replies: Bool { get }
    static var isMainFrameOnly: Bool { get }
    /// Where the message may come from; empty for anywhere.
    static var origins: [TrustedOrigin] { get }
    var errorDelegate: (any ScriptMessageErrorDelegate)? { get }
    /// Decodes the body and hands it to the app.
    ///
    /// - Returns: what the page is answered; `.null` where it expects nothing.
    func receive(_ body: JSON) async throws -> JSON
  }

  extension ScriptMessageStrategy {
    public var identifier: String { Self.identifier }
    public var replies: Bool { Self.replies }
    public var messages: [String] { [Self.identifier] }

    /// Refuses, or decodes and hands on; an error is told to the error delegate and to the page.
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

    /// Throws unless the message comes from where it may; does not look at its body.
    static func check(_ message: ScriptMessage) throws {
      if isMainFrameOnly && !message.isMainFrame { throw ScriptMessageError.notMainFrame }
      if !origins.isEmpty && !origins.contains(where: { $0.contains(message.origin) }) {
        throw ScriptMessageError.untrustedOrigin(message.origin)
      }
    }

    private func failure(_ error: any Error) -> ScriptMessageAnswer {
      errorDelegate?.scriptMessage(Self.identifier, failedWith: error)
      return .failure("\(Self.identifier): \(error)")
    }
  }

  /// What every generated strategy is made of: whom it tells. It keeps neither alive.
  @MainActor public class ReceiverBoundStrategy {
    private weak var receiver: (any ScriptMessageReceiver)?
    public private(set) weak var errorDelegate: (any ScriptMessageErrorDelegate)?

    public init(
      receiver: any ScriptMessageReceiver, errorDelegate: (any ScriptMessageErrorDelegate)? = nil
    ) {
      self.receiver = receiver
      self.errorDelegate = errorDelegate
    }

    func listening() throws -> any ScriptMessageReceiver {
      guard let receiver else { throw ScriptMessageError.receiverIsGone }
      return receiver
    }
  }

  /// Many strategies behind one message handler, told apart by a field of the message.
  @MainActor public class ScriptMessageChannel: ScriptMessageHandling {
    public let identifier: String
    private let discriminator: String
    private var strategies: [String: any ScriptMessageStrategy] = [:]
    private weak var errorDelegate: (any ScriptMessageErrorDelegate)?

    fileprivate init(
      _ identifier: String, by discriminator: String,
      errorDelegate: (any ScriptMessageErrorDelegate)?
    ) {
      self.identifier = identifier
      self.discriminator = discriminator
      self.errorDelegate = errorDelegate
    }

    fileprivate func add(_ strategy: any ScriptMessageStrategy) {
      strategies[strategy.identifier] = strategy
    }

    public var replies: Bool { strategies.values.contains { $0.replies } }
    public var messages: [String] { strategies.keys.sorted().map { identifier + "." + $0 } }

    public func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer {
      do {
        let (strategy, payload) = try open(message)
        return await strategy.answer(
          ScriptMessage(body: payload, origin: message.origin, isMainFrame: message.isMainFrame))
      } catch {
        errorDelegate?.scriptMessage(identifier, failedWith: error)
        return .failure("\(identifier): \(error)")
      }
    }

    /// What is in the envelope, which is not opened for a sender whom no strategy trusts.
    private func open(_ message: ScriptMessage) throws -> (any ScriptMessageStrategy, payload: Any) {
      var refusal: (any Error)?
      for name in strategies.keys.sorted() {
        do {
          try strategies[name].map { try type(of: $0).check(message) }
          refusal = nil
          break
        } catch {
          refusal = refusal ?? error
        }
      }
      if let refusal { throw refusal }
      var envelope = message.body as? [String: Any]
      if let text = message.body as? String {
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        envelope = value as? [String: Any]
      }
      guard let envelope, let name = envelope[discriminator] as? String else {
        throw ScriptMessageError.noEnvelope(field: discriminator)
      }
      guard let strategy = strategies[name] else { throw ScriptMessageError.unknownStrategy(name) }
      return (strategy, envelope["payload"] ?? NSNull())
    }
  }

  """##
