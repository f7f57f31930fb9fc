import Diagnostics
import Text
import Workspace

/// The comments of `--add-ignores` for a rule set, before they are written.
struct IgnoreRun {
  static let reason = "accepted as it is"

  /// The rule set with the comments.
  let source: RuleSetSource
  let changes: [FixRun.Change]
  /// The number of findings that the comments suppress.
  let count: Int

  /// - Parameters:
  ///   - severities: levels that replace the levels of the `bascule.json`.
  ///   - baseline: the known findings, which need no comment.
  init(
    _ original: RuleSetSource, _ severities: Severities, reason: String, except baseline: Baseline?
  ) {
    let ignores = AddedIgnores(
      original.input, original.severities.overridden(by: severities), reason: reason,
      left: { baseline?.left(of: $0, in: $1) ?? $0 })
    count = ignores.count
    source = RuleSetSource(
      found: original.found, input: ignores.input, configuration: original.configuration)
    changes = original.input.files.indices.compactMap { number in
      let (old, new) = (original.input.files[number].bytes, ignores.input.files[number].bytes)
      return old == new
        ? nil : FixRun.Change(path: original.found.files[number], old: old, new: new)
    }
  }
}
