//: output BasculeEvents
//: needs JSON WireError WebOrigin PageText

/// A function of the page that the app calls.
public nonisolated protocol WebCall: Sendable {
  // The long name avoids a clash: inside a call, a type of the rules with the same name would be another type.
  associatedtype WebCallReply: Sendable
  /// The identifier of the call, or the path of the function.
  static var name: String { get }
  //: if FunctionCalls
  /// The names of the arguments of a function that the page has at the path `name`; nil for a function that the page
  /// registers with the generated module.
  static var parameters: [String]? { get }
  //: end
  //: if ValueCalls
  /// True for a value that the page has at the path `name`.
  static var isValue: Bool { get }
  //: end
  //: if TrustedOrigin
  /// The origins of the pages in which the call is made; empty for any origin.
  static var origins: [TrustedOrigin] { get }
  //: end
  var payload: JSON { get }
  func reply(from json: JSON) throws -> WebCallReply
}
//: if TrustedOrigin

nonisolated extension WebCall {
  public static var origins: [TrustedOrigin] { [] }
}
//: end
//: if FunctionCalls

nonisolated extension WebCall {
  public static var parameters: [String]? { nil }
}
//: end
//: if ValueCalls

nonisolated extension WebCall {
  public static var isValue: Bool { false }
}
//: end

/// The reason for which a call has no reply.
public nonisolated enum WebCallError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The page does not implement the function.
  case notImplemented(String)
  /// The page's function failed, or could not read its argument.
  case failed(String, reason: String)
  /// The reply is of the wrong type.
  case undecodable(String, WireError)
  /// Another page was loaded before the reply.
  case pageLeft(String)
  /// The page did not answer in time.
  case timedOut(String)
  /// The call is not for pages of this origin; nil if the page has not announced its origin.
  case otherOrigin(String, WebOrigin?)

  static let maximalReason = 1_000

  public var description: String {
    switch self {
    case .notImplemented(let name): "\(name): the page does not implement this call"
    case .failed(_, let reason): PageText.quoted(reason, limit: Self.maximalReason)
    case .undecodable(let name, let error): "\(name): \(error)"
    case .pageLeft(let name): "\(name): the page was left before it answered"
    case .timedOut(let name): "\(name): the page did not answer in time"
    case .otherOrigin(let name, let origin):
      "\(name): it is not made in "
        + (origin.map { PageText.quoted("\($0)") } ?? "a page of unknown origin")
    }
  }
}

/// Calls functions of the page; the tests of an app can implement it.
@MainActor public protocol WebCaller: AnyObject, Sendable {
  /// Calls a function of the page. Fails at once if the page does not implement it.
  ///
  /// - Parameter seconds: the time limit; nil to wait as long as the page is shown.
  func call<Call: WebCall>(_ call: Call, within seconds: Double?) async throws -> Call.WebCallReply
}

extension WebCaller {
  public func call<Call: WebCall>(_ call: Call) async throws -> Call.WebCallReply {
    try await self.call(call, within: nil)
  }
}
