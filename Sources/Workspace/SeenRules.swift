import Reachability
import Text

/// The text of the rules that the last analysis has read.
struct SeenRules {
  private var files: [SourceFile] = []
  /// The files with rules that have changed since the analysis.
  private var changed: [FileID] = []
  /// False if a declaration to which rules refer has changed since the analysis.
  var isScopeSeen = false

  /// Records that an analysis reads the files.
  mutating func see(_ files: [SourceFile]) {
    self.files = files
    changed = []
    isScopeSeen = true
  }

  /// Records that files have changed.
  mutating func change(_ indices: [Int]) {
    for index in indices where !changed.contains(FileID(index)) { changed.append(FileID(index)) }
  }

  /// The edits since the analysis; nil if anything may have changed.
  func edits(to files: [SourceFile]) -> RuleEdits? {
    guard isScopeSeen else { return nil }
    let changed = changed
    return RuleEdits(from: self.files, to: files) { !changed.contains($0) }
  }
}
