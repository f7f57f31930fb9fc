import Diagnostics
import Interpreter
import Requests
import Semantics
import Text

/// The check `invalid-popup`.
enum InvalidPopup {
  static func findings(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    guard rules.hasPopups else { return [] }
    let openers = rules.chains.indices.map { Opener(ID($0), in: rules) }
    return responses(openers) + frames(openers, rules) + roles(openers, rules)
      + stores(openers, rules)
  }

  /// A chain with the rules that open popups, including those of the handlers and chains that it uses.
  private struct Opener {
    let name: String
    let isOfResponses: Bool
    /// The frames that the chain decides about.
    let frames: [FrameKind]
    let popups: [Popup]

    struct Popup {
      let rule: Rule
      let role: ID<Configuration>
      /// The outermost `use` line that inserts the rule; nil for a rule of the chain itself.
      let use: Location?
    }

    init(_ id: ID<Chain>, in rules: RuleSet) {
      let chain = rules[id]
      name = chain.name
      isOfResponses = chain.isResponses
      frames = FrameKind.allCases.filter { chain.frames.contains($0) }
      popups = FlatChain(id, in: rules).entries.compactMap { entry in
        entry.rule.popup.map { Popup(rule: entry.rule, role: $0, use: entry.uses.first) }
      }
    }
  }

  /// The findings about rules in chains of responses. In a handler, a rule that tests `frame == new` has another
  /// finding.
  private static func responses(_ openers: [Opener]) -> [Finding] {
    var seen: Set<Location> = []
    return openers.filter { $0.isOfResponses }.flatMap { opener in
      opener.popups.compactMap { popup in
        let isOwn = popup.use == nil
        guard isOwn || popup.rule.possibleFrames != [.new],
          seen.insert(popup.rule.location).inserted
        else { return nil }
        return page.finding(
          "a rule about responses cannot open a popup: only a request can be for a new window",
          at: popup.rule.head,
          related: popup.use.map { [.init("`\(opener.name)` uses it for responses", at: $0)] }
            ?? [],
          help: "decide about the request: put the rule into a chain")
      }
    }
  }

  /// The findings about rules that can match requests of other frames than `new`. A rule of a handler gets the frames
  /// of the chains that use it.
  private static func frames(_ openers: [Opener], _ rules: RuleSet) -> [Finding] {
    var seen: Set<Location> = []
    var findings: [Finding] = []
    func check(_ rule: Rule, _ frames: [FrameKind], _ related: [Finding.Related]) {
      let others = rule.possibleFrames.filter { $0 != .new && frames.contains($0) }
      guard let other = others.first, seen.insert(rule.location).inserted else { return }
      findings.append(
        page.finding(
          "`popup` needs `frame == new`: the rule can match requests of the `\(other.rawValue)` frame",
          at: rule.head, label: "holds for `frame == \(other.rawValue)` too", related: related,
          help: rule.isOtherwise
            ? "write `when frame == new` instead of `otherwise`" : "add `frame == new &&`"))
    }
    for opener in openers where !opener.isOfResponses {
      for popup in opener.popups {
        let use = popup.use.map { Finding.Related("`\(opener.name)` uses it", at: $0) }
        check(popup.rule, opener.frames, use.map { [$0] } ?? [])
      }
    }
    let used = Set(openers.flatMap { $0.popups.map { $0.rule.location } })
    for case .rule(let rule) in rules.handlers.flatMap({ $0.items })
    where rule.popup != nil && !used.contains(rule.location) {
      check(rule, FrameKind.allCases, [])
    }
    return findings
  }

  /// The findings about chains with popups of two configurations.
  private static func roles(_ openers: [Opener], _ rules: RuleSet) -> [Finding] {
    var seen: Set<Location> = []
    return openers.flatMap { opener -> [Finding] in
      guard let first = opener.popups.first else { return [] }
      return opener.popups.compactMap { popup in
        guard popup.role != first.role, seen.insert(popup.rule.location).inserted else {
          return nil
        }
        let names = [first.role, popup.role].map { "`\(rules[$0].name)`" }
        return page.finding(
          "`\(opener.name)` opens popups of two configurations, \(names[0]) and \(names[1])",
          at: popup.rule.head,
          related: [.init("the first popup is \(names[0])", at: first.rule.head)],
          help:
            "use one configuration for both: WebKit needs the web view before the rules have decided"
        )
      }
    }
  }

  /// The findings about popups whose data store differs from that of the web view that opens them.
  private static func stores(_ openers: [Opener], _ rules: RuleSet) -> [Finding] {
    var seen: Set<Location> = []
    return rules.configurations.compactMap { opener in
      guard let chain = opener.chain, let popup = openers[Int(chain.index)].popups.first else {
        return nil
      }
      let own = opener.settings.dataStore ?? .persistent
      let role = rules[popup.role]
      guard let other = role.settings.dataStore, other != own,
        seen.insert(popup.rule.location).inserted
      else { return nil }
      return page.finding(
        "a popup of `\(opener.name)` cannot have the data store of `\(role.name)`",
        at: popup.rule.head,
        related: [
          .init("its data store is `\(own.rawValue)`", at: opener.declared.location),
          .init("its data store is `\(other.rawValue)`", at: role.declared.location),
        ],
        help: "a popup shares the data store of the web view that opens it: write"
          + " `dataStore \(own.rawValue)` in the popup's configuration, or use another one")
    }
  }

  static let page = Page(
    "invalid-popup", .error, "a second web view that WebKit cannot make")
}
