//: output BasculeRequest

/// A number of a request, or a missing number. Every test of a missing number is false.
@_spi(Generated) public nonisolated struct RequestNumber {
  @_spi(Generated) public let value: Int?

  init(_ value: Int?) { self.value = value }

  @_spi(Generated) public var exists: Bool { value != nil }

  @_spi(Generated) public func equals(_ other: Int) -> Bool { value == other }
  @_spi(Generated) public func differs(from other: Int) -> Bool { exists && value != other }
  @_spi(Generated) public func isOne(of others: Int...) -> Bool { others.contains { equals($0) } }
  @_spi(Generated) public func isNone(of others: Int...) -> Bool {
    exists && !others.contains { equals($0) }
  }
  @_spi(Generated) public func isAtMost(_ other: Int) -> Bool { value.map { $0 <= other } ?? false }
  @_spi(Generated) public func isAtLeast(_ other: Int) -> Bool {
    value.map { $0 >= other } ?? false
  }
}
