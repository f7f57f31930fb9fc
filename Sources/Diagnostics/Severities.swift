package import Text

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

  /// Codes that are not reported in some files.
  package struct Ignored: Sendable, Equatable {
    let paths: PlacedPatterns
    let codes: Set<String>

    package init(_ codes: Set<String>, in paths: PlacedPatterns) {
      self.paths = paths
      self.codes = codes
    }
  }

  private var levels: [String: Level] = [:]
  package var ignored: [Ignored] = []
  /// The version that the rules were written for: changes of meaning since it are reported.
  package var writtenFor: RuleVersion?

  package init() {}

  /// True if the file has no findings of that code.
  package func ignores(_ code: String, in file: SourceFile) -> Bool {
    ignored.contains { ignored in
      ignored.codes.contains(code)
        && ignored.paths.selectFile(file.name.utf8.split(separator: 0x2F).map(Array.init))
    }
  }

  /// nil: the default level of the code.
  package subscript(code: String) -> Level? {
    get { levels[code] }
    set { levels[code] = newValue }
  }

  /// The levels, replaced for the codes that the others contain.
  package func overridden(by others: Severities) -> Severities {
    var result = self
    result.levels.merge(others.levels) { $1 }
    result.ignored += others.ignored
    result.writtenFor = others.writtenFor ?? writtenFor
    return result
  }
}
