//: output BasculeWire

/// A JSON value of the wrong type: `items[3].sku: expected a string, found a number`.
public nonisolated struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
  /// `items[3].sku`, for example; empty for the whole value.
  public let path: String
  public let expected: String
  public let found: String

  public init(expected: String, found: String) {
    self.init(path: "", expected: expected, found: found)
  }

  init(path: String, expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }

  public var description: String {
    (path.isEmpty ? "" : path + ": ") + "expected \(expected), found \(found)"
  }
}
