import Automata
import Requests
import Semantics
import TestSupport
import Testing
import WebURL

@testable import Reachability

/// Compares the language of the texts that the host of a URL can have with the parser.
@Suite struct HostDomainTests {
  private let store = LanguageStore()

  private func isPossible(_ host: String) -> Bool {
    let domains = ComponentDomains(TextLanguages(store: store, rules: RuleSet()))
    guard case .language(let hosts) = domains.text(of: .ofURL(.host), .https).texts else {
      return false
    }
    return store.contains(hosts, host)
  }

  @Test(.seeded) func addressesAreWrittenAsTheParserWritesThem() {
    var dice = Dice(Seed.of(53))
    for pattern in 0..<256 {
      let pieces = (0..<8).map { index in
        pattern >> index & 1 == 1 ? 0 : 1 + dice.roll(0xFFFF)
      }
      let texts = pieces.map { String($0, radix: 16) }
      // Each run of zeros is replaced by `::`, or none is.
      var hosts = ["[\(texts.joined(separator: ":"))]"]
      for start in 0..<8 {
        for end in start + 1..<9 where pieces[start..<end].allSatisfy({ $0 == 0 }) {
          hosts.append(
            "[\(texts[..<start].joined(separator: ":"))::\(texts[end...].joined(separator: ":"))]")
        }
      }
      var possible = 0
      for host in hosts {
        let isNormal = WebURL.parse("https://\(host)/")?.host == host
        if isPossible(host) != isNormal { Issue.record("\(host) is normal: \(isNormal)") }
        if isNormal { possible += 1 }
      }
      #expect(possible == 1)
    }
  }
}
