import Diagnostics
import Text

/// The check `invalid-association`.
enum InvalidAssociation {
  static let page = Page(
    "invalid-association", .error, "an association file that the system cannot read",
    canBeIgnored: true,
    """
    The system reads an `apple-app-site-association` file as JSON (RFC 8259: no comments, no trailing commas).
    If the file is no JSON, or if a value has another type than the system expects, no link of this host opens
    the app, and nothing on a device says so.

    `bascule help links` lists the keys and their types. If one pattern of a query key is no string, the system
    ignores the patterns of all keys in that object.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/buy/*", "exclude": "false" }]
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
            "components": [{ "/": "/buy/*", "exclude": false }]
          }
        ]
      }
    }
    ```
    """)
}
