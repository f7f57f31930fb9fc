import Diagnostics
import Text

/// The check `query-in-link-path`.
enum QueryInLinkPath {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "`?` in a path is a wildcard for one character, not the start of the query", at: location,
      label: "matches paths only",
      help: "write the query as `\"?\"` of a component")
  }

  static let page = Page(
    "query-in-link-path", .warning, "a query in a pattern of paths",
    canBeIgnored: true,
    """
    `/` in `components`, and each element of `paths`, is a pattern of the path alone. `?` in it is a wildcard for
    one character, so `/item/?id=*` matches the path `/item/xid=7` and not the query `?id=7`. Patterns of the
    query are in `?` of `components`; `paths` has none.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/item/?id=*" }]
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
            "components": [{ "/": "/item/", "?": { "id": "?*" } }]
          }
        ]
      }
    }
    ```
    """)
}
