import Diagnostics

/// The user's settings of the server.
struct Settings: Equatable {
  /// Lenses above rules, handlers, chains and tests.
  var lenses = true
  /// The result of each test case, in a lens and in the client's list of tests.
  var tests = true
  /// Inlay hints for implicit conditions and types of captures.
  var hints = true
  /// An inlay hint after each rule that no test reaches.
  var coverage = false

  /// Takes the settings that an object, or its member `bascule`, contains.
  mutating func update(_ value: JSONValue?) {
    let all = value?["bascule"] ?? value
    lenses = all?["lenses"]?.bool ?? lenses
    tests = all?["tests"]?.bool ?? tests
    hints = all?["hints"]?.bool ?? hints
    coverage = all?["coverage"]?.bool ?? coverage
  }
}
