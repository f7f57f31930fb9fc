import Diagnostics
import Semantics
import Text

/// The check `duplicate-event-identifier`.
enum DuplicateEventIdentifier {
  static func findings(_ input: CheckInput) -> [Finding] {
    let entries = input.rules.events.map {
      IdentifierSpace.Entry(
        noun: "the event", name: $0.name, identifier: $0.identifier,
        location: $0.identifierLocation, nameLocation: $0.declared.location)
    }
    return IdentifierSpace.duplicates(entries, page, "")
  }

  static let page = Page(
    "duplicate-event-identifier", .error, "two events with one identifier", fixes: .meaning,
    """
    A page distinguishes events by their identifiers. If two events share one, listeners of one get the
    payload of the other and fail to decode it.

    ```bascule wrong
    event PaymentFinished "payment" sends Int
    event PaymentStarted "payment"
    ```

    ```bascule right
    event PaymentFinished "payment" sends Int
    event PaymentStarted "paymentStarted"
    ```
    """)
}
