package import Text

/// The frames that a message may come from, or that a script runs in.
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
  /// Empty: any origin.
  package var origins: [ID<Origin>]
  package var frames: FrameScope
  /// nil: a message handler of its own.
  package var channel: ID<Channel>?
}

/// Many strategies behind one message handler: `channel App "app" by "type" { … }`.
package struct Channel: Entity {
  package var declared: Declared
  package var identifier: String
  package var identifierLocation: Location
  /// The field that tells the strategies apart; the payload is in `payload`.
  package var discriminator: String
  package var strategies: [ID<Strategy>]
}

/// Native to web: `event PaymentFinished "paymentFinished" sends PaymentResult queue newest`.
package struct Event: Entity {
  package var declared: Declared
  package var identifier: String
  package var identifierLocation: Location
  package var sends: ValueType?
  package var queue: EventQueue = .default
}

/// The number of events of one kind that are kept for a page that does not listen to them yet.
package enum EventQueue: Hashable, Sendable {
  /// In their order; the oldest goes where one more would be too many.
  case atMost(Int)
  /// A newer one takes the place of the one before.
  case newest
  case none

  /// The queue of an event without the clause.
  package static let `default` = EventQueue.atMost(100)
  /// The numbers that can be written.
  package static let counts = 1...10_000
}

/// Native calls a function of the page: `call ResizeImages "resizeImages" sends T replies Int`.
package struct Call: Entity {
  package var declared: Declared
  package var identifier: String
  package var identifierLocation: Location
  package var sends: ValueType?
  package var replies: ValueType?
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
  /// The call sends a model: one value per field, in their order; defaults filled in,
  /// `missing` for an optional that is left out.
  case fields(ID<Model>, [Literal])
  /// The call sends something else: `Log("x")`.
  case value(Literal)
}

/// The way in which events reach the page.
package struct Dispatch: Entity {
  package enum Style: Hashable, Sendable {
    /// A `CustomEvent` of that type on `window`, its `detail` being `{ name, body }`.
    case customEvent(String)
    /// A global function, as a dotted path, called with `(name, payload)`.
    case function(String)
  }

  /// Named `default` where the source gives no name.
  package var declared: Declared
  package var style: Style
}
