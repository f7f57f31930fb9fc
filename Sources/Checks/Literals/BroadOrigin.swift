import Diagnostics
import Reachability
import Requests
import Semantics
import Text

/// `broad-origin`
enum BroadOrigin {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    for origin in input.rules.origins {
      for (pattern, location) in zip(origin.patterns, origin.locations) {
        guard let suffix = publicSuffix(pattern.host) else { continue }
        var witnesses = LiteralWitness(RuleSet())
        let set = OriginSet(name: origin.name, patterns: [pattern])
        guard
          let witness = witnesses.request(
            .url, [.test(.url, .origin(of: set))], location)
        else { continue }
        var finding = page.finding(
          suffix.isEmpty
            ? "origin `\(origin.name)` trusts every host, such as \(Prose.request(witness))"
            : "origin `\(origin.name)` trusts strangers: anyone can own a host in `\(suffix)`, such as"
              + " \(Prose.request(witness))",
          at: location, label: "too many hosts",
          help: "write the part of the host that belongs to you, as in `https://*.example.com`")
        finding.witness = RuleLanguagePrinter.requestText(witness)
        findings.append(finding)
      }
    }
    return findings
  }

  /// The suffix below which a wildcard begins, if anyone can register a name there; empty for all hosts.
  private static func publicSuffix(_ host: Glob) -> String? {
    guard let first = host.elements.first else { return nil }
    if case .literal = first { return nil }
    guard host.elements.count > 1 else { return "" }
    guard host.elements.count == 2, case .literal(let end) = host.elements[1], end.hasPrefix(".")
    else { return nil }
    let suffix = String(end.dropFirst())
    let labels = suffix.split(separator: ".")
    if suffix == "localhost" { return nil }
    if labels.count == 1 { return suffix }
    if labels.count == 2, labels[1].utf8.count == 2, secondLevel.contains(String(labels[0])) {
      return suffix
    }
    return hosters.contains(suffix) ? suffix : nil
  }

  /// Names directly below the domain of a country, below which anyone can register.
  private static let secondLevel: Set<String> = [
    "co", "com", "net", "org", "gov", "edu", "ac", "or", "ne", "go", "gob", "gouv", "nom", "ltd",
    "plc", "me", "id", "info", "biz",
  ]

  /// Services below whose domains anyone gets a host.
  private static let hosters: Set<String> = [
    "github.io", "gitlab.io", "herokuapp.com", "vercel.app", "netlify.app", "web.app",
    "firebaseapp.com", "pages.dev", "workers.dev", "cloudfront.net", "amazonaws.com",
    "s3.amazonaws.com", "azurewebsites.net", "azurestaticapps.net", "blogspot.com", "appspot.com",
    "ngrok.io", "ngrok-free.app", "fly.dev", "onrender.com", "surge.sh", "glitch.me", "repl.co",
    "myshopify.com", "wordpress.com", "webflow.io", "readthedocs.io", "trycloudflare.com",
  ]

  static let page = Page(
    "broad-origin", .warning, "an origin with hosts that anyone can own", security: "7.5",
    """
    A wildcard directly before a top-level domain, before a suffix such as `co.uk`, or before the domain
    of a hosting service matches the hosts of strangers. Pages of such an origin may send messages to
    native code. Bascule knows the usual second-level domains of countries and some hosting services, not
    the whole public suffix list.

    ```bascule wrong
    origin Store = "https://*.co.uk"
    strategy Cart receives String from Store
    ```

    ```bascule right
    origin Store = "https://*.store.co.uk"
    strategy Cart receives String from Store
    ```
    """)
}
