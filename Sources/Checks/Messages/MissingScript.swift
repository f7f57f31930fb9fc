import Diagnostics
import Text

/// `missing-script`
enum MissingScript {
  static func finding(_ path: String, _ why: String, at location: Location) -> Finding {
    page.finding("cannot read the script \(Quoting.rule(path)): \(why)", at: location)
  }

  static let page = Page(
    "missing-script", .error, "a script file that is missing, outside the folder or not UTF-8",
    #"""
    `from` names a JavaScript file by its path inside the folder of the rule set. It is read when the
    code is generated and built into the app, so that only declared scripts ever reach a page; a file
    elsewhere could change without anybody seeing it in a review of the rules.

    In this example there is no such file:

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
