import Reachability
import Text

/// The text of the rules that an analysis has seen last.
struct SeenRules {
  private var files: [SourceFile] = []
  /// Files with rules that have changed since.
  private var changed: [FileID] = []
  /// False after a change of a declaration to which rules refer.
  var isScopeSeen = false

  /// Notes that the analysis sees the files.
  mutating func see(_ files: [SourceFile]) {
    self.files = files
    changed = []
    isScopeSeen = true
  }

  /// Notes that files have changed.
  mutating func change(_ indices: [Int]) {
    for index in indices where !changed.contains(FileID(index)) { changed.append(FileID(index)) }
  }

  /// The edits since then; nil if anything may have changed.
  func edits(to files: [SourceFile]) -> RuleEdits? {
    guard isScopeSeen else { return nil }
    let changed = changed
    return RuleEdits(from: self.files, to: files) { !changed.contains($0) }
  }
}
