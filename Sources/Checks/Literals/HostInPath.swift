import Diagnostics
import Requests
import Semantics
import Text
import WebURL

/// Finds tests of a path with an app's scheme whose first component is in fact the host of such URLs.
enum HostInPath {
  static func findings(_ rules: RuleSet) -> [Finding] {
    let items = rules.handlers.map { $0.items } + rules.chains.map { $0.items }
    return items.joined().compactMap { item in
      guard case .rule(let rule) = item else { return nil }
      return finding(rule)
    }
  }

  private static func finding(_ rule: Rule) -> Finding? {
    guard let condition = rule.condition else { return nil }
    var scheme: String?
    var path: (location: Location, text: String)?
    for case .test(let test) in condition.operands {
      guard case .test(let value, .member(let pattern)) = test.core else { continue }
      if value == .scheme, case .oneOf(let names) = pattern, names.count == 1 {
        scheme = names[0].string
      } else if value == .path, let text = pattern.written {
        path = (test.location, text)
      } else if value == .pathComponent(1), path == nil, let text = pattern.written {
        path = (test.location, "/" + text)
      }
    }
    guard let scheme, !WebURL.isSpecial(scheme), !withoutHost.contains(scheme), let path,
      !rule.tests(.host), let first = path.text.split(separator: "/").first,
      path.text.hasPrefix("/"),
      first.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    else { return nil }
    let url = scheme + ":/" + path.text
    return Page.suspiciousLiteral.finding(
      "`\(first)` is the host of `\(url)`, not a part of its path", at: path.location,
      label: "only for URLs with another host before it",
      help: "compare the host, as in `host == \(Quoting.rule(String(first)))`")
  }

  /// The schemes whose URLs have no host.
  private static let withoutHost: Set<String> = [
    "about", "blob", "data", "facetime", "file", "javascript", "mailto", "sms", "tel",
  ]
}

extension TextPattern {
  /// The text, or the source of the pattern; nil for lists and expressions.
  fileprivate var written: String? {
    switch self {
    case .oneOf(let texts): texts.count == 1 ? texts[0].string : nil
    case .prefix(let text): text.string
    case .glob(let glob): glob.source
    case .noneOf, .suffix, .infix, .expression, .ignoringCase: nil
    }
  }
}
