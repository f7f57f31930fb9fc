import Diagnostics
import Text

/// The check `invalid-change`.
enum InvalidChange {
  static func finding(_ message: String, _ help: String, at location: Location) -> Finding {
    page.finding(message, at: location, help: help)
  }

  static func repeated(_ part: String, first: Location, at location: Location) -> Finding {
    page.finding(
      "`\(part)` is changed twice", at: location, label: "changed again",
      related: [.init("first changed here", at: first)], help: "delete one of the two")
  }

  static let page = Page(
    "invalid-change", .error, "a change that a request cannot have",
    """
    `setting` and `removing` change the request that a step hands on. `load url` can set `origin`, `scheme`,
    `host`, `port`, `path`, `query.name`, `fragment` and `header["Name"]`; `port`, `query.name`, `fragment`,
    `header["Name"]` and `user` (the name and password before the host) can be removed. `open url` has no
    headers, since the system gets only the URL.

    ```bascule wrong
    chain Default {
      when scheme == "tel" open url setting header["X-Source"] = "app" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when scheme == "tel" open url setting query.source = "app" cancel
      otherwise allow
    }
    ```

    `scheme`, `host`, `port`, `path` and headers are set to literals, so that no page chooses where the app
    goes. `scheme`, `host` and `port` can also be set to the same part of a URL of the app, and `origin` to the
    URL, from which it takes all three. A query item and the fragment can have every value of the request, a
    capture or a value of the app; with `if missing` they are set only if the URL does not have them.

    ```bascule right
    value server: URL?
    chain Default {
      when method == "GET" && path hasPrefix "/app" && host != server.host
        load url setting origin = server, query.lang = "en" if missing cancel
      otherwise allow
    }
    ```

    A rule that loads a changed request, or opens one with another scheme, host, port or path, matches only
    `http` and `https` URLs, and only if the URLs of the app from which it takes these parts are such URLs too.

    Every part that is not changed keeps its place and spelling. A query item that is set replaces the first
    one with its name and removes the others; if there is none, it is added at the end. The new text is
    escaped, so it is written decoded.

    ```bascule wrong
    chain Default {
      when method == "GET" && path == "/old" && frame == new load url setting path = "/new?a=%20" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when method == "GET" && path == "/old" && frame == new
        load url setting path = "/new", query.a = " " cancel
      otherwise allow
    }
    ```
    """)
}
