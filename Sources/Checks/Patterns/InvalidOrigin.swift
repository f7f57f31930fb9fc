import Diagnostics
import Text

/// `invalid-origin`
enum InvalidOrigin {
  static func finding(_ why: String, at location: Location, _ input: CheckInput) -> Finding {
    let fix = fix(at: location, input)
    let help = fix.map { fix in
      fix.edits[0].replacement.isEmpty
        ? "delete `\(input.text(location))`" : "write `\(fix.edits[0].replacement)` before it"
    }
    return page.finding("invalid origin: \(why)", at: location, help: help, fix: fix)
  }

  /// Deletes the path, query and fragment, or inserts the scheme.
  private static func fix(at location: Location, _ input: CheckInput) -> Fix? {
    let text = input.text(location)
    if text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("#") {
      return .replace(location, with: "", isSafe: true)
    }
    let isStart = input.byte(location.file, Int(location.span.start) - 1) == UInt8(ascii: "\"")
    let bytes = input.files[Int(location.file.index)].bytes
    let rest = bytes[Int(location.span.start)...].prefix { $0 != UInt8(ascii: "\"") && $0 != 0x0A }
    let isHost = rest.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x2E || $0 == 0x2A
    }
    guard isStart, isHost, rest.contains(0x2E) else { return nil }
    return .replace(location.start, with: "https://", isSafe: true)
  }

  static let page = Page(
    "invalid-origin", .error, "an origin that is not scheme, host and port", fixes: .meaning,
    """
    An origin defines which pages are trusted, by scheme, host and, unless it is the default, port:
    `https://example.com`, `https://*.example.com`, `http://localhost:8080`. It has no path, because
    all pages of an origin can script each other. A pattern that matches more than it seems to would
    open native code to unintended pages. `file://` is the origin of every file that the web view
    shows, such as the pages in the app's bundle; it alone has no host.

    ```bascule wrong
    origin Store = "https://example.com/shop"
    strategy Cart from Store
    ```

    ```bascule right
    origin Store = "https://example.com"
    strategy Cart from Store
    ```
    """)
}
