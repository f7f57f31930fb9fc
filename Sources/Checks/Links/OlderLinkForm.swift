import Diagnostics
import Text

/// The check `older-link-form`.
enum OlderLinkForm {
  static let page = Page(
    "older-link-form", .info, "an older form that hides or contradicts a newer one",
    canBeIgnored: true,
    """
    Since iOS 13 the patterns are `components`; `paths` of the same entry is for earlier systems only. If the two
    say something else, links open differently on old and new devices. `details` was once an object with the app
    identifiers as keys; an object has no order, and its entries can be asked in any.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/buy/*" }],
            "paths": ["/buy/*", "/help/*"]
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
            "components": [{ "/": "/buy/*" }, { "/": "/help/*" }],
            "paths": ["/buy/*", "/help/*"]
          }
        ]
      }
    }
    ```
    """)
}
