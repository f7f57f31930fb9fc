import Diagnostics
import Semantics
import Text

/// The check `empty-declaration`.
enum EmptyDeclaration {
  static func finding(
    _ noun: Noun, _ name: String, _ parts: String, at location: Location
  ) -> Finding {
    page.finding(
      "\(noun.rawValue) `\(name)` has no \(parts)", at: location, label: "no \(parts)",
      help: "add one, or delete the declaration")
  }

  static let page = Page(
    "empty-declaration", .error, "a union without cases or a channel without strategies",
    """
    A value of a union is one of its cases, and a message of a channel goes to one of its strategies.
    Without any, no message can be decoded, and every message of a page fails.

    ```bascule wrong
    channel App by "type" { }
    ```

    ```bascule right
    channel App by "type" {
      strategy Close
    }
    ```
    """)
}
