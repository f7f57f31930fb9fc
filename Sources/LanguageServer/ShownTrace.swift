import Diagnostics
import Workspace

/// A trace whose results are shown beside the rules, until it is cleared; edits of the rules change the results.
final class ShownTrace {
  let folder: String
  let query: TraceQuery
  /// The text of the trace when it was made.
  let text: String
  private var last: (snapshot: Snapshot, trace: Trace?)?

  init(_ trace: Trace, _ query: TraceQuery, _ snapshot: Snapshot, text: String) {
    folder = snapshot.folder
    self.query = query
    self.text = text
    last = (snapshot, trace)
  }

  /// The trace by the rules of a later state; nil if they have errors.
  func trace(_ snapshot: Snapshot) -> Trace? {
    if let last, last.snapshot === snapshot { return last.trace }
    let trace = snapshot.errors.isEmpty ? try? snapshot.loaded.trace(query) : nil
    last = (snapshot, trace)
    return trace
  }
}
