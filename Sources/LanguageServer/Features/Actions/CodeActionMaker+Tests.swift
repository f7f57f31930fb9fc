import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Syntax
import Text
import Workspace

extension CodeActionMaker {
  /// Adds an action that writes a test case with a request that reaches the rule under the cursor.
  mutating func writeTest() {
    guard let rule = snapshot.index(file).rule(at: Int(span.start)),
      let occurrences = snapshot.occurrencesOfRules[at(rule.syntax.span)]
    else { return }
    let isReached = occurrences.contains {
      if case .reachable = snapshot.analyses[$0.chain].entries[$0.entry] { return true }
      return false
    }
    guard isReached else { return }
    append(
      CodeAction(
        title: "Write a test for this rule", kind: .rewrite, testedRule: rule.syntax.span.start))
  }

  /// Adds an action that replaces the expectation of a failing test case by the outcome of its chain.
  mutating func acceptOutcome(_ finding: Finding) {
    guard finding.code == "failing-test",
      let edit = snapshot.loaded.edit(acceptingOutcomeOf: finding.location, snapshot.trees),
      !snapshot.tokens(file).comments.contains(where: {
        edit.location.span.start <= $0.span.start && $0.span.start < edit.location.span.end
      })
    else { return }
    append(
      CodeAction(
        title: "Expect `\(edit.text)`, the outcome of the rules", kind: .quickFix,
        edits: [edit], finding: finding))
  }

  /// Adds actions that show how a request is decided, with the results beside the rules. The request is that of the
  /// test case or rule under the cursor, or a URL in a comment there.
  mutating func trace() {
    if let (title, query) = tracedRequest(),
      query.chain.flatMap({ snapshot.obstacle($0) }) == nil
    {
      append(
        CodeAction(
          title: title, kind: .trace,
          command: [
            "title": .string(title), "command": "bascule.trace",
            "arguments": [
              .string(snapshot.uris[file]), JSON(query.chain?.argument), query.json,
            ],
          ]))
    }
  }

  private func tracedRequest() -> (title: String, query: TraceQuery)? {
    if let url = snapshot.tokens(file).comment(at: Int(span.start)).flatMap({ url(in: $0.span) }) {
      var query = TraceQuery(url: url)
      query.chain = snapshot.chain(at: span.start, in: file)
      return ("Trace `\(url.shortened)` here", query)
    }
    let test = snapshot.index(file).tests.lazy.flatMap { $0.cases }.first {
      $0.span.start <= span.start && span.start <= $0.span.end
    }
    if let test, let query = snapshot.caseResults[at(test.span)]?.query {
      return ("Trace the request of this test", query)
    }
    guard let rule = snapshot.index(file).rule(at: Int(span.start)),
      case .reached(let text, let query) = snapshot.reach(at(rule.syntax.span))
    else { return nil }
    return ("Trace `\(text.shortened)` here", query)
  }

  /// Returns the URL under the cursor in a comment.
  private func url(in comment: Span) -> String? {
    func isPart(_ byte: UInt8) -> Bool { byte > 0x20 && !Array("\"`<>".utf8).contains(byte) }
    var start = Int(span.start)
    var end = start
    while start > Int(comment.start), isPart(bytes[start - 1]) { start -= 1 }
    while end < Int(comment.end), isPart(bytes[end]) { end += 1 }
    while end > start, Array(",.;:)".utf8).contains(bytes[end - 1]) { end -= 1 }
    let word = text(start..<end)
    return TraceQuery.isURL(word) ? word : nil
  }
}

extension Snapshot {
  /// Returns the chain that contains the offset, or the first chain that uses the handler there.
  fileprivate func chain(at offset: UInt32, in file: Int) -> ChainName? {
    for declaration in trees[file].declarations {
      let span = SymbolNode(declaration).span
      guard span.start <= offset, offset <= span.end else { continue }
      switch declaration {
      case .chain(let syntax): return ChainName(syntax.kind, syntax.header.name.text)
      case .test(let syntax): return ChainName(syntax.kind, syntax.header.name.text)
      case .handler:
        let user = zip(rules.chains, analyses).first { _, analysis in
          analysis.chain.rules.contains {
            $0.location.file == FileID(file) && span.start <= $0.location.span.start
              && $0.location.span.end <= span.end
          }
        }
        return user?.0.chainName
      default: break
      }
    }
    return rules.chains.first?.chainName
  }
}
