import Diagnostics

/// The check `excluded-link`.
enum ExcludedLink {
  static let page = Page(
    "excluded-link", .info, "a screen for links that the system keeps in the browser",
    """
    `"links"` in `bascule.json` names the association file, the app, the host of the file, and the chain of
    the web view that gets the links:

    \(LinksSetting.example)

    A rule presents a screen for a URL of that host, and the association file excludes the URL. So the same
    link shows the screen in the web view, and a page of the browser everywhere else. That may be meant.

    With the patterns `{ "/": "/product/*", "exclude": true }` and `{ "/": "/help" }`:

    ```bascule wrong
    screen Product(id: String)
    chain Default {
      when path like "/product/{id}" present Product(id: id) cancel
      when path == "/help" allow
      otherwise allow
    }
    ```

    ```bascule right
    screen Product(id: String)
    chain Default {
      when path like "/item/{id}" present Product(id: id) cancel
      when path == "/help" allow
      otherwise allow
    }
    ```
    """)
}
