//: output BasculeWire
//: needs PageText

/// A JSON value of the wrong type: `items[3].sku: expected a string, found a number`.
public nonisolated struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path to the value, for example `items[3].sku`; empty for the whole value.
  public let path: String
  public let expected: String
  public let found: String

  public init(expected: String, found: String) {
    self.init(path: "", expected: expected, found: found)
  }

  init(path: String, expected: String, found: String) {
    // A page can choose the names and the depth of its fields.
    self.path = path.utf8.count > 1_000 ? String(path.prefix(300)) + "…" : path
    self.expected = expected
    self.found = found
  }

  public var description: String {
    let place = path.isEmpty ? "" : PageText.quoted(path, limit: 300) + ": "
    return place + "expected \(expected), found \(found)"
  }
}
