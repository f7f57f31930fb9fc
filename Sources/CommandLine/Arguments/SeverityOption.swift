import Diagnostics
import Text
import Workspace

extension Severities {
  /// Parses the values of `--severity CODE=LEVEL`; a group of codes can take the place of the code.
  init(_ values: [String], _ verb: String) throws(UsageError) {
    var levels: [(word: String, level: Level)] = []
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let word = String(parts[0])
      guard let codes = Workspace.codes(named: word) else {
        let nearest = Nearest.names(to: word, among: Workspace.codesAndGroups, limit: 1).first
        throw UsageError(
          "there is no code or group `\(word)`", verb,
          help: nearest.map { "did you mean `\($0)`?" } ?? Configuration.lists)
      }
      let words = Level.allCases.map(\.rawValue)
      guard parts.count == 2, let level = Level(rawValue: String(parts[1])) else {
        let nearest =
          parts.count == 2
          ? Nearest.names(to: String(parts[1]), among: words, limit: 1).first : nil
        throw UsageError(
          "`--severity \(value)` has no valid level", verb,
          help: nearest.map { "did you mean `\(word)=\($0)`?" }
            ?? "write `\(word)=` and one of \(words.map { "`\($0)`" }.joined(separator: ", "))")
      }
      let canSet = codes.allSatisfy { Workspace.summary(ofCode: $0)?.canSetLevel == true }
      if !canSet, level != .error {
        throw UsageError(
          "the severity of `\(word)` cannot be changed: it prevents generation", verb,
          pointsToUsage: false)
      }
      if canSet { levels.append((word, level)) }
    }
    self = Workspace.severities(levels)
  }
}
