import Diagnostics
import Text

/// The check `optional-query-key`.
enum OptionalQueryKey {
  static func finding(_ key: String, at location: Location) -> Finding {
    page.finding(
      "`*` also holds for URLs without `\(key)`, so this pattern has no effect", at: location,
      label: "matches the empty text",
      help: "write `?*` to require a value, or delete the key",
      fix: .replace(location, with: "\"?*\"", isSafe: false))
  }

  static let page = Page(
    "optional-query-key", .info, "a query key whose pattern is `*`", fixes: .meaning,
    canBeIgnored: true,
    """
    A query key that a URL does not have counts as empty, and `*` matches the empty text. So a pattern `*` for a
    key has no effect: it matches every URL. `?*` requires at least one character, and so the key.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/help", "?": { "article": "*" } }]
          }
        ]
      }
    }
    ```

    ```json right
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/help", "?": { "article": "?*" } }]
          }
        ]
      }
    }
    ```
    """)
}
