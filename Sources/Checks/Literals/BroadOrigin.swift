import Diagnostics
import Reachability
import Requests
import Semantics
import Text

/// The check `broad-origin`.
enum BroadOrigin {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    for origin in input.rules.origins {
      for (pattern, location) in zip(origin.patterns, origin.locations) {
        let set = OriginSet(name: origin.name, patterns: [pattern])
        let isOfOrigin = CoreCondition.test(.url, .origin(of: set))
        var witnesses = LiteralWitness(RuleSet())
        if let suffix = publicSuffix(pattern.host),
          let witness = witnesses.request(.url, [isOfOrigin], location)
        {
          findings.append(broad(origin.name, suffix, witness, at: location))
        } else if let domain = ownDomain(pattern.host) {
          let isOfStranger = CoreCondition.test(.host, .member(of: .prefix("evil")))
          guard let witness = witnesses.request(.url, [isOfOrigin, isOfStranger], location) else {
            continue
          }
          findings.append(open(origin.name, domain, witness, at: location, input))
        }
      }
    }
    return findings
  }

  private static func broad(
    _ origin: String, _ suffix: String, _ witness: Witness, at location: Location
  ) -> Finding {
    var finding = page.finding(
      suffix.isEmpty
        ? "origin `\(origin)` trusts every host, such as \(Prose.request(witness))"
        : "origin `\(origin)` trusts strangers: anyone can own a host in `\(suffix)`, such as"
          + " \(Prose.request(witness))",
      at: location, label: "too many hosts",
      help: "write the part of the host that belongs to you, as in `https://*.example.com`")
    finding.witness = RuleLanguagePrinter.requestText(witness)
    return finding
  }

  private static func open(
    _ origin: String, _ domain: String, _ witness: Witness, at location: Location,
    _ input: CheckInput
  ) -> Finding {
    let written = input.text(location)
    let meant = written.replacing("**" + domain, with: "*" + domain)
      .replacing("*" + domain, with: "**." + domain)
    var finding = page.finding(
      "origin `\(origin)` trusts strangers: \(Prose.request(witness)) is of it", at: location,
      label: "the wildcard can be a part of a label",
      help: "write \(Prose.code(meant))",
      fix: .replace(location, with: meant, isSafe: false))
    finding.witness = RuleLanguagePrinter.requestText(witness)
    return finding
  }

  /// The suffix below which a wildcard begins, if anyone can register a name there; empty for all hosts, nil
  /// otherwise.
  private static func publicSuffix(_ host: Glob) -> String? {
    guard let end = openEnd(host) else { return nil }
    if end.isEmpty { return "" }
    guard end.hasPrefix(".") else { return nil }
    let suffix = String(end.dropFirst())
    return RegistrableDomain.isShared(suffix) ? suffix : nil
  }

  /// The domain in a pattern such as `*bank.example`, whose wildcard can be a part of a label; nil for other
  /// patterns.
  private static func ownDomain(_ host: Glob) -> String? {
    guard let end = openEnd(host), !end.isEmpty, !end.hasPrefix(".") else { return nil }
    return RegistrableDomain.of(end) == end ? end : nil
  }

  /// The text after a wildcard at the start of the pattern; nil for other patterns.
  private static func openEnd(_ host: Glob) -> String? {
    guard let first = host.elements.first else { return nil }
    if case .literal = first { return nil }
    guard host.elements.count > 1 else { return "" }
    guard host.elements.count == 2, case .literal(let end) = host.elements[1] else { return nil }
    return end
  }

  static let page = Page(
    "broad-origin", .warning, "an origin with hosts that anyone can own", fixes: .meaning,
    security: "7.5")
}
