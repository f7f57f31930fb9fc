import Diagnostics
import Semantics
import Text

/// The check `duplicate-declaration`.
enum DuplicateDeclaration {
  static func finding(
    _ noun: Noun, _ name: String, _ first: Location, at location: Location
  ) -> Finding {
    page.finding(
      "duplicate declaration of \(noun.rawValue) `\(name)`", at: location,
      label: "declared again", related: [.init("first declared here", at: first)],
      help: "rename one of the two, or delete one")
  }

  /// The finding about a second `defaults`.
  ///
  /// - Parameter first: the location of the first `defaults`.
  static func finding(_ first: Location, at location: Location) -> Finding {
    page.finding(
      "a second `defaults`: a rule set has one, for all of its files", at: location,
      label: "declared again", related: [.init("first declared here", at: first)],
      help: "write all clauses in one of the two")
  }

  static let page = Page(
    "duplicate-declaration", .error, "two declarations with the same name")
}
