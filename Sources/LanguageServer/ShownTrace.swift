import Diagnostics
import Requests
import Workspace

/// A trace whose results are shown beside the rules and in a document until it is cleared. Edits of the rules change
/// both.
final class ShownTrace {
  let folder: String
  let query: TraceQuery
  let chain: ChainName
  /// The file with the text, for clients that can only open files.
  var file: String?
  /// The text that the client shows.
  var shownText = ""
  /// The text for the last state of the rules in which the chain could be evaluated.
  private var lastText = ""
  private var last: (snapshot: Snapshot, trace: Trace?)

  init(_ trace: Trace, _ query: TraceQuery, _ snapshot: Snapshot) {
    folder = snapshot.folder
    chain = trace.chain
    var exact = query
    exact.chain = chain
    self.query = exact
    last = (snapshot, trace)
    shownText = text(snapshot)
  }

  /// Returns the trace for a later state of the rules; nil if the chain cannot be evaluated.
  func trace(_ snapshot: Snapshot) -> Trace? {
    if last.snapshot === snapshot { return last.trace }
    let trace = snapshot.obstacle(chain) == nil ? try? snapshot.loaded.trace(query) : nil
    last = (snapshot, trace)
    return trace
  }

  /// Returns the text of the trace for a state of the rules, or for the last state in which the chain could be
  /// evaluated.
  func text(_ snapshot: Snapshot) -> String {
    if let trace = trace(snapshot) {
      lastText = String(decoding: trace.human(Style(isColoured: false)), as: UTF8.self)
      return lastText
    }
    let reason = snapshot.obstacle(chain).map { snapshot.refusal(chain, $0).message }
    return older(reason ?? "the rules now lack a part of the request")
  }

  /// Returns the last text, with the reason for which it does not belong to the current state.
  func older(_ reason: String) -> String {
    "This trace is of an earlier state of the rules: \(reason).\n\n\(lastText)"
  }
}
