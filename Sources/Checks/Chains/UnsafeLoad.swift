import Diagnostics
import Semantics

/// The check `unsafe-load`.
enum UnsafeLoad {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.unsafeFindings(page, "load") { if case .loadURL = $0 { true } else { false } }
  }

  static let page = Page(
    "unsafe-load", .warning, "`load url` for URLs that a page must not choose",
    fixes: .meaning, security: "7.0",
    """
    A web view lets no page navigate it to a `blob`, `data`, `file` or `javascript` URL, but it loads them when
    the app requests that. With `load url` the app requests what the page asked for: any frame, also one with
    an advertisement, could show a file of the device or run a script in the main page.

    The finding shows a request that reaches the rule. In the app such a step is refused and reported;
    only `http`, `https` and `about` URLs are loaded.

    ```bascule wrong
    chain Default {
      when frame == new && method == "GET" load url cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when frame == new && method == "GET" && scheme in ["http", "https"] load url cancel
      otherwise allow
    }
    ```

    A rule whose condition names such a scheme, as `scheme == "file"` does, requests it on purpose.
    """)
}
