import Diagnostics
import Text

/// The check `repeated-argument`.
enum RepeatedArgument {
  /// Creates the finding.
  ///
  /// - Parameter missing: the labels of required arguments that are not given.
  static func finding(
    _ label: String, _ first: Location, _ missing: [String], at location: Location
  ) -> Finding {
    page.finding(
      "duplicate argument `\(label)`", at: location, label: "given again",
      related: [.init("first given here", at: first)],
      help: missing.count == 1 ? "did you mean `\(missing[0])`?" : "delete one of the two",
      fix: missing.count == 1 ? .replace(location, with: missing[0], isSafe: false) : nil)
  }

  static let page = Page(
    "repeated-argument", .error, "a duplicate argument", fixes: .meaning)
}
