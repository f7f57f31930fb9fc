import Semantics
import Text

/// A change of the contract between page and app.
package struct ContractChange: Sendable {
  /// The sender.
  enum Direction: Sendable { case webToNative, nativeToWeb }

  /// The failure between a sender and a receiver of different versions.
  enum Incompatibility: Sendable {
    /// A missing field.
    case missing
    /// A value of another form.
    case value
    /// An unknown case of a union, or null.
    case unknown
    /// The identifier, origin or frame of a message.
    case address
  }

  /// `strategy`, `event`, `call`, `dispatch`.
  var noun: String
  var name: String
  /// `cart`, or `app.cart` in a channel.
  var identifier: String
  /// `message`, `reply` or `payload`, if a type has changed.
  var part: String?
  /// Within the part: `items[].sku`.
  var path: String
  /// The name of the enum, union or model that has changed; nil if the declaration itself has.
  var type: String?
  /// The change: lower case, without a full stop.
  var text: String
  /// The reason why released pages break with the new app; nil if they do not.
  package var pages: String?
  /// The reason why released apps break with new pages; nil if they do not.
  package var apps: String?
  /// The declarations, by version.
  var old: Location?
  var new: Location?

  /// True if the team has decided on it, so that it makes no comparison fail.
  package var isAccepted = false

  package var isBreaking: Bool { pages != nil || apps != nil }

  /// `strategy Cart`
  package var declaration: String { "\(noun) \(name)" }

  /// The change with its place in the declaration: `message items[].sku: the required field was added`.
  package var line: String { place.isEmpty ? text : "\(place): \(text)" }

  /// `message items[].sku`, for people; empty for the whole declaration.
  var place: String {
    [part, path.isEmpty ? nil : path].compactMap(\.self).joined(separator: " ")
  }
}

extension ContractChange.Incompatibility {
  /// The reason why a released sender breaks a new receiver.
  func ofSender(_ who: String) -> String {
    switch self {
    case .missing: "\(who) do not send it"
    case .value: "values from \(who) do not decode"
    case .unknown: "\(who) still send it"
    case .address: "\(who) use the old one"
    }
  }

  /// The reason why a new sender breaks a released receiver.
  func ofReceiver(_ who: String) -> String {
    switch self {
    case .missing: "\(who) require it"
    case .value: "\(who) do not decode it"
    case .unknown: "\(who) do not know it"
    case .address: "\(who) use the old one"
    }
  }
}
