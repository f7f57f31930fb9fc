import Semantics
import Text

/// A change of the contract between page and app.
package struct ContractChange: Sendable {
  /// The direction of a message or call: who sends it.
  enum Direction: Sendable { case webToNative, nativeToWeb }

  /// The kind of failure between a sender and a receiver of different versions.
  enum Incompatibility: Sendable {
    /// A field or a value is missing.
    case missing
    /// A value has another form.
    case value
    /// A case of a union, or null, is unknown to the receiver.
    case unknown
    /// The identifier, origin or frame of a message differs.
    case address
  }

  /// The word for the declaration: `strategy`, `event`, `call` or `dispatch`.
  var noun: String
  var name: String
  /// The identifier, such as `cart`, or `app.cart` in a channel.
  var identifier: String
  /// The part whose type has changed: `message`, `reply` or `payload`; nil for other changes.
  var part: String?
  /// The path within the part, such as `items[].sku`.
  var path: String
  /// The name of the enum, union or model that has changed; nil if the declaration itself has.
  var type: String?
  /// The change in words: lower case, without a full stop.
  var text: String
  /// The reason why released pages break with the new app; nil if they do not.
  package var pages: String?
  /// The reason why released apps break with new pages; nil if they do not.
  package var apps: String?
  /// The location of the declaration in the old version.
  var old: Location?
  var new: Location?

  /// True if the team has accepted the change, so that it makes no comparison fail.
  package var isAccepted = false

  package var isBreaking: Bool { pages != nil || apps != nil }

  /// The word and the name of the declaration, such as `strategy Cart`.
  package var declaration: String { "\(noun) \(name)" }

  /// The change with its place in the declaration, such as `message items[].sku: the required field was added`.
  package var line: String { place.isEmpty ? text : "\(place): \(text)" }

  /// The place in the declaration for people, such as `message items[].sku`; empty for the whole declaration.
  var place: String {
    [part, path.isEmpty ? nil : path].compactMap { $0 }.joined(separator: " ")
  }
}

extension ContractChange.Incompatibility {
  /// The reason why a released sender does not work with a new receiver.
  func ofSender(_ who: String) -> String {
    switch self {
    case .missing: "\(who) do not send it"
    case .value: "values from \(who) do not decode"
    case .unknown: "\(who) still send it"
    case .address: "\(who) use the old one"
    }
  }

  /// The reason why a new sender does not work with a released receiver.
  func ofReceiver(_ who: String) -> String {
    switch self {
    case .missing: "\(who) require it"
    case .value: "\(who) do not decode it"
    case .unknown: "\(who) do not know it"
    case .address: "\(who) use the old one"
    }
  }
}
