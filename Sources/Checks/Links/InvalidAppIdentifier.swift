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
    canBeIgnored: true)
}
