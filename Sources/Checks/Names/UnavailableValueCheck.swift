import Diagnostics
import Requests
import Semantics
import Syntax
import Text

/// The check `unavailable-value`.
enum UnavailableValueCheck {
  static func finding(
    _ value: UnavailableValue, _ kind: ChainKind, at location: Location
  ) -> Finding {
    let isPreference = Setting.ofPages.contains { $0.rawValue == value.text }
    let why =
      switch kind {
      case .requests: "a chain decides before there is a response"
      case .responses where value.text == FrameKind.new.rawValue:
        "a response has a frame already"
      case .responses where isPreference:
        "the page has its preferences before the request is sent"
      case .responses: "`responses` decide after the request, which WebKit does not name"
      }
    let owner = kind == .requests ? "a chain" : "`responses`"
    if let handler = value.handler {
      return page.finding(
        "the handler `\(handler.name)` cannot be used in \(owner): `\(value.text)` does not exist there",
        at: location, label: why, related: [.init("named here", at: handler.location)],
        help: "move the rules with `\(value.text)` into another handler")
    }
    return page.finding(
      "`\(value.text)` does not exist in \(owner)", at: location, label: why,
      help: isPreference
        ? "write `allow with` in a chain, which decides about the request"
        : "there is \(Prose.list(value.candidates, "and"))")
  }

  static let page = Page(
    "unavailable-value", .error, "a value of requests in `responses`, or of responses in a chain")
}
