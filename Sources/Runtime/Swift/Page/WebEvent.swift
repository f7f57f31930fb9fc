//: output BasculeEvents
//: needs JSON WebOrigin PageText

/// An event that the app sends to the page.
public nonisolated protocol WebEvent: Sendable {
  static var name: String { get }
  /// The number of events of this kind that are kept for a page that does not listen yet.
  static var queue: EventQueue { get }
  //: if TrustedOrigin
  /// The origins of the pages that get the event; empty for any origin.
  static var origins: [TrustedOrigin] { get }
  //: end
  var payload: JSON { get }
}
//: if TrustedOrigin

nonisolated extension WebEvent {
  public static var origins: [TrustedOrigin] { [] }
}
//: end

/// The number of events of one kind that are kept for a page that does not listen yet, or that is busy with another
/// event.
public nonisolated enum EventQueue: Sendable, Hashable {
  /// Keeps events in their order, up to this number. If there are more, the oldest is dropped and reported.
  case atMost(Int)
  /// Keeps one event, which a new event replaces.
  case newest
  /// Keeps no event for a page that does not listen. For a busy page, this is like `newest`.
  case none
}

/// The outcome of a dispatched event.
public nonisolated enum EventDelivery: Sendable, Hashable {
  /// The page has received the event: it listens, or it is loaded and has an older version without a contract.
  case sent
  /// The event waits until the page listens.
  case kept
  /// The event is lost: the page does not listen and its queue is `none`, or newer events have replaced it.
  case dropped
}

/// The reason for which an event did not reach the page.
public nonisolated enum WebEventError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The page has announced its contract, which does not contain this event.
  case unknownToPage(String)
  /// More events were kept than the rule files allow; the oldest was dropped.
  case queueFull(String)
  /// The page was left before it listened to this number of events, or before it answered.
  case pageLeft(String, count: Int)
  /// The event is not for pages of this origin; nil if the page has not announced its origin.
  case otherOrigin(String, WebOrigin?)
  /// The page has no function at the path of the dispatch.
  case noFunction(String, path: String)
  /// The page did not answer in time; it may get the event later.
  case timedOut(String)

  public var description: String {
    switch self {
    case .unknownToPage(let name): "\(name): the page does not know this event"
    case .queueFull(let name): "\(name): the oldest event is dropped, the page does not listen"
    case .pageLeft(let name, let count):
      "\(name): \(count) dropped, the page was left before it listened"
    case .otherOrigin(let name, let origin):
      "\(name): it is not sent to "
        + (origin.map { PageText.quoted("\($0)") } ?? "a page of unknown origin")
    case .noFunction(let name, let path): "\(name): the page has no function `\(path)`"
    case .timedOut(let name): "\(name): the page did not answer in time"
    }
  }
}

/// Receives a report of events that are lost after `dispatch` has returned.
@MainActor public protocol WebEventErrorDelegate: AnyObject {
  func event(_ name: String, failedWith error: any Error)
}

/// Sends events to the page; the tests of an app can implement it.
@MainActor public protocol WebEventDispatcher: AnyObject {
  /// Dispatches an event. Returns when the page has received the event, or when the event has to wait. Throws if the
  /// page does not answer within a minute.
  @discardableResult func dispatch(_ event: any WebEvent) async throws -> EventDelivery
  /// Dispatches an event. Throws if the page does not answer within the given number of seconds.
  @discardableResult func dispatch(
    _ event: any WebEvent, within seconds: Double
  ) async throws -> EventDelivery
}

extension WebEventDispatcher {
  @discardableResult public func dispatch(
    _ event: any WebEvent, within seconds: Double
  ) async throws -> EventDelivery {
    try await dispatch(event)
  }
}
