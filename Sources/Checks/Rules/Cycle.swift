import Diagnostics
import Semantics
import Text

/// Texts for findings about cycles.
enum Cycle {
  /// The names of a cycle, such as `` `A` → `B` → `A` ``.
  static func path(_ links: [CycleLink]) -> String {
    let names = (links + links.prefix(1)).map { "`\($0.name)`" }
    guard names.count > 8 else { return names.joined(separator: " → ") }
    return (names.prefix(4) + ["… (\(names.count - 7) more)"] + names.suffix(3))
      .joined(separator: " → ")
  }

  /// The related places: the links of the cycle, except the last one, which is the finding's location. Only the first
  /// few of a long cycle.
  static func related(_ links: [CycleLink], _ verb: String) -> [Finding.Related] {
    var related: [Finding.Related] = []
    for (index, link) in links.dropLast().prefix(6).enumerated() {
      related.append(
        Finding.Related("`\(link.name)` \(verb) `\(links[index + 1].name)`", at: link.location))
    }
    return related
  }
}
