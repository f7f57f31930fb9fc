import Diagnostics
import Interpreter
import Requests
import Semantics
import Text

/// `invalid-popup`
enum InvalidPopup {
  static func findings(_ input: CheckInput) -> [Finding] {
    guard input.rules.hasPopups else { return [] }
    return responses(input) + frames(input) + roles(input) + stores(input)
  }

  /// The rules about responses.
  private static func responses(_ input: CheckInput) -> [Finding] {
    input.rules.chains.filter(\.isResponses).flatMap { chain in
      chain.items.compactMap { item in
        guard case .rule(let rule) = item, rule.popup != nil else { return nil }
        return page.finding(
          "a rule about responses cannot open a popup: only a request can be for a new window",
          at: rule.head,
          help: "decide about the request: put the rule into a chain")
      }
    }
  }

  /// The rules that can match other requests than those for new windows.
  private static func frames(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    let chains = rules.chains.filter { !$0.isResponses }.map { chain in
      (items: chain.items, frames: FrameKind.allCases.filter { chain.frames.contains($0) })
    }
    let handlers = rules.handlers.map { (items: $0.items, frames: FrameKind.allCases) }
    return (chains + handlers).flatMap { items, frames in
      items.compactMap { item in
        guard case .rule(let rule) = item, rule.popup != nil else { return nil }
        let others = rule.possibleFrames.filter { $0 != .new && frames.contains($0) }
        guard let other = others.first else { return nil }
        return page.finding(
          "`popup` needs `frame == new`: the rule can match requests of the `\(other.rawValue)` frame",
          at: rule.head, label: "holds for `frame == \(other.rawValue)` too",
          help: rule.isOtherwise
            ? "write `when frame == new` instead of `otherwise`" : "add `frame == new &&`")
      }
    }
  }

  /// The chains with popups of two configurations.
  private static func roles(_ input: CheckInput) -> [Finding] {
    var seen: Set<Location> = []
    return input.rules.chains.indices.flatMap { index -> [Finding] in
      let popups = self.popups(ID(index), input)
      guard let first = popups.first else { return [] }
      return popups.compactMap { rule, role in
        guard role != first.role, seen.insert(rule.location).inserted else { return nil }
        let names = [first.role, role].map { "`\(input.rules[$0].name)`" }
        return page.finding(
          "`\(input.rules.chains[index].name)` opens popups of two configurations,"
            + " \(names[0]) and \(names[1])", at: rule.head,
          related: [.init("the first popup is \(names[0])", at: first.rule.head)],
          help:
            "use one configuration for both: WebKit needs the web view before the rules have decided"
        )
      }
    }
  }

  /// The popups whose data store differs from that of the web view that opens them.
  private static func stores(_ input: CheckInput) -> [Finding] {
    var seen: Set<Location> = []
    return input.rules.configurations.compactMap { opener in
      guard let chain = opener.chain, let (rule, role) = popups(chain, input).first else {
        return nil
      }
      let own = opener.settings.dataStore ?? .persistent
      guard let other = input.rules[role].settings.dataStore, other != own,
        seen.insert(rule.location).inserted
      else { return nil }
      let name = input.rules[role].name
      return page.finding(
        "a popup of `\(opener.name)` cannot have the data store of `\(name)`", at: rule.head,
        related: [
          .init("its data store is `\(own.rawValue)`", at: opener.declared.location),
          .init("its data store is `\(other.rawValue)`", at: input.rules[role].declared.location),
        ],
        help: "a popup shares the data store of the web view that opens it: write"
          + " `dataStore \(own.rawValue)` in the popup's configuration, or use another one")
    }
  }

  private static func popups(
    _ chain: ID<Chain>, _ input: CheckInput
  ) -> [(rule: Rule, role: ID<Configuration>)] {
    FlatChain(chain, in: input.rules).rules.compactMap { rule in
      rule.popup.map { (rule, $0) }
    }
  }

  static let page = Page(
    "invalid-popup", .error, "a second web view that WebKit cannot make",
    """
    `popup Help` shows the window that a page opens in a second web view of the configuration `Help`. Only a
    request for a new window has such a web view, so the rule's condition has to test `frame == new`, in the
    rule itself, in a block around it or by `frames new` of its chain.

    ```bascule wrong
    chain Default {
      when host == "help.example" popup Help
      otherwise allow
    }
    configuration Default { chain Default }
    configuration Help { chain Default }
    ```

    ```bascule right
    chain Default {
      when frame == new && host == "help.example" popup Help
      otherwise allow
    }
    configuration Default { chain Default }
    configuration Help { chain Default }
    ```

    For `window.open` WebKit needs the web view at once, before a rule can wait for an answer of the app. So all
    popups of a chain have one configuration. WebKit also gives the popup the data store of the web view that
    opens it; a configuration with another `dataStore` cannot be its popup.

    ```bascule wrong
    chain Default {
      when frame == new popup Private
      otherwise allow
    }
    configuration Default { chain Default }
    configuration Private { dataStore ephemeral }
    ```

    ```bascule right
    chain Default {
      when frame == new popup Public
      otherwise allow
    }
    configuration Default { chain Default }
    configuration Public { inspectable true }
    ```
    """)
}
