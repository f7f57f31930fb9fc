/// A count for each component, in storage that can be reused.
struct ComponentCounts {
  /// The counts, indexed by component.
  private var counts: [Int] = []
  /// The components whose count is not 0.
  private var touched: [Int] = []

  mutating func add(_ component: Int) {
    while counts.count <= component { counts.append(0) }
    if counts[component] == 0 { touched.append(component) }
    counts[component] += 1
  }

  /// The first component with the greatest count; nil if all counts are 0.
  var greatest: Int? {
    touched.max { (counts[$0], $1) < (counts[$1], $0) }
  }

  mutating func clear() {
    for component in touched { counts[component] = 0 }
    touched.removeAll(keepingCapacity: true)
  }
}
