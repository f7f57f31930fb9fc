import Diagnostics
import Semantics
import Text

/// The check `extends-cycle`.
enum ExtendsCycle {
  static func finding(_ links: [CycleLink], at location: Location) -> Finding {
    let name = links.first?.name ?? ""
    return page.finding(
      "configuration `\(name)` extends itself: \(Cycle.path(links))", at: location,
      label: "closes the cycle", related: Cycle.related(links, "extends"),
      help: "delete one `extends`")
  }

  static let page = Page(
    "extends-cycle", .error, "configurations that extend each other in a cycle")
}
