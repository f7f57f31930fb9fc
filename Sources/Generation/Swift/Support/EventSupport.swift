/// What opens `BasculeEvents.swift`, the same for every rule set.
let eventSupport = ##"""
  /// Something that native tells the page.
  public protocol WebEvent: Sendable {
    static var name: String { get }
    var payload: JSON { get }
  }

  /// Sends events to the page; an app's tests put their own in its place.
  @MainActor public protocol WebEventDispatcher: AnyObject {
    func dispatch(_ event: any WebEvent) async throws
  }

  /// A function of the page that native calls.
  public protocol WebCall: Sendable {
    associatedtype Reply: Sendable
    static var name: String { get }
    var payload: JSON { get }
    func reply(from json: JSON) throws -> Reply
  }

  /// Calls functions of the page; an app's tests put their own in its place.
  @MainActor public protocol WebCaller: AnyObject, Sendable {
    func call<Call: WebCall>(_ call: Call) async throws -> Call.Reply
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
    /// Starts all calls in their order and returns when every one has answered or failed.
    ///
    /// - Returns: the results in the order of the calls.
    public func render(_ render: some WebRender) async -> [WebRenderResult] {
      let tasks = render.calls.map { call in Task { await self.result(of: call) } }
      var results: [WebRenderResult] = []
      for task in tasks { results.append(await task.value) }
      return results
    }

    private func result<Call: WebCall>(of call: Call) async -> WebRenderResult {
      do {
        return WebRenderResult(name: Call.name, reply: .success(try await self.call(call)))
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
  }

  /// The page that a web view shows, as far as events and calls go.
  @MainActor public final class WebPage: WebEventDispatcher, WebCaller {
    private let runner: any JavaScriptRunner
    private let dispatch: EventDispatch

    /// - Parameter dispatch: nil for the first that the rule files declare.
    public init(_ runner: any JavaScriptRunner, dispatch: EventDispatch? = nil) {
      self.runner = runner
      self.dispatch = dispatch ?? .standard
    }

    public func dispatch(_ event: any WebEvent) async throws {
      let arguments: [String: JSON] = [
        "target": .string(dispatch.target),
        "name": .string(type(of: event).name),
        "payload": event.payload,
      ]
      let body =
        switch dispatch.style {
        case .customEvent:
          """
          window.dispatchEvent(
            new CustomEvent(target, { detail: { name: name, body: payload } }));
          """
        case .function:
          """
          const keys = target.split(".");
          const last = keys.pop();
          let owner = window;
          for (const key of keys) { owner = owner[key]; }
          owner[last](name, payload);
          """
        }
      _ = try await runner.run(body, arguments: arguments)
    }

    public func call<Call: WebCall>(_ call: Call) async throws -> Call.Reply {
      let body = """
        const calls = window.__bascule && window.__bascule.calls;
        const call = calls && calls[name];
        if (typeof call !== "function") { throw new Error("no function `" + name + "`"); }
        const reply = await call(payload);
        return reply === undefined ? null : reply;
        """
      let arguments: [String: JSON] = ["name": .string(Call.name), "payload": call.payload]
      return try call.reply(from: try await runner.run(body, arguments: arguments))
    }
  }

  """##
