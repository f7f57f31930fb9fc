//: output BasculeEvents

/// The messages, events and calls that one side knows. App and page are released separately, so each
/// sends its contract to the other.
public nonisolated struct BridgeContract: Sendable, Hashable, Encodable {
  private enum CodingKeys: CodingKey { case version, messages, events, calls }

  /// A hash of the messages, events, calls and types. It does not depend on their order.
  public let version: String
  /// The identifiers of the messages that the page can send, for example `app.open` in a channel.
  public let messages: [String]
  public let events: [String]
  public let calls: [String]
  //: if EventDispatch
  /// The way in which events reach the page; nil in the contract that a page sends.
  public let dispatch: EventDispatch?
  //: end

  @_spi(GeneratedFile) public init(
    version: String, messages: [String], events: [String], calls: [String]
  ) {
    self.version = version
    self.messages = messages
    self.events = events
    self.calls = calls
    //: if EventDispatch
    dispatch = nil
    //: end
  }
  //: if EventDispatch

  @_spi(GeneratedFile) public init(
    version: String, messages: [String], events: [String], calls: [String], dispatch: EventDispatch
  ) {
    self.version = version
    self.messages = messages
    self.events = events
    self.calls = calls
    self.dispatch = dispatch
  }
  //: end

  /// True if app and page exchange nothing.
  public var isEmpty: Bool { messages.isEmpty && events.isEmpty && calls.isEmpty }
}
