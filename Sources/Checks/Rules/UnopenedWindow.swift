import Diagnostics
import Requests
import Semantics
import Text

/// The check `unopened-window`.
enum UnopenedWindow {
  /// The findings about rules that decide only about new windows, and allow them.
  static func findings(_ input: CheckInput) -> [Finding] {
    let items = input.rules.handlers.map { $0.items } + input.rules.chains.map { $0.items }
    return items.joined().compactMap { item in
      guard case .rule(let rule) = item, rule.decision.isAllow, rule.possibleFrames == [.new],
        !rule.steps.contains(where: { $0.showsPage })
      else { return nil }
      return page.finding(
        "`allow` opens no window: the user sees nothing", at: rule.head,
        label: "only for new windows", help: help)
    }
  }

  static let help =
    "write a rule with `frame == new` and `load url cancel`, to show the page in this web view, or with `popup`"

  static let page = Page(
    "unopened-window", .warning, "`allow` for a new window, which opens nothing",
    """
    A link with `target="_blank"`, and `window.open`, ask for a new window. An app has no windows as a browser
    has them: after `allow` nothing opens, and the user's tap seems to be lost. `load url cancel` shows the
    page in the same web view, `popup` in a second one, and `open url cancel` in the browser.

    ```bascule wrong
    chain Default {
      when frame == new && host == "help.example" allow
      otherwise cancel
    }
    ```

    ```bascule right
    chain Default {
      when frame == new && method == "GET" && url hasPrefix "https://help.example/" load url cancel
      otherwise cancel
    }
    ```

    `unhandled-window` also finds chains in which no rule names `frame`.
    """)
}

extension Step {
  /// True for a step that shows the target of the link, or may do so.
  fileprivate var showsPage: Bool {
    switch kind {
    case .present, .push, .openURL, .attemptOpenURL, .loadURL, .perform, .attempt: true
    case .dismiss: false
    }
  }
}
