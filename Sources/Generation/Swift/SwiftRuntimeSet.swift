/// Parts of the run-time support.
struct SwiftRuntimeSet: ExpressibleByArrayLiteral {
  /// By the number of the part.
  private var isMember = [Bool](repeating: false, count: Self.size)
  private static let size = SwiftRuntime.allCases.count

  init(arrayLiteral parts: SwiftRuntime...) { formUnion(parts) }

  func contains(_ part: SwiftRuntime) -> Bool { isMember[part.rawValue] }

  /// Returns false if the set has the part already.
  @discardableResult
  mutating func insert(_ part: SwiftRuntime) -> Bool {
    if isMember[part.rawValue] { return false }
    isMember[part.rawValue] = true
    return true
  }

  mutating func formUnion(_ parts: [SwiftRuntime]) {
    for part in parts { insert(part) }
  }

  /// Adds everything that the parts need.
  mutating func close() {
    var pending = SwiftRuntime.allCases.filter(contains)
    while let part = pending.popLast() {
      for needed in part.needs where insert(needed) { pending.append(needed) }
    }
  }
}
