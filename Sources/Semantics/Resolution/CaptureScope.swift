import Text

/// The captures of the rule that is being resolved.
struct CaptureScope {
  var captures: [Capture] = []
  /// The indices of the captures that every alternative of the condition binds.
  var bound: Set<Int> = []
  /// The route parameters in the spelling of other languages, each with the comparison that is meant.
  var foreign: [String: (span: Span, meant: String)] = [:]
  /// The captures of comparisons with faults, by name. They are used only to record names.
  var lost: [String: NameTarget] = [:]
}

extension CaptureScope {
  /// The target of a capture's name; nil if there is no such capture.
  func target(of name: String) -> NameTarget? {
    captures.firstIndex { $0.name == name }.map { target($0) } ?? lost[name]
  }

  func target(_ number: Int) -> NameTarget {
    .capture(captures[number].location.span.start, number)
  }
}
