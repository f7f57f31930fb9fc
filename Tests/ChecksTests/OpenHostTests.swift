import Diagnostics
import RandomRules
import TestSupport
import Testing
import Text
import WebURL

/// Compares findings about conditions that hosts of other owners satisfy with requests of such hosts.
struct OpenHostTests {
  /// Tests that each test that another owner's request passes has a finding with such a request, and that other tests
  /// have none.
  @Test(.seeded) func strangersAreFoundByTrial() throws {
    var random = RandomChoice(seed: Seed.of(591))
    var (open, closed) = (0, 0)
    for _ in 0..<TestOptions.cases(60, long: 1_500) {
      let domain = random.one(of: ["bank.example", "shop.test", "a-b.co.uk"])
      let condition = Self.condition(domain, &random)
      let set = RuleSetUnderTest("chain C { when \(condition) allow otherwise cancel }")
      let finding = set.findings().first { $0.message.hasPrefix("hosts of strangers") }
      let stranger = Self.strangers(of: domain).first { set.matchesFirstRule($0) == true }
      #expect((finding == nil) == (stranger == nil), "\(condition): \(stranger ?? "-")")
      guard let finding else {
        closed += 1
        continue
      }
      open += 1
      let url = try #require(finding.witness).filter { $0 != "\"" }
      #expect(set.matchesFirstRule(url) == true, "\(condition): \(url)")
      let host = try #require(WebURL.parse(url)?.host)
      #expect(host != domain && !host.hasSuffix("." + domain), "\(condition): \(url)")
      // The condition in the help no longer accepts other owners.
      guard let fix = finding.fix else { continue }
      let mended = set.applying(fix)
      #expect(mended.codes().allSatisfy { $0 == "redundant-condition" }, "\(mended.text)")
      #expect(
        Self.strangers(of: domain).allSatisfy { mended.matchesFirstRule($0) != true },
        "\(mended.text)")
    }
    #expect(open > 0 && closed > 0)
  }

  /// Tests that an expression with several hosts is open only if it also matches a host of another owner.
  @Test(arguments: [
    ("host matches /a\\.example|b\\.example/", false),
    ("host matches /(.+\\.)?(a\\.example|b\\.example)/", false),
    ("url matches /https:\\/\\/(a\\.example|b\\.example)\\/.*/", false),
    ("url matches /https:\\/\\/a\\.example\\/.*|https:\\/\\/b\\.example\\/.*/", false),
    ("url matches /https:\\/\\/(a\\.example|b\\.example).*/", true),
    ("host matches /.*(a\\.example|b\\.example)/", true),
    ("host hasSuffix \"bank.xn--p1ai\"", true),
    ("page.url hasPrefix \"https://bank.example\"", true),
    ("source.host hasSuffix \"bank.example\"", true),
    ("document.url contains \"bank.example\"", true),
    ("!(url contains \"bank.example\")", true),
  ])
  func severalHosts(_ condition: String, _ isOpen: Bool) {
    let set = RuleSetUnderTest("chain C { when \(condition) allow otherwise cancel }")
    #expect(set.codes() == (isOpen ? ["suspicious-literal"] : []), "\(set.summary())")
  }

  private static func condition(_ domain: String, _ random: inout RandomChoice) -> String {
    let host = random.once(in: 3) ? "www." + domain : domain
    let escaped = host.replacing(".", with: "\\.")
    let forms = [
      "host == \"\(host)\"", "host hasSuffix \".\(host)\"", "host hasSuffix \"\(host)\"",
      "host hasPrefix \"\(host)\"", "host contains \"\(host)\"", "host like \"*.\(host)\"",
      "host like \"*\(host)\"", "host like \"**.\(host)\"", "host like \"**\(host)\"",
      "host like \"\(host)*\"", "host matches /\(escaped)/", "host matches /.*\(escaped)/",
      "host matches /(.+\\.)?\(escaped)/", "host matches /\(escaped).*/",
      "url hasPrefix \"https://\(host)\"", "url hasPrefix \"https://\(host)/\"",
      "url hasPrefix \"https://\(host)/a\"", "url contains \"\(host)\"",
      "url contains \"//\(host)/\"", "url like \"https://\(host)/**\"",
      "url like \"https://\(host)*\"", "url like \"https://\(host)*/**\"",
      "url like \"https://*\(host)/**\"", "url like \"https://*.\(host)/**\"",
      "url matches /https:\\/\\/\(escaped).*/", "url matches /https:\\/\\/\(escaped)\\/.*/",
      "url matches /.*\(escaped).*/",
    ]
    let form = random.one(of: forms)
    return random.once(in: 4) ? "scheme == \"https\" && \(form)" : form
  }

  /// Returns URLs of other owners that contain the text of the host.
  private static func strangers(of domain: String) -> [String] {
    let urls = [domain, "www." + domain].flatMap { host in
      [
        "https://evil\(host)/", "https://\(host).evil.example/", "https://\(host)evil/",
        "https://evil\(host).evil.example/", "https://evil.example/\(host)",
        "https://evil.example/a?u=https://\(host)/", "https://\(host)@evil.example/",
        "https://evil-\(host)/a", "https://\(host)x/a", "https://a\(host)/a/b",
      ]
    }
    return urls.filter { url in
      let host = WebURL.parse(url)?.host ?? domain
      return host != domain && !host.hasSuffix("." + domain)
    }
  }
}
