/// The part of a host that one owner has registered.
enum RegistrableDomain {
  /// The registered domain of a host, such as `bank.example` for `www.bank.example`.
  ///
  /// Nil for a single label, an address, and a suffix below which anyone can register a name.
  static func of(_ host: some StringProtocol) -> String? {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // The last label of a name is a word, perhaps in Punycode. A number is a part of an address.
    guard labels.count > 1, let last = labels.last,
      last.utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }) || last.hasPrefix("xn--")
    else { return nil }
    guard labels.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else { return nil }
    for count in 2...labels.count {
      let domain = labels.suffix(count).joined(separator: ".")
      if !isShared(domain) { return domain }
    }
    return nil
  }

  /// Returns whether anyone can own a host below the suffix.
  ///
  /// Such a suffix is a top-level domain (`com`), a usual second-level domain of a country (`co.uk`), or the domain
  /// of a hosting service. The list does not contain the whole public suffix list.
  static func isShared(_ suffix: String) -> Bool {
    let labels = suffix.split(separator: ".")
    if suffix == "localhost" { return false }
    if labels.count == 1 { return true }
    if labels.count == 2, labels[1].utf8.count == 2, secondLevel.contains(String(labels[0])) {
      return true
    }
    return hosters.contains(suffix)
  }

  /// The labels of second-level domains of countries, below which anyone can register a name.
  private static let secondLevel: Set<String> = [
    "co", "com", "net", "org", "gov", "edu", "ac", "or", "ne", "go", "gob", "gouv", "nom", "ltd",
    "plc", "me", "id", "info", "biz",
  ]

  /// The domains of services that give a host below the domain to anyone.
  private static let hosters: Set<String> = [
    "github.io", "gitlab.io", "herokuapp.com", "vercel.app", "netlify.app", "web.app",
    "firebaseapp.com", "pages.dev", "workers.dev", "cloudfront.net", "amazonaws.com",
    "s3.amazonaws.com", "azurewebsites.net", "azurestaticapps.net", "blogspot.com", "appspot.com",
    "ngrok.io", "ngrok-free.app", "fly.dev", "onrender.com", "surge.sh", "glitch.me", "repl.co",
    "myshopify.com", "wordpress.com", "webflow.io", "readthedocs.io", "trycloudflare.com",
  ]
}
