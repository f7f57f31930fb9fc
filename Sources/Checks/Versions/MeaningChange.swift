package import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text
import WebURL

/// A change of the meaning of rules that a request can show.
///
/// The changelog has an example for each change of meaning. This list has only changes for which a request proves
/// that they affect a rule, so no rule is reported whose meaning is the same in both versions.
package struct MeaningChange: Sendable {
  struct Example {
    let witness: Witness
    /// The effect of the change on the request.
    let difference: String
  }

  /// The first version with the new meaning.
  let version: RuleVersion
  /// The description of the change in the message.
  let summary: String
  /// Returns a request that shows the change in a rule; nil if none is found.
  let example: @Sendable (ReachedRule) -> Example?

  static let all = [hostLetters, headersOfOrigin, limitOfAttempts]

  /// The version of the newest change.
  package static let newest = all.map { $0.version }.max() ?? RuleVersion(0, 1)

  // MARK: Letters of hosts

  /// The letters of hosts: `ticket://Xk3AbC` was handed on as `xk3abc`.
  private static let hostLetters = MeaningChange(
    version: RuleVersion(0, 2),
    summary: "an argument has the host with the letters of the URL, not in lower case"
  ) { reached in
    guard reached.rule.arguments.contains(where: isOfHost),
      let witness = withHostOfApp(reached), let host = witness.url.host,
      let lower = setting(host, of: witness), let upper = setting(capitalized(host), of: witness),
      let before = reached.steps(for: lower), let now = reached.steps(for: upper),
      before.count == now.count
    else { return nil }
    let printer = RuleLanguagePrinter(reached.rules)
    for (old, new) in zip(before, now) {
      guard let step = reached.rule.steps.first(where: { $0.location == old.location }),
        let arguments = step.kind.arguments, let was = old.kind.arguments,
        let has = new.kind.arguments,
        zip(arguments, zip(was, has)).contains(where: { isOfHost($0) && $1.0 != $1.1 })
      else { continue }
      return Example(
        witness: upper,
        difference:
          "\(Prose.code(printer.text(new))), where it was \(Prose.code(printer.text(old)))")
    }
    return nil
  }

  /// Returns whether the argument can be the host or a part of it. Other values have the same letters in all
  /// versions.
  private static func isOfHost(_ argument: Argument) -> Bool {
    switch argument.value {
    case .request(.host), .capture: true
    case .request, .literal, .condition, .changedURL: false
    }
  }

  /// The host with one capital letter.
  private static func capitalized(_ host: String) -> String {
    guard let place = host.firstIndex(where: { $0.isLetter }) else { return host }
    return host[..<place] + host[place].uppercased() + host[host.index(after: place)...]
  }

  /// The request with a host that differs only in the case of its letters; nil if the URL has no host after `//`.
  private static func setting(_ host: String, of witness: Witness) -> Witness? {
    let text = witness.url.href
    let lower = text.lowercased()
    guard lower.utf8.count == text.utf8.count,
      let place = lower.firstRange(of: "//" + host.lowercased())
    else { return nil }
    let offset = lower.utf8.distance(from: lower.startIndex, to: place.lowerBound) + 2
    let start = text.utf8.index(text.startIndex, offsetBy: offset)
    let end = text.utf8.index(start, offsetBy: host.utf8.count)
    guard let url = WebURL.parse(text[..<start] + host + text[end...]) else { return nil }
    var witness = witness
    witness.url = url
    return witness
  }

  /// A request that reaches the rule, and whose host keeps the case of its letters.
  private static func withHostOfApp(_ reached: ReachedRule) -> Witness? {
    if !reached.witness.url.isSpecial,
      reached.witness.url.host?.contains(where: { $0.isLetter }) ?? false
    {
      return reached.witness
    }
    let special = ["http", "https", "ws", "wss", "ftp", "file"].map { ExactString($0) }
    let core = CoreCondition.all([
      .test(.host, .present), .not(.test(.scheme, .member(of: .oneOf(special)))),
      .not(.test(.host, .member(of: .oneOf([ExactString("")])))),
    ])
    let narrowed = ChainAnalyzer(reached.rules.narrowing(reached.rule, to: core))
    guard
      case .reachable(let witness) = narrowed.analyze(ID(reached.chain), []).entries[reached.entry]
    else { return nil }
    return witness
  }

  // MARK: Headers of one origin

  /// The headers of other origins: `load url setting host = …, header["X"] = …` also handed `Authorization` to the
  /// other host.
  private static let headersOfOrigin = MeaningChange(
    version: RuleVersion(0, 2),
    summary:
      "`load url` hands no headers of one origin to another one, as `Authorization` and `Cookie`"
  ) { reached in
    let changesHeaders = reached.rule.steps.contains { step in
      step.isLoad && step.kind.handed?.contains { $0.part.isHeader } ?? false
    }
    let header = RequestInput.header(ExactString("authorization"))
    guard changesHeaders, reached.witness.settings[header] == nil else { return nil }
    var witness = reached.witness
    witness.settings.set(header, .string("x"))
    let lost = reached.steps(for: witness)?.flatMap { $0.kind.handed?.losses.headers ?? [] } ?? []
    guard lost.contains("authorization") else { return nil }
    return Example(witness: witness, difference: "without `Authorization`, which was handed on")
  }

  // MARK: Attempts without an answer

  /// The limit for attempts: an `attempt` of an async action waited for its answer without limit.
  private static let limitOfAttempts = MeaningChange(
    version: RuleVersion(0, 2),
    summary: "an attempt that has no answer after two minutes ends with `cancel`"
  ) { reached in
    guard case .attempt(let action, _)? = reached.rule.steps.first?.kind,
      reached.rules[action].result == .asyncBool, reached.steps(for: reached.witness) != nil
    else { return nil }
    return Example(
      witness: reached.witness,
      difference: "`\(reached.rules[action].name)` was awaited without a limit")
  }
}
