import Diagnostics
import Semantics
import Text

/// The check `use-cycle`.
enum UseCycle {
  static func finding(_ links: [CycleLink], at location: Location) -> Finding {
    let name = links.first?.name ?? ""
    return page.finding(
      "`\(name)` uses itself: \(Cycle.path(links))", at: location, label: "closes the cycle",
      related: Cycle.related(links, "uses"),
      help: "delete one `use`, or move the rules that both need into a third handler")
  }

  static let page = Page(
    "use-cycle", .error, "handlers or chains that use each other in a cycle")
}
