package import Text

/// The levels of findings that replace the default levels of some codes.
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

    /// The severity of shown findings; nil for `off`.
    package var severity: Severity? {
      switch self {
      case .off: nil
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    }
  }

  /// Codes that are not reported in the files that match some patterns.
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
  /// The version that the rules were written for. Later changes of meaning are reported.
  package var writtenFor: RuleVersion?

  package init() {}

  /// True if findings of the code are not reported in the file.
  package func ignores(_ code: String, in file: SourceFile) -> Bool {
    ignored.contains { ignored in
      ignored.codes.contains(code)
        && ignored.paths.selectFile(file.name.utf8.split(separator: 0x2F).map(Array.init))
    }
  }

  /// The level that replaces the default level of the code; nil if none does.
  package subscript(code: String) -> Level? {
    get { levels[code] }
    set { levels[code] = newValue }
  }

  /// The levels, replaced by those of `others` for the codes that `others` contains.
  package func overridden(by others: Severities) -> Severities {
    var result = self
    result.levels.update(from: others.levels)
    result.ignored += others.ignored
    result.writtenFor = others.writtenFor ?? writtenFor
    return result
  }
}
