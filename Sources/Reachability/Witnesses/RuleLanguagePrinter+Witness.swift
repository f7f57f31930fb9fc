import Requests
package import Semantics
import WebURL

extension RuleLanguagePrinter {
  /// The witness as the request of a test case.
  package static func requestText(_ witness: Witness) -> String {
    request(witness.url.normalized, with: witness.settings, declined: witness.declined)
  }
}
