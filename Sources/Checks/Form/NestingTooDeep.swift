import Diagnostics
import Text

/// `nesting-too-deep`
enum NestingTooDeep {
  static func finding(_ limit: Int, at location: Location) -> Finding {
    page.finding(
      "nested deeper than \(limit) levels", at: location,
      help: "name the inner part: a handler for a condition, a model for a type")
  }

  private static let negations = [String](repeating: String(repeating: "!", count: 70), count: 3)
    .joined(separator: "\n       ")

  static let page = Page(
    "nesting-too-deep", .error, "conditions, types or lists nested beyond 200 levels",
    """
    Conditions, types and lists may nest 200 levels deep. Nobody writes that by hand; the limit
    keeps a file that a program wrote by mistake from taking the compiler down.

    ```bascule wrong
    chain Default {
      when \(negations) download cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when !!download cancel
      otherwise allow
    }
    ```
    """)
}
