/// Levels for the findings of some codes that replace their default levels.
package struct Severities: Sendable, Equatable {
  package enum Level: String, CaseIterable, Sendable {
    case off, info, warning, error

    package init(_ severity: Severity) {
      switch severity {
      case .info: self = .info
      case .warning: self = .warning
      case .error: self = .error
      }
    }

    /// nil if findings are not shown.
    package var severity: Severity? {
      switch self {
      case .off: nil
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    }
  }

  private var levels: [String: Level] = [:]

  package init() {}

  /// nil: the default level of the code.
  package subscript(code: String) -> Level? {
    get { levels[code] }
    set { levels[code] = newValue }
  }

  /// The levels, replaced for the codes that the others contain.
  package func overridden(by others: Severities) -> Severities {
    var result = self
    result.levels.merge(others.levels) { $1 }
    return result
  }
}
