import Diagnostics
import Text

/// The check `late-exclusion`.
enum LateExclusion {
  static let page = Page(
    "late-exclusion", .error, "an exclusion below the patterns that it should exclude from",
    fixes: .meaning,
    canBeIgnored: true,
    """
    The first pattern that matches a URL decides. Here earlier patterns open every URL of the exclusion in the
    app, so it excludes nothing. This is proved: the patterns are compared by what they match. Exclusions come
    before the more general patterns.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/*" }, { "/": "/legal/*", "exclude": true }]
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
            "components": [{ "/": "/legal/*", "exclude": true }, { "/": "/*" }]
          }
        ]
      }
    }
    ```
    """)
}
