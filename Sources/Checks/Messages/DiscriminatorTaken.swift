import Diagnostics
import Text

/// `discriminator-taken`
enum DiscriminatorTaken {
  static func finding(
    _ field: String, _ discriminator: String, at location: Location
  ) -> Finding {
    if field == "payload", discriminator == "payload" {
      return page.finding(
        "`payload` cannot tell the messages apart", at: location,
        label: "holds the payload already", help: "choose another field, such as `\"type\"`")
    }
    return page.finding(
      "the field `\(field)` would overwrite the discriminator `\(discriminator)`", at: location,
      label: "same name on the wire",
      help:
        "give it another wire name, as in `\(field) \"\(discriminator)_value\"`, or choose another"
        + " discriminator")
  }

  static let page = Page(
    "discriminator-taken", .error, "a field that has the name of the one that tells cases apart",
    """
    The fields of a union's case stand in one object with the field that tells the cases apart, and a
    channel's message holds its payload in `payload`. Two fields with one name cannot be in one
    object: whichever is written last wins, and the other side decodes the wrong case.

    ```bascule wrong
    union PaymentResult by "kind" { success(kind: String), failure(code: Int) }
    event PaymentFinished sends PaymentResult
    ```

    ```bascule right
    union PaymentResult by "kind" { success(card: String), failure(code: Int) }
    event PaymentFinished sends PaymentResult
    ```
    """)
}
