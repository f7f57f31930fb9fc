import Diagnostics
import Text

/// The check `missing-script`.
enum MissingScript {
  static func finding(_ path: String, _ why: String, at location: Location) -> Finding {
    page.finding("cannot read the script \(Quoting.rule(path)): \(why)", at: location)
  }

  static let page = Page(
    "missing-script", .error, "a script file that is missing, outside the folder or not UTF-8",
    #"""
    `from` gives the path of a JavaScript file inside the folder of the rule set. It is read when code
    is generated and is built into the app, so that only declared scripts run in a page; a file
    elsewhere could change without showing in a review of the rules.

    In this example the file does not exist:

    ```bascule wrong
    script DisableZoom at documentEnd from "scripts/zoom.js"
    ```

    ```bascule right
    script DisableZoom at documentEnd """
      document.documentElement.style.touchAction = "pan-x pan-y";
      """
    ```
    """#)
}
