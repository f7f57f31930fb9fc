import Reachability
import Semantics
import Text

extension Prose {
  /// `` `https://a.com/` with `frame == new` and `isHomePage` ``.
  static func request(_ witness: Witness) -> String {
    var settings: [String] = witness.flags
    if witness.frame != .main { settings.append("frame == \(witness.frame.rawValue)") }
    if witness.navigation != .other {
      settings.append("navigation == \(witness.navigation.rawValue)")
    }
    if witness.method != "GET" { settings.append("method == \(Quoting.rule(witness.method))") }
    for (name, value) in witness.headers.sorted(by: { $0.key < $1.key }) {
      settings.append("header[\(Quoting.rule(name))] == \(Quoting.rule(value))")
    }
    if witness.download { settings.append("download") }
    if let page = witness.pageText { settings.append("page \(Quoting.rule(page))") }
    // A backtick would end the quotation.
    let url = witness.urlText.split(separator: "`", omittingEmptySubsequences: false)
      .joined(separator: "%60")
    return settings.isEmpty ? "`\(url)`" : "`\(url)` with \(list(settings, "and"))"
  }
}
