import Diagnostics
import Text

/// The check `duplicate-member`.
enum DuplicateMember {
  static func finding(
    _ word: String, _ name: String, _ first: Location, at location: Location
  ) -> Finding {
    switch word {
    case "name" where first == location:
      page.finding(
        "capture has the name of the request value `\(name)`", at: location,
        label: "a value of the request", help: "rename the capture")
    case "name":
      page.finding(
        "capture has the name of the flag `\(name)`", at: location, label: "a flag",
        related: [.init("the flag", at: first)], help: "rename the capture")
    case "entry":
      page.finding(
        "duplicate entry `\(name)` in this list", at: location, label: "listed again",
        related: [.init("first listed here", at: first)], help: "delete one of the two")
    case "kind":
      page.finding(
        "another case is \(name), too", at: location, label: "\(name)",
        related: [.init("the other case", at: first)],
        help:
          "values without a field that names the case differ by their kind of JSON: delete one of the two, or"
          + " use `by` and a field")
    default:
      page.finding(
        "duplicate \(word) `\(name)`", at: location, label: "declared again",
        related: [.init("first declared here", at: first)],
        help: "rename one of the two, or delete one")
    }
  }

  static let page = Page(
    "duplicate-member", .error,
    "fields, cases, parameters, captures, wire names or list entries with the same name")
}
