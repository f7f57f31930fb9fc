package import Diagnostics
import Reachability
import Requests
import Semantics
package import Text

/// The answer to a question about all requests of a rule set.
package struct InvariantAnswer: Sendable {
  /// The files of the set, followed by the text of the question.
  package var files: [SourceFile]
  /// The findings about the question, and the errors of the set, which prevent an answer.
  package var findings: [Finding]
  /// A sentence for each line of the invariant that holds.
  package var proved: [String]
}

extension Workspace {
  /// Proves an invariant that is not part of the set, or finds a request that breaks it.
  ///
  /// - Parameter question: a whole invariant, or only its lines.
  package static func answer(
    _ question: String, about input: RuleSetInput, _ severities: Severities = Severities()
  ) -> InvariantAnswer {
    var input = input
    input.files.append(SourceFile(name: "<question>", text: text(of: question, input.files)))
    input.paths?.append("<question>")
    let file = FileID(input.files.count - 1)
    let session = RuleSetSession(isReused: false)
    let findings = session.check(input, severities).filter { finding in
      finding.location.file == file
        || finding.severity == .error && finding.code != "broken-invariant"
    }
    let rules = session.resolution.rules
    let proved = (session.proofs ?? []).compactMap { proof -> String? in
      let invariant = rules[proof.invariant]
      guard invariant.declared.location.file == file, proof.holds, proof.idleness == nil else {
        return nil
      }
      let chains = invariant.chains.map { "`\(rules[$0].chainName.argument)`" }
      let line = session.files[Int(file.index)].text(invariant.claims[proof.claim].location.span)
      return
        "proved for every \(invariant.kind.subject) of \(chains.joined(separator: ", ")): `\(line)`"
    }
    return InvariantAnswer(files: input.files, findings: findings, proved: proved)
  }

  /// The question as the text of a file, with a name that no declaration has.
  private static func text(of question: String, _ files: [SourceFile]) -> String {
    let trimmed = question.drop { $0.isWhitespace }
    if trimmed.hasPrefix("invariant ") { return question + "\n" }
    var name = "Question"
    while files.contains(where: { String(decoding: $0.bytes, as: UTF8.self).contains(name) }) {
      name += "_"
    }
    return "invariant \(name) {\n\(question)\n}\n"
  }
}
