import Text

/// The captures of the rule that is being resolved.
struct CaptureScope {
  var captures: [Capture] = []
  /// Those that every alternative of the condition binds.
  var bound: Set<Int> = []
  /// The parameters of routes in the spelling of another language, with the comparison that is meant.
  var foreign: [String: (span: Span, meant: String)] = [:]
  /// The captures of comparisons with faults, by name; only for the names that are recorded.
  var lost: [String: NameTarget] = [:]
}

extension CaptureScope {
  /// The capture with that name.
  func target(of name: String) -> NameTarget? {
    captures.firstIndex { $0.name == name }.map { target($0) } ?? lost[name]
  }

  func target(_ number: Int) -> NameTarget {
    .capture(captures[number].location.span.start, number)
  }
}
