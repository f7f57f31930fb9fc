/// A number for each component, in storage that can be reused.
struct ComponentCounts {
  /// By component.
  private var counts: [Int] = []
  /// The components that have been counted.
  private var touched: [Int] = []

  mutating func add(_ component: Int) {
    while counts.count <= component { counts.append(0) }
    if counts[component] == 0 { touched.append(component) }
    counts[component] += 1
  }

  /// The first of the components that are counted most often; nil if none is counted.
  var greatest: Int? {
    touched.max { (counts[$0], $1) < (counts[$1], $0) }
  }

  mutating func clear() {
    for component in touched { counts[component] = 0 }
    touched.removeAll(keepingCapacity: true)
  }
}
