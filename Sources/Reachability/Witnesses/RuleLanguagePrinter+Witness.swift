import Requests
package import Semantics
import WebURL

extension RuleLanguagePrinter {
  /// The witness as the request of a test case.
  ///
  /// - Parameter declined: names of the attempted actions that fail.
  package static func requestText(_ witness: Witness, declined: [String] = []) -> String {
    request(witness.url.normalized, with: witness.settings, declined: declined)
  }
}
