import Diagnostics

extension Page {
  /// The page of the check `suspicious-literal`.
  static let suspiciousLiteral = Page(
    "suspicious-literal", .warning, "a literal that does not match what it seems to match",
    fixes: .meaning, security: "5.0",
    #"""
    The comparison is possible, so it is no error, but the only requests that it matches are others than
    the text suggests. One of them is shown.

    - `path == "/t?tab=1"`: the path ends before `?`, so only an escaped `%3F` matches. The query is
      `query.tab`, the fragment `fragment`, without `#`.
    - `path == "/my%20page"`: paths, components and query values are decoded before the comparison.
    - `path == "/shop/*"`, `host == "*.example.com"`: `==` compares the text itself; patterns are
      compared by `like`.
    - `path like "/accounts/:id"`: a parameter is written `{id}`.
    - `path like "/accounts/(.*)"`, `path like "/(en|de)/a"`: groups are written in `matches`.
    - `host hasSuffix "example.com"`, `host contains "example.com"`, `url like "https://*example.com/**"`,
      `url hasPrefix "https://example.com"`: also true for the host of a stranger.
    - `host matches /www.example.com/`: `.` is any character.
    - `path matches /\/new$/`: `matches` compares the whole text, and does not search in it.
    - `present Product(id: "{id}")`, `present Product(id: "path[1]")`: a text in quotes is no value.
    - `scheme == "shop" && path like "/product/{id}"`: in `shop://product/7` the host is `product`.
    - `host == ".example.com"`, `query == "?a=1"`: the sign is not a part of the value.
    - `url == "https://user@example.com/"`: true only for a URL with this user info before the host.
    - `header["Accept:"]`, `query["a%5B%5D"]`: the name of a header has no colon, and names of the query
      are decoded before they are compared.

    ```bascule wrong
    chain Default {
      when path == "/transfers?tab=1" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path == "/transfers" && query.tab == "1" cancel
      otherwise allow
    }
    ```

    ```bascule wrong
    chain Default {
      when host hasSuffix "bank.example" allow
      otherwise cancel
    }
    ```

    ```bascule right
    chain Default {
      when host == "bank.example" || host hasSuffix ".bank.example" allow
      otherwise cancel
    }
    ```

    ```bascule wrong
    chain Default {
      when path matches /\/edit$/ cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path matches /.*\/edit/ cancel
      otherwise allow
    }
    ```
    """#)
}
