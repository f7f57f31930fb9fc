package import Text

/// The frames from which a message is accepted, or in which a script runs.
package enum FrameScope: String, Hashable, Sendable { case main, all }

/// A message from the page to the app: `strategy Cart "cart" receives CartItem replies Int from Store`.
package struct Strategy: Entity {
  package var declared: Declared
  /// The message handler's name, or the value of the channel's field.
  package var identifier: String
  /// The location of the identifier, or of the name if there is no identifier in the source.
  package var identifierLocation: Location
  /// The type of the body; nil if the body is ignored.
  package var receives: ValueType?
  /// The type of the reply; nil if there is none.
  package var replies: ValueType?
  /// True if the body is a string with the JSON text of the value. In a channel, the payload is such a string.
  package var receivesText = false
  /// True if the receiver gets the origin and the frame of the sender.
  package var givesSender = false
  package var repliesText = false
  /// The dispatch that delivers the reply; nil if the reply resolves the page's promise.
  package var via: ID<Dispatch>?
  /// The origins that may send the message; empty for any origin.
  package var origins: [ID<Origin>]
  package var frames: FrameScope
  /// True if only scripts in the app's world can send the message. False in a channel, whose world decides.
  package var isIsolated = false
  /// The channel of the strategy; nil if the strategy has its own message handler.
  package var channel: ID<Channel>?
}

/// Several strategies that share one message handler: `channel App "app" by "type" { … }`.
package struct Channel: Entity {
  package var declared: Declared
  package var identifier: String
  package var identifierLocation: Location
  /// The name of the field that identifies the strategy.
  package var discriminator: String
  package var payload = PayloadPlace.default
  /// The dispatch that delivers the replies; nil if a reply resolves the page's promise.
  package var via: ID<Dispatch>?
  /// True if only scripts in the app's world can send the channel's messages.
  package var isIsolated = false
  package var strategies: [ID<Strategy>]
}

/// The place of the payload in the messages of a channel.
package enum PayloadPlace: Hashable, Sendable {
  case field(String)
  /// The message itself: the fields of the payload are next to the field that identifies the strategy.
  case inline

  package static let `default` = PayloadPlace.field("payload")

  /// The place in the syntax of rules.
  package var text: String {
    switch self {
    case .field(let name): Quoting.stringified(name)
    case .inline: "inline"
    }
  }
}

/// A message from the app to the page: `event PaymentFinished "paymentFinished" sends PaymentResult queue newest`.
package struct Event: Entity {
  package var declared: Declared
  package var identifier: String
  package var identifierLocation: Location
  package var sends: ValueType?
  package var queue: EventQueue = .default
  /// The origins of the pages that get the event; empty for any origin.
  package var origins: [ID<Origin>] = []
}

/// The events of one kind that are kept until the page listens to them.
package enum EventQueue: Hashable, Sendable {
  /// The latest events, up to this number. If there are more, the oldest is dropped.
  case atMost(Int)
  /// The newest event only.
  case newest
  case none

  /// The queue of an event without the clause `queue`.
  package static let `default` = EventQueue.atMost(100)
  /// The numbers that the clause `queue` accepts.
  package static let counts = 1...10_000
}

/// A call of a function of the page by the app, or a read of a value of the page.
///
/// Forms: `call ResizeImages "resizeImages" sends T replies Int`, `call SetTheme function "page.setTheme"(theme:
/// String)` and `call Theme value "page.theme"`.
package struct Call: Entity {
  package var declared: Declared
  /// The identifier with which the page registers the function, or the path of a function or value.
  package var identifier: String
  package var identifierLocation: Location
  /// True if the call names the function by its path. The fields of the sent model are then the arguments.
  package var isFunction = false
  /// True if the call reads the value at the path.
  package var isValue = false
  package var sends: ValueType?
  package var replies: ValueType?
  /// The origins of the pages in which the call is made; empty for any origin.
  package var origins: [ID<Origin>] = []

  /// True if the page registers a function with the identifier.
  package var isRegistered: Bool { !isFunction && !isValue }
}

/// A list of calls: `render Article { ResizeImages(maxWidth: 320), HighlightLinks }`.
package struct Render: Entity {
  package struct Item: Sendable {
    package var call: ID<Call>
    package var payload: RenderPayload
    package var location: Location
  }

  package var declared: Declared
  package var items: [Item]
}

package enum RenderPayload: Sendable {
  /// No payload, for a call that sends nothing.
  case none
  /// A value for each field of the model that the call sends, in their order and with defaults. An optional field
  /// without a value has `missing`.
  case fields(ID<Model>, [Literal])
  /// A value of another type that the call sends: `Log("x")`.
  case value(Literal)
}
