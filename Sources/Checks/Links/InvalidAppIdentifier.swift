import Diagnostics
import Text

/// The check `invalid-app-identifier`.
enum InvalidAppIdentifier {
  static func finding(_ why: String, at location: Location) -> Finding {
    page.finding(
      "no app has this identifier: \(why)", at: location, label: "the entry is for no app",
      help: "write the prefix and the bundle identifier, such as `ABCDE12345.com.example.app`")
  }

  static let page = Page(
    "invalid-app-identifier", .warning, "an app identifier that no app has",
    canBeIgnored: true,
    """
    An app is named by its application identifier prefix, a dot, and its bundle identifier:
    `ABCDE12345.com.example.app`. The prefix has ten capital letters and digits; for most apps it is the team's
    identifier. With any other text the entry is for no app. A placeholder such as `TEAM_ID` must be replaced
    before the file is served.

    ```json wrong
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["TEAM_ID.com.example.app"],
            "components": [{ "/": "/buy/*" }]
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
            "components": [{ "/": "/buy/*" }]
          }
        ]
      }
    }
    ```
    """)
}
