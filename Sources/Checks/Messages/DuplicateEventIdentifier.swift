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
    "duplicate-event-identifier", .error, "two events with one identifier", fixes: .meaning)
}
