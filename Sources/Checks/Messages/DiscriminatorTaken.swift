import Diagnostics
import Text

/// The check `discriminator-taken`.
enum DiscriminatorTaken {
  static func finding(
    _ field: String, _ discriminator: String, at location: Location
  ) -> Finding {
    page.finding(
      "field `\(field)` has the wire name of the discriminator `\(discriminator)`", at: location,
      label: "same name on the wire",
      help:
        "give it another wire name, as in `\(field) \"\(discriminator)_value\"`, or choose another"
        + " discriminator")
  }

  /// The finding about a channel whose discriminator is the field with the payload.
  static func finding(payload field: String, at location: Location) -> Finding {
    page.finding(
      "`\(field)` cannot be the discriminator", at: location, label: "contains the payload",
      help: field == "type"
        ? "choose another field for the payload, such as `payload \"payload\"`"
        : "choose another field, such as `\"type\"`")
  }

  static let page = Page(
    "discriminator-taken", .error, "a field with the name of the discriminator")
}
