import Diagnostics
import Text

/// The check `unknown-link-variable`.
enum UnknownLinkVariable {
  static func finding(_ name: String, _ candidates: [String], at location: Location) -> Finding {
    let near = Nearest.names(to: name, among: candidates)
    return page.finding(
      "there is no variable `\(name)`, so no URL matches this pattern", at: location,
      label: "never matches",
      help: near.isEmpty
        ? "declare it in `substitutionVariables` of `applinks`"
        : "did you mean \(Prose.list(near))?")
  }

  static let page = Page(
    "unknown-link-variable", .error, "a pattern with a variable that does not exist",
    canBeIgnored: true,
    """
    `$(name)` is replaced by the values of a variable: one that `substitutionVariables` declares, or one of
    `alpha`, `upper`, `lower`, `alnum`, `digit`, `xdigit`, `region` and `lang`. A pattern with any other name
    matches no URL. Names are compared letter by letter.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/$(city)/menu" }]
          }
        ]
      }
    }
    ```

    ```json right
    {
      "applinks": {
        "substitutionVariables": { "city": ["rome", "paris"] },
        "details": [
          {
            "appIDs": ["ABCDE12345.com.example.app"],
            "components": [{ "/": "/$(city)/menu" }]
          }
        ]
      }
    }
    ```
    """)
}
