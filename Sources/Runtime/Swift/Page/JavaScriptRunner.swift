//: output BasculeEvents
//: needs JSON

/// Runs JavaScript in a page. Values are passed as arguments, never pasted into the text.
@MainActor public protocol JavaScriptRunner: AnyObject {
  /// - Parameter body: the body of an asynchronous function whose parameters are the arguments.
  func run(_ body: String, arguments: [String: JSON]) async throws -> JSON
}
