import Diagnostics

/// The user's settings of the server.
struct Settings: Equatable {
  /// True to show lenses above rules, handlers, chains and tests.
  var lenses = true
  /// True to show the result of each test case in a lens and in the client's list of tests.
  var tests = true
  /// True to show inlay hints for implicit conditions and types of captures.
  var hints = true
  /// True to show an inlay hint after each rule that no test reaches.
  var coverage = false
  /// The git revision to whose rules the differences are shown; nil for none.
  var against: String?

  /// Reads the settings in an object, or in its member `bascule`.
  mutating func update(_ value: JSONValue?) {
    let all = value?["bascule"] ?? value
    lenses = all?["lenses"]?.bool ?? lenses
    tests = all?["tests"]?.bool ?? tests
    hints = all?["hints"]?.bool ?? hints
    coverage = all?["coverage"]?.bool ?? coverage
    if let revision = all?["against"]?.string { against = revision.isEmpty ? nil : revision }
  }
}
