import Diagnostics
import Semantics
import Text

/// The check `condition-cycle`.
enum ConditionCycle {
  static func finding(_ links: [CycleLink], at location: Location) -> Finding {
    let name = links.first?.name ?? ""
    return page.finding(
      "condition `\(name)` uses itself: \(Cycle.path(links))", at: location,
      label: "closes the cycle", related: Cycle.related(links, "uses"),
      help: "delete one of the uses")
  }

  static let page = Page(
    "condition-cycle", .error, "conditions that use each other in a cycle")
}
