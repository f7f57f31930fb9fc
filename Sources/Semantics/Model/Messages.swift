package import Text

/// The frames from which a message is accepted, or in which a script runs.
package enum FrameScope: String, Hashable, Sendable { case main, all }

/// Web to native: `strategy Cart "cart" receives CartItem replies Int from Store`.
package struct Strategy: Entity {
  package var declared: Declared
  /// The message handler's name, or the value of the channel's field.
  package var identifier: String
  /// The written identifier, else the name.
  package var identifierLocation: Location
  /// nil: the body is ignored.
  package var receives: ValueType?
  /// nil: nothing is answered.
  package var replies: ValueType?
  /// True if the body, or in a channel the payload, is the JSON text of the value.
  package var receivesText = false
  package var repliesText = false
  /// The way of the reply; nil: the promise of the page.
  package var via: ID<Dispatch>?
  /// Empty: any origin.
  package var origins: [ID<Origin>]
  package var frames: FrameScope
  /// True if only scripts in the app's world can send it; false in a channel, which has a world of its own.
  package var isIsolated = false
  /// nil: the strategy has its own message handler.
  package var channel: ID<Channel>?
}

/// Several strategies that share one message handler: `channel App "app" by "type" { … }`.
package struct Channel: Entity {
  package var declared: Declared
  package var identifier: String
  package var identifierLocation: Location
  /// The field that identifies the strategy.
  package var discriminator: String
  package var payload = PayloadPlace.default
  /// The way of the replies; nil: the promise of the page.
  package var via: ID<Dispatch>?
  /// True if only scripts in the app's world can send its messages.
  package var isIsolated = false
  package var strategies: [ID<Strategy>]
}

/// The place of the payload in the messages of a channel.
package enum PayloadPlace: Hashable, Sendable {
  case field(String)
  /// The fields of the payload are beside the one that identifies the strategy.
  case inline

  package static let `default` = PayloadPlace.field("payload")

  /// In the syntax of rules.
  package var text: String {
    switch self {
    case .field(let name): Quoting.stringified(name)
    case .inline: "inline"
    }
  }
}

/// Native to web: `event PaymentFinished "paymentFinished" sends PaymentResult queue newest`.
package struct Event: Entity {
  package var declared: Declared
  package var identifier: String
  package var identifierLocation: Location
  package var sends: ValueType?
  package var queue: EventQueue = .default
  /// The pages that get it; empty: any origin.
  package var origins: [ID<Origin>] = []
}

/// The number of events of one kind that are kept until the page listens to them.
package enum EventQueue: Hashable, Sendable {
  /// In their order; if there are too many, the oldest is dropped.
  case atMost(Int)
  /// A newer event replaces the previous one.
  case newest
  case none

  /// The queue of an event without the clause.
  package static let `default` = EventQueue.atMost(100)
  /// The numbers that the clause accepts.
  package static let counts = 1...10_000
}

/// Native calls a function of the page: `call ResizeImages "resizeImages" sends T replies Int`, or
/// `call SetTheme function "page.setTheme"(theme: String)`; or it reads a value: `call Theme value "page.theme"`.
package struct Call: Entity {
  package var declared: Declared
  /// The identifier with which the page registers the function, or the path of a function.
  package var identifier: String
  package var identifierLocation: Location
  /// True if the page has the function at a path, and the fields of the model that is sent are its arguments.
  package var isFunction = false
  /// True if the page has a value at the path, which is read.
  package var isValue = false
  package var sends: ValueType?
  package var replies: ValueType?
  /// The pages in which it is made; empty: any origin.
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
  /// The call sends nothing.
  case none
  /// The call sends a model: one value per field, in their order, with defaults; `missing` for an optional
  /// without a value.
  case fields(ID<Model>, [Literal])
  /// The call sends something else: `Log("x")`.
  case value(Literal)
}
