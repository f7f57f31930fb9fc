package import Semantics
import WebURL

extension RuleLanguagePrinter {
  /// The witness as a test case writes its request.
  ///
  /// - Parameter declined: names of the attempted actions that fail.
  package static func requestText(_ witness: Witness, declined: [String] = []) -> String {
    request(
      witness.url.normalized,
      with: RequestSetting.changed(
        flags: witness.flags, declined: declined, frame: witness.frame,
        navigation: witness.navigation, method: witness.method, headers: witness.headers,
        download: witness.download, page: witness.page?.normalized))
  }
}
