import Diagnostics
import Text

/// The check `relative-link-path`.
enum RelativeLinkPath {
  static func finding(at location: Location) -> Finding {
    page.finding(
      "a path begins with `/`, and this pattern with another character", at: location,
      label: "only some systems match it", help: "begin the pattern with `/`")
  }

  static let page = Page(
    "relative-link-path", .info, "a path pattern without a slash at its start",
    canBeIgnored: true,
    """
    The path of a URL begins with a slash. The current system matches `buy/*` like `/buy/*`, but Apple's
    documentation does not promise it, and other tools that read the file do not follow. Write the slash.

    Patterns that begin with a wildcard, such as `*/help`, match the slash with the wildcard.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "buy/*" }]
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
            "components": [{ "/": "/buy/*" }]
          }
        ]
      }
    }
    ```
    """)
}
