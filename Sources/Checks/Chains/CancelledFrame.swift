import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import WebURL

/// The check `cancelled-frame`.
enum CancelledFrame {
  /// The maximum number of rules with `allow` that are tried, in their order.
  private static let mostTried = 20

  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.analyses.indices.compactMap { finding($0, facts) }
  }

  private static func finding(_ chain: Int, _ facts: ChainFacts) -> Finding? {
    let declared = facts.input.rules.chains[chain]
    guard !declared.isResponses, declared.frames.sub, facts.isComplete(chain) else { return nil }
    let interpreter = facts.chainInterpreter(chain)
    for address in ["about:srcdoc", "about:blank"] {
      guard let url = WebURL.parse(address) else { continue }
      let witness = Witness(url: url).inFrame
      let outcome = interpreter.decide(witness.request)
      guard outcome.decision == .cancel, outcome.steps.isEmpty, let entry = outcome.entry else {
        continue
      }
      let rule = interpreter.chain.rules[entry]
      guard !rule.tests(.input(.frame)), !rule.namesBlankPages,
        let (shown, allowing) = allowedFrame(chain, interpreter, facts)
      else { continue }
      var finding = page.finding(
        "frames without a URL of their own stay empty: \(Prose.request(witness)) gets `cancel`",
        at: rule.head, label: "decides about frames that are filled without a request, too",
        related: allowing.map {
          [Finding.Related("allows \(Prose.request(shown)), as in a list of schemes", at: $0.head)]
        } ?? [],
        help: "put `when frame == sub && scheme == \"about\" allow` before this rule")
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
    return nil
  }

  /// A web page that the chain allows in a frame, with the rule that allows it; nil if none is found.
  private static func allowedFrame(
    _ chain: Int, _ interpreter: Interpreter, _ facts: ChainFacts
  ) -> (Witness, Rule?)? {
    var candidates = [WebURL.parse("https://example.com/")].compactMap { $0 }
      .map { Witness(url: $0).inFrame }
    var tried = 0
    facts.eachRule(chain) { entry, rule in
      guard tried < mostTried, rule.decision.isAllow, rule.possibleFrames.contains(.sub) else {
        return
      }
      tried += 1
      candidates += facts.frameRequests(chain, entry)
    }
    for witness in candidates {
      let outcome = interpreter.decide(witness.request)
      if outcome.decision.isAllow {
        return (witness, outcome.entry.map { interpreter.chain.rules[$0] })
      }
    }
    return nil
  }

  static let page = Page(
    "cancelled-frame", .warning,
    "a chain that allows frames of the web, but cancels those without a URL")
}

extension Rule {
  /// True if the condition names the scheme `about`, or a URL with this scheme.
  fileprivate var namesBlankPages: Bool {
    var found = false
    condition?.core.eachTest { value, test in
      guard case .part(_, of: .request) = value, case .member(let pattern) = test else { return }
      switch pattern {
      case .oneOf(let texts), .noneOf(let texts):
        found = found || texts.contains { $0.string.hasPrefix("about") }
      case .prefix(let text), .ignoringCase(.whole, let text), .ignoringCase(.prefix, let text):
        found = found || text.string.hasPrefix("about")
      case .glob(let glob): found = found || glob.source.hasPrefix("about")
      case .suffix, .infix, .expression, .ignoringCase: break
      }
    }
    return found
  }
}
