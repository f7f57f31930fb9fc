package import Diagnostics
import Interpreter
import Reachability
import Requests
package import Semantics
package import Text

/// The universal links of an app on one host, and the chain that decides about them after the app has received them.
package struct LinkedChain {
  private let link: LinkChain
  private let host: String
  /// Returns the pattern and its place, in words.
  private let place: (LinkRule) -> String

  /// - Parameters:
  ///   - file: the association file that contains the links.
  package init(_ link: LinkChain, of file: SourceFile, host: String) {
    self.link = link
    self.host = host
    let lines = LineIndex(file)
    place = { rule in
      let line = lines.position(at: rule.location.span.start).line
      return "`\(file.text(rule.head.span))` of `\(file.name):\(line)`"
    }
  }

  /// The findings about a chain, with locations in the rule files.
  package func findings(
    _ rules: RuleSet, _ chain: ID<Chain>, _ severities: Severities = Severities()
  ) -> [Finding] {
    Checks.graded(unhandled(rules, chain) + excluded(rules, chain), severities)
  }

  /// The tests for a link of the host: by `https`, on the default port, loaded by the app itself in the main frame.
  private func load(at location: Location) -> [LinkRule.Part] {
    func choice(_ input: RequestInput, _ name: String) -> LinkRule.Part {
      let value = RequestValue.input(input)
      let position = input.choices.firstIndex(of: name)
      let test = RequestTest.choice(of: ChoiceSet(position.map { [$0] } ?? []))
      return LinkRule.Part(value, .test(value, test), at: location)
    }
    return [
      LinkRule.Part(
        .scheme, .test(.scheme, .member(of: .oneOf(["https"]))), at: location),
      LinkRule.Part(
        .host, .test(.host, .member(of: .oneOf([ExactString(host)]))), at: location),
      LinkRule.Part(.port, .not(.test(.port, .present)), at: location),
      choice(.frame, FrameKind.main.rawValue), choice(.navigation, NavigationKind.other.rawValue),
    ]
  }

  /// The findings about patterns with links that only the end of the chain decides about.
  private func unhandled(_ rules: RuleSet, _ chain: ID<Chain>) -> [Finding] {
    let patterns = link.rules.map { rule in
      var rule = rule
      rule.parts += load(at: rule.location)
      return rule
    }
    let (all, id) = rules.adding([], patterns, around: chain)
    let entries = ChainAnalyzer(all).analyze(id).entries
    let otherwise = rules[chain].items.lazy.compactMap { $0.rule }.first { $0.isOtherwise }
    let name = rules[chain].declared
    return zip(link.rules, entries.suffix(patterns.count)).compactMap { rule, verdict in
      guard !rule.isExcluded, case .reachable(let witness) = verdict else { return nil }
      var finding = UnhandledLink.page.finding(
        "no rule of `\(name.name)` is about links that open the app: \(place(rule))",
        at: otherwise?.location ?? name.location,
        label: "decides about \(Prose.request(witness))",
        help: "add a rule for these links, or exclude them from the app's links")
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
  }

  /// The findings about rules that present a screen for links that an exclusion keeps in the browser.
  private func excluded(_ rules: RuleSet, _ chain: ID<Chain>) -> [Finding] {
    guard let first = link.rules.first, link.rules.contains(where: { $0.isExcluded }) else {
      return []
    }
    // The condition holds if the first matching pattern is an exclusion.
    let isExcluded = link.rules.reversed().reduce(CoreCondition.constant(false)) { rest, rule in
      let matches = CoreCondition.all(rule.parts.map { $0.core })
      return rule.isExcluded ? .any([matches, rest]) : .all([.not(matches), rest])
    }
    let load = CoreCondition.all(load(at: first.location).map { $0.core } + [isExcluded])
    let others = LinkRule(
      [LinkRule.Part(.url, .not(load), at: first.location)], isExcluded: true, comment: nil,
      head: first.location, location: first.location)
    let (all, id) = rules.adding([others], [], around: chain)
    let analysis = ChainAnalyzer(all).analyze(id)
    return analysis.chain.rules.enumerated().dropFirst().compactMap { entry, rule in
      guard rule.steps.contains(where: { $0.showsScreen }),
        case .reachable(let witness) = analysis.entries[entry]
      else { return nil }
      var finding = ExcludedLink.page.finding(
        "rule presents a screen for links that stay in the browser elsewhere", at: rule.head,
        label: "matches \(Prose.request(witness))",
        help: "delete the exclusion from the app's links if the screen is for all of them")
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
  }
}

extension Step {
  fileprivate var showsScreen: Bool {
    switch kind {
    case .present, .push: true
    case .perform, .attempt, .attemptOpenURL, .openURL, .loadURL, .dismiss: false
    }
  }
}
