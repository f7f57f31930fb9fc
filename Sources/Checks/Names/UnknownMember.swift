import Diagnostics
import Requests
import Semantics
import Text

/// The check `unknown-member`.
enum UnknownMember {
  static func finding(
    _ base: String, _ name: String, _ candidates: [String], at location: Location
  ) -> Finding {
    let message =
      name == base
      ? "`\(base)` alone is not a value of the request" : "`\(name)` is not a value of the request"
    return page.finding(
      message, at: location,
      help: candidates.isEmpty
        ? (name == base ? nil : "`\(base)` has no members") : "write \(Prose.list(candidates))")
  }

  /// The values in the syntax of rules, in lines of at most a hundred columns.
  private static var valueList: String {
    var lines = [""]
    for form in RequestSchema.all.words.flatMap(RequestSchema.all.forms) {
      let item = "`\(form)`"
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = item
      } else if line.count + item.count + 3 <= 100 {
        lines[lines.count - 1] += ", " + item
      } else {
        lines[lines.count - 1] += ","
        lines.append(item)
      }
    }
    return lines.joined(separator: "\n")
  }

  static let page = Page(
    "unknown-member", .error, "a member that a value of the request does not have",
    """
    A request or a response has these values:

    \(valueList)

    ```bascule wrong
    chain Default {
      when host.domain == "example.com" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when host like "**.example.com" cancel
      otherwise allow
    }
    ```
    """)
}
