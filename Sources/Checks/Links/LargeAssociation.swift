import Diagnostics
import Text

/// The check `large-association`.
enum LargeAssociation {
  static func finding(_ size: Int, at location: Location) -> Finding {
    page.finding(
      "the file has \(size) bytes, and the system reads at most 131072", at: location,
      label: "ignored as a whole",
      help: "replace lists of patterns by wildcards or substitution variables")
  }

  static let page = Page(
    "large-association", .warning, "an association file of more than 128 kB",
    canBeIgnored: true,
    """
    The system reads association files of up to 128 kB, before compression. A larger one is ignored as a whole.

    Substitution variables make a file smaller: `/$(city)/menu` with `"city": ["rome", "paris"]` replaces a
    pattern for each city. Keep generated lists of pages out of the file, and match them with a wildcard. In this
    example `…` is a text of more than 128 kB.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/buy/*", "comment": "…" }]
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
            "components": [{ "/": "/buy/*", "comment": "all products" }]
          }
        ]
      }
    }
    ```
    """)
}
