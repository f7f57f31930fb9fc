import Diagnostics
import Semantics
import Text

/// `missing-argument`
enum MissingArgument {
  static func finding(
    _ callee: String, _ labels: [String], _ declared: Location, at location: Location,
    _ input: CheckInput
  ) -> Finding {
    let name = input.text(location)
    let values =
      labels.prefix(7).map { "\($0): …" }.joined(separator: ", ") + (labels.count > 7 ? ", …" : "")
    let opening = input.byte(location.file, Int(location.span.end))
    return page.finding(
      "\(callee) needs \(Prose.list(labels, "and"))", at: location,
      label: labels.count == 1 ? "`\(labels[0])` is missing" : "arguments are missing",
      related: [.init("declared here", at: declared)],
      help: opening == UInt8(ascii: "(")
        ? "add `\(values)` between the parentheses" : "write `\(name)(\(values))`")
  }

  static let page = Page(
    "missing-argument", .error, "a missing argument",
    """
    A screen, action or call needs a value for each of its parameters, except those that are optional
    (`T?`) or have a default.

    ```bascule wrong
    screen Product(id: String, title: String?)
    chain Default {
      when path[1] == "product" present Product cancel
      otherwise allow
    }
    ```

    ```bascule right
    screen Product(id: String, title: String?)
    chain Default {
      when path[1] == "product" present Product(id: path[2]) cancel
      otherwise allow
    }
    ```
    """)
}
