import Diagnostics

/// The check `unhandled-link`.
enum UnhandledLink {
  static let page = Page(
    "unhandled-link", .warning, "a universal link that no rule of the chain is about",
    """
    `"links"` in `bascule.json` names the association file, the app, the host of the file, and the chain of
    the web view that gets the links:

    \(LinksSetting.example)

    A pattern of that file hands links to the app, and no rule of the chain matches one of them: it falls to
    `otherwise`, so that the app shows a web page where it may have a screen. The finding shows the link. It
    is an `https` request of the main frame that the app itself makes (`navigation == other`), for some values
    of flags and of the app.

    With the pattern `{ "/": "/product/*" }` these rules have no rule for links such as
    `https://shop.example/product`:

    ```bascule wrong
    screen Product(id: String)
    chain Default {
      when path like "/product/{id}" present Product(id: id) cancel
      otherwise allow
    }
    ```

    ```bascule right
    screen Product(id: String)
    screen Products
    chain Default {
      when path like "/product/{id}" present Product(id: id) cancel
      when path[1] == "product" present Products cancel
      otherwise allow
    }
    ```
    """)
}
