import Diagnostics
import Semantics

/// The check `unsafe-open`.
enum UnsafeOpen {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.unsafeFindings(page, "open") {
      switch $0 {
      case .openURL, .attemptOpenURL: true
      case .present, .push, .perform, .attempt, .loadURL, .dismiss: false
      }
    }
  }

  static let page = Page(
    "unsafe-open", .warning, "`open url` for URLs that a page must not choose",
    fixes: .meaning, security: "5.0",
    """
    `open url` gives the URL to the system, which starts another app with it. On a Mac a `file` URL can
    start any program, and a browser can run what a `data` or `javascript` URL contains. A `blob` URL is
    only valid in its page.

    The finding shows a request that reaches the rule. In the app such a step is refused and reported;
    `attempt open url` fails then.

    ```bascule wrong
    chain Default {
      when scheme in ["http", "https"] allow
      otherwise open url cancel
    }
    ```

    ```bascule right
    chain Default {
      when scheme in ["http", "https"] allow
      when scheme in ["blob", "data", "file", "javascript"] cancel
      otherwise open url cancel
    }
    ```

    A rule whose condition names such a scheme, as `scheme == "file"` does, requests it on purpose.
    """)
}
