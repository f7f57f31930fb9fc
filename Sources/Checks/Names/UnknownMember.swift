import Diagnostics
import Semantics
import Text

/// `unknown-member`
enum UnknownMember {
  static func finding(
    _ base: String, _ name: String, _ candidates: [String], at location: Location
  ) -> Finding {
    let message =
      name == base
      ? "`\(base)` alone is not a value of the request" : "`\(name)` is not a value of the request"
    if name.hasPrefix(base + ".") {
      let member = String(name.dropFirst(base.count + 1))
      if LanguageWords.requestValues.contains(member), base != "query", base != "page" {
        return page.finding(
          message, at: location, label: "did you mean `\(member)`?", help: "write `\(member)`",
          fix: .replace(location, with: member, isSafe: true))
      }
    }
    return page.finding(
      message, at: location,
      help: candidates.isEmpty
        ? (name == base ? nil : "`\(base)` has no members") : "write \(Prose.list(candidates))")
  }

  static let page = Page(
    "unknown-member", .error, "a member that a value of the request does not have", fixes: .safe,
    """
    The request has fixed values: `url`, `scheme`, `host`, `port`, `path`, `path[1]`, `path.count`,
    `query.name`, `query["name"]`, `fragment`, `navigation`, `frame`, `method`, `header["Name"]`,
    `download`, `page.host`, `page.scheme` and `page.path[1]`. They are not
    the properties of Swift's `URL`.

    ```bascule wrong
    chain Default {
      when url.host == "example.com" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when host == "example.com" cancel
      otherwise allow
    }
    ```
    """)
}
