import Diagnostics
import Semantics
import Text

/// The check `duplicate-call-identifier`.
enum DuplicateCallIdentifier {
  static func findings(_ input: CheckInput) -> [Finding] {
    let entries = input.rules.calls.filter { $0.isRegistered }.map {
      IdentifierSpace.Entry(
        noun: "the call", name: $0.name, identifier: $0.identifier,
        location: $0.identifierLocation, nameLocation: $0.declared.location)
    }
    return IdentifierSpace.duplicates(entries, page, "")
  }

  static let page = Page(
    "duplicate-call-identifier", .error, "two calls with one identifier", fixes: .meaning)
}
