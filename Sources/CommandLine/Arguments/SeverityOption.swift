import Diagnostics
import Text
import Workspace

extension Severities {
  /// Parses the values of `--severity CODE=LEVEL`.
  init(_ values: [String], _ verb: String) throws(UsageError) {
    self.init()
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let code = String(parts[0])
      guard let summary = Workspace.summary(ofCode: code) else {
        let nearest = Nearest.names(to: code, among: Workspace.codes, limit: 1).first
        throw UsageError(
          "there is no code `\(code)`", verb,
          help: nearest.map { "did you mean `\($0)`?" } ?? "`bascule explain` lists all codes")
      }
      let words = Level.allCases.map(\.rawValue)
      guard parts.count == 2, let level = Level(rawValue: String(parts[1])) else {
        let nearest =
          parts.count == 2
          ? Nearest.names(to: String(parts[1]), among: words, limit: 1).first : nil
        throw UsageError(
          "`--severity \(value)` has no valid level", verb,
          help: nearest.map { "did you mean `\(code)=\($0)`?" }
            ?? "write `\(code)=` and one of \(words.map { "`\($0)`" }.joined(separator: ", "))")
      }
      if !summary.canSetLevel, level != .error {
        throw UsageError(
          "the severity of `\(code)` cannot be changed: it prevents generation", verb,
          pointsToUsage: false)
      }
      if summary.canSetLevel { self[code] = level }
    }
  }
}
