/// Merges that need no closure to choose between two values. Embedded Swift lacks the merges of the standard library.
extension Dictionary {
  /// Creates a dictionary with the first value of each key.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// Adds the entries of the other dictionary whose keys are new.
  package mutating func fill(from other: [Key: Value]) {
    for (key, value) in other where self[key] == nil { self[key] = value }
  }

  /// Adds the entries of the other dictionary, and replaces the values of keys that both have.
  package mutating func update(from other: [Key: Value]) {
    for (key, value) in other { self[key] = value }
  }
}
