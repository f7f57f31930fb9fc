/// A set of parts of the run-time support.
struct SwiftRuntimeSet: ExpressibleByArrayLiteral {
  /// The members, by the number of the part.
  private var isMember = [Bool](repeating: false, count: Self.size)
  private static let size = SwiftRuntime.allCases.count

  init(arrayLiteral parts: SwiftRuntime...) { formUnion(parts) }

  func contains(_ part: SwiftRuntime) -> Bool { isMember[part.rawValue] }

  /// Inserts a part. Returns false if the set contains it already.
  @discardableResult
  mutating func insert(_ part: SwiftRuntime) -> Bool {
    if isMember[part.rawValue] { return false }
    isMember[part.rawValue] = true
    return true
  }

  mutating func formUnion(_ parts: [SwiftRuntime]) {
    for part in parts { insert(part) }
  }

  /// Adds all parts that the parts in the set need.
  mutating func close() {
    var pending = SwiftRuntime.allCases.filter(contains)
    while let part = pending.popLast() {
      for needed in part.needs where insert(needed) { pending.append(needed) }
    }
  }
}
