package import Requests
package import Text

/// The universal links of one app: a chain that a format other than rules describes.
package struct LinkChain: Sendable {
  /// The name of the app in findings and reports.
  package var name: String
  package var location: Location
  package var rules: [LinkRule]

  package init(name: String, location: Location, rules: [LinkRule]) {
    self.name = name
    self.location = location
    self.rules = rules
  }
}

/// A pattern of URLs that the system opens in the app, or leaves in the browser.
package struct LinkRule: Sendable {
  /// A test of one part of the URL.
  package struct Part: Sendable {
    package var value: RequestValue
    package var core: CoreCondition
    package var location: Location

    package init(_ value: RequestValue, _ core: CoreCondition, at location: Location) {
      self.value = value
      self.core = core
      self.location = location
    }
  }

  /// The tests of the pattern. There is at least one, and all must hold.
  package var parts: [Part]
  /// True if matching URLs stay in the browser.
  package var isExcluded: Bool
  package var comment: String?
  /// The location that findings name.
  package var head: Location
  package var location: Location

  package init(
    _ parts: [Part], isExcluded: Bool, comment: String?, head: Location, location: Location
  ) {
    self.parts = parts
    self.isExcluded = isExcluded
    self.comment = comment
    self.head = head
    self.location = location
  }
}

extension RuleSet {
  /// The name of the action of links that the system opens in the app.
  package static let linkAction = "openInApp"

  /// Creates a rule set with the chains of links as chains of requests.
  ///
  /// If a link opens in the app, the request is cancelled. If the link stays in the browser, or no pattern matches,
  /// the request is allowed.
  package init(_ links: [LinkChain]) {
    guard let first = links.first else { return }
    actions = [
      Action(
        declared: Declared(
          name: Self.linkAction, location: first.location,
          documentation: "The system opens the link in the app."),
        parameters: [], result: .none)
    ]
    chains = links.map { link in
      Chain(
        declared: Declared(name: link.name, location: link.location),
        frames: .default(.requests), items: link.rules.map { .rule(Rule($0)) })
    }
  }
}

extension Rule {
  fileprivate convenience init(_ link: LinkRule) {
    let tests = link.parts.map { part in
      Condition.test(Test(subject: part.value, core: part.core, location: part.location))
    }
    self.init(
      condition: tests.count == 1 ? tests[0] : .all(tests, link.head), captures: [],
      steps: link.isExcluded
        ? [] : [Step(kind: .perform(ID(0), []), location: link.location)],
      decision: link.isExcluded ? .allow : .cancel, location: link.location,
      documentation: link.comment)
  }
}

extension RuleSet {
  /// The rule set with one more chain of requests. It has the rules of another chain without `otherwise`, between
  /// rules that allow what the given links match.
  package func adding(
    _ before: [LinkRule], _ after: [LinkRule], around id: ID<Chain>
  ) -> (rules: RuleSet, chain: ID<Chain>) {
    func allowing(_ link: LinkRule) -> ChainItem {
      var link = link
      link.isExcluded = true
      return .rule(Rule(link))
    }
    var chain = self[id]
    let items = chain.items.filter { $0.rule?.isOtherwise != true }
    chain.items = before.map(allowing) + items + after.map(allowing)
    var rules = self
    rules.chains.append(chain)
    return (rules, ID(rules.chains.count - 1))
  }
}
