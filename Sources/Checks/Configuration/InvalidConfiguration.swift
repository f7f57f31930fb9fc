package import Diagnostics
package import Text

/// The check `invalid-configuration`.
package enum InvalidConfiguration {
  /// Creates a finding.
  ///
  /// - Parameter location: the location in the `bascule.json`.
  package static func finding(
    _ message: String, at location: Location, help: String?, fix: Fix?
  ) -> Finding {
    page.finding(message, at: location, help: help, fix: fix)
  }

  static let page = Page(
    "invalid-configuration", .error, "invalid `bascule.json`", fixes: .meaning)
}
