import Diagnostics
import Text

/// `duplicate-member`
enum DuplicateMember {
  static func finding(
    _ word: String, _ name: String, _ first: Location, at location: Location
  ) -> Finding {
    switch word {
    case "name" where first == location:
      page.finding(
        "a capture cannot be called `\(name)`, which is a value of the request", at: location,
        label: "taken by the request", help: "give the capture another name")
    case "name":
      page.finding(
        "a capture cannot be called `\(name)`, which is a flag", at: location, label: "taken",
        related: [.init("the flag", at: first)], help: "give the capture another name")
    case "entry":
      page.finding(
        "`\(name)` stands in this list twice", at: location, label: "listed again",
        related: [.init("first listed here", at: first)], help: "leave one of the two out")
    default:
      page.finding(
        "the \(word) `\(name)` is there already", at: location, label: "again",
        related: [.init("first here", at: first)], help: "rename one of the two, or delete one")
    }
  }

  static let page = Page(
    "duplicate-member", .error,
    "two fields, cases, parameters, captures, wire names or list entries share a name",
    """
    Within one declaration every field, case, parameter and capture has a name of its own, and so has
    everything on the wire: two fields with one wire name would overwrite each other in the JSON
    object, two cases with one raw value could not be told apart when decoded. A capture cannot take
    the name of a flag or of a value of the request either, since both are written alike.

    ```bascule wrong
    model CartItem { sku: String, code "sku": String }
    strategy Cart receives CartItem
    ```

    ```bascule right
    model CartItem { sku: String, code: String }
    strategy Cart receives CartItem
    ```
    """)
}
