//: output BasculeEvents
//: needs JSON

/// Runs JavaScript in a page. Values are passed as arguments, never pasted into the text.
@MainActor public protocol JavaScriptRunner: AnyObject {
  /// Runs JavaScript.
  ///
  /// - Parameter body: the body of an asynchronous function whose parameters are the names of the arguments.
  func run(_ body: String, arguments: [String: JSON]) async throws -> JSON
}
