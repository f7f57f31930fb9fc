import Diagnostics
import Text

/// The check `merge-conflict`.
enum MergeConflict {
  static func finding(_ middle: Location, _ end: Location, at location: Location) -> Finding {
    page.finding(
      "unresolved merge conflict", at: location, label: "the first version starts here",
      related: [
        .init("the second version starts here", at: middle),
        .init("the conflict ends here", at: end),
      ],
      help: "keep one version, or what is right of both, and delete the three markers")
  }

  static let page = Page(
    "merge-conflict", .error, "the markers of a merge conflict")
}
