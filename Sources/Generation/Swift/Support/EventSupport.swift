/// What opens `BasculeEvents.swift`, the same for every rule set: events and calls as the app sees
/// them. `PageSupport` follows it.
let eventSupport = ##"""
  /// Something that native tells the page.
  public protocol WebEvent: Sendable {
    static var name: String { get }
    /// How many are kept for a page that does not listen yet.
    static var queue: EventQueue { get }
    var payload: JSON { get }
  }

  /// How many events of one kind are kept for a page that does not listen to them yet.
  public enum EventQueue: Sendable, Hashable {
    /// In their order; the oldest goes, and is reported, where one more would be too many.
    case atMost(Int)
    /// A newer one takes the place of the one before.
    case newest
    case none
  }

  /// What has become of an event.
  public enum EventDelivery: Sendable, Hashable {
    /// The page has it: it listens, or it is loaded and, being of an older version, does not say.
    case sent
    /// It waits until the page listens.
    case kept
    /// The page does not listen, and none of these events is kept.
    case dropped
  }

  /// Why an event did not reach the page.
  public enum WebEventError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The page says what it knows, and does not know this event.
    case unknownToPage(String)
    /// More were kept than the rule files allow: the oldest is gone.
    case queueFull(String)
    /// The page was left before it listened to so many.
    case pageLeft(String, count: Int)
    /// The page has no function at that path, through which it would take events.
    case noFunction(String, path: String)

    public var description: String {
      switch self {
      case .unknownToPage(let name): "\(name): the page does not know this event"
      case .queueFull(let name): "\(name): the oldest event is dropped, the page does not listen"
      case .pageLeft(let name, let count):
        "\(name): \(count) dropped, the page was left before it listened"
      case .noFunction(let name, let path): "\(name): the page has no function `\(path)`"
      }
    }
  }

  /// Hears of events that get lost after `dispatch` has returned.
  @MainActor public protocol WebEventErrorDelegate: AnyObject {
    func event(_ name: String, failedWith error: any Error)
  }

  /// Sends events to the page; an app's tests put their own in its place.
  @MainActor public protocol WebEventDispatcher: AnyObject {
    /// Returns when the page has the event, or when it is clear that it has to wait.
    @discardableResult func dispatch(_ event: any WebEvent) async throws -> EventDelivery
  }

  /// A function of the page that native calls.
  public protocol WebCall: Sendable {
    associatedtype Reply: Sendable
    static var name: String { get }
    var payload: JSON { get }
    func reply(from json: JSON) throws -> Reply
  }

  /// Why a call has no reply.
  public enum WebCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The page has no such function.
    case notImplemented(String)
    /// The page's function failed, or could not read what it was sent.
    case failed(String, reason: String)
    /// The reply is not what was agreed on.
    case undecodable(String, WireError)
    /// Another page was loaded before this one answered.
    case pageLeft(String)
    /// The page did not answer in time.
    case timedOut(String)

    public var description: String {
      switch self {
      case .notImplemented(let name): "\(name): the page does not implement this call"
      case .failed(_, let reason): reason
      case .undecodable(let name, let error): "\(name): \(error)"
      case .pageLeft(let name): "\(name): the page was left before it answered"
      case .timedOut(let name): "\(name): the page did not answer in time"
      }
    }
  }

  /// Calls functions of the page; an app's tests put their own in its place.
  @MainActor public protocol WebCaller: AnyObject, Sendable {
    /// Fails at once where the page has no such function.
    ///
    /// - Parameter seconds: how long to wait for the page; nil for as long as it is shown.
    func call<Call: WebCall>(_ call: Call, within seconds: Double?) async throws -> Call.Reply
  }

  /// A list of calls that are run together.
  public protocol WebRender: Sendable {
    var calls: [any WebCall] { get }
  }

  /// What became of one call of a render.
  public struct WebRenderResult: Sendable {
    /// Name of the call.
    public let name: String
    public let reply: Result<any Sendable, any Error>
  }

  extension WebCaller {
    public func call<Call: WebCall>(_ call: Call) async throws -> Call.Reply {
      try await self.call(call, within: nil)
    }

    /// Starts all calls in their order and returns when every one has answered or failed.
    ///
    /// - Parameter seconds: how long to wait for each call; nil for as long as the page is shown.
    /// - Returns: the results in the order of the calls.
    public func render(
      _ render: some WebRender, within seconds: Double? = nil
    ) async -> [WebRenderResult] {
      let tasks = render.calls.map { call in Task { await self.result(of: call, within: seconds) } }
      var results: [WebRenderResult] = []
      for task in tasks { results.append(await task.value) }
      return results
    }

    private func result<Call: WebCall>(
      of call: Call, within seconds: Double?
    ) async -> WebRenderResult {
      do {
        return WebRenderResult(
          name: Call.name, reply: .success(try await self.call(call, within: seconds)))
      } catch {
        return WebRenderResult(name: Call.name, reply: .failure(error))
      }
    }
  }

  /// Runs JavaScript in the page with values that are handed over, never pasted into the text.
  @MainActor public protocol JavaScriptRunner: AnyObject {
    /// - Parameter body: the body of an asynchronous function whose parameters are the arguments.
    func run(_ body: String, arguments: [String: JSON]) async throws -> JSON
  }

  /// How events reach the page.
  public struct EventDispatch: Sendable, Hashable {
    fileprivate enum Style: Sendable, Hashable {
      case customEvent, function
    }

    fileprivate let style: Style
    fileprivate let target: String

    /// Tells what has become of the event; the page's own state decides, since it may have changed.
    fileprivate var script: String {
      let deliver =
        switch style {
        case .customEvent:
          """
          const event = new CustomEvent(target, { detail: { name, body: payload } });
          EventTarget.prototype.dispatchEvent.call(globalThis, event);
          """
        case .function:
          """
          const path = target.split(".");
          const last = path.pop();
          let owner = globalThis;
          for (const key of path) { owner = owner == null ? owner : owner[key]; }
          if (owner == null || typeof owner[last] !== "function") { return "missing"; }
          owner[last](name, payload);
          """
        }
      return """
        const bridge = globalThis.__bascule;
        const isHeard = !!bridge && !!bridge.listens && bridge.listens[name] === true;
        if (isHeard && hasEarlier) { return "earlier first"; }
        if (!isHeard && waits && document.readyState !== "complete") { return "not loaded"; }
        \(deliver)
        return isHeard ? "heard" : "handed over";
        """
    }
  }

  """##
