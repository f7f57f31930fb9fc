//: output BasculeRequest
//: needs RequestMemory

extension NavigationRequest {
  /// The preferences of the rules that have allowed the request.
  public var preferences: PagePreferences { memory.preferences }

  /// Allows the request, with preferences for its page.
  public func allow(
    javaScript: Bool? = nil, contentMode: PagePreferences.ContentMode? = nil
  ) -> NavigationDecision {
    if let javaScript { memory.preferences.allowsJavaScript = javaScript }
    if let contentMode { memory.preferences.contentMode = contentMode }
    return .allow
  }
}
