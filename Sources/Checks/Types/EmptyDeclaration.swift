import Diagnostics
import Semantics
import Text

/// `empty-declaration`
enum EmptyDeclaration {
  static func finding(
    _ noun: Noun, _ name: String, _ parts: String, at location: Location
  ) -> Finding {
    page.finding(
      "the \(noun.rawValue) `\(name)` has no \(parts)", at: location, label: "no \(parts)",
      help: "give it one, or delete it")
  }

  static let page = Page(
    "empty-declaration", .error, "a union without cases or a channel without strategies",
    """
    A union is one of its cases, and a channel's message goes to one of its strategies. Without any,
    no message can ever be decoded, and the page that sends one gets an error whatever it sends.

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
