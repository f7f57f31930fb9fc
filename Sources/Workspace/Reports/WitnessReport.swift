package import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

extension WitnessList {
  // MARK: - For people

  package func human(_ style: Style) -> [UInt8] {
    var text = StyledText(style)
    for (number, chain) in chains.enumerated() {
      if number > 0 { text.endLine() }
      write(chain, &text)
    }
    if chains.isEmpty { text.line("no chains") }
    writeProofs(&text)
    return text.bytes
  }

  private func writeProofs(_ text: inout StyledText) {
    var last = ""
    for proof in proofs {
      if proof.invariant.name != last {
        text.endLine()
        text.write("invariant \(proof.invariant.name)", .strong)
        text.line("  \(proof.set.places.text(proof.invariant.declared.location))", .frame)
      }
      last = proof.invariant.name
      text.line("  " + Quoting.terminal(proof.text))
      let isProved = proof.verdict == "proved"
      text.line("    " + Quoting.terminal(proof.summary), isProved ? .inserted : .removed)
    }
  }

  private func write(_ chain: Listed, _ text: inout StyledText) {
    let places = chain.set.places
    let declared = chain.set.rules[chain.analysis.chain.chain].declared
    text.write(chain.name.text, .strong)
    text.line("  \(places.text(declared.location))", .frame)
    let entries = chain.analysis.chain.entries
    let width = entries.map { places.text($0.rule.location).count }.max() ?? 0
    for (number, entry) in entries.enumerated() {
      let place = places.text(entry.rule.location)
      text.write("  " + place + String(repeating: " ", count: width - place.count + 2), .frame)
      text.line(Quoting.terminal(places.source(entry.rule)))
      for line in lines(chain, number) { text.line("    " + line.text, line.style) }
    }
  }

  private func lines(
    _ chain: Listed, _ number: Int
  ) -> [(text: String, style: Style.Role)] {
    let places = chain.set.places
    switch chain.analysis.entries[number] {
    case .reachable(let witness):
      let reaching = ReachingRequest(
        witness, to: number, chain.interpreter, passing: chain.passing)
      let request: (String, Style.Role) = (
        RuleLanguagePrinter.requestText(witness), .inserted
      )
      guard let action = reaching.attemptedAgain else { return [request] }
      return [
        request, ("attempts `\(action)` again, after it has failed in an earlier rule", .plain),
      ]
    case .unreachable(.shadowed(let covers)):
      return [("unreachable: earlier rules handle every request that it matches", .removed)]
        + covers.flatMap { cover -> [(text: String, style: Style.Role)] in
          let rule = chain.analysis.chain.rules[cover.entry]
          return [
            ("  \(places.text(rule.location))  \(Quoting.terminal(places.source(rule)))", .plain),
            ("    " + RuleLanguagePrinter.requestText(cover.witness), .plain),
          ]
        }
    case .unreachable(.contradictory(let parts)):
      return [("unreachable: these parts are never true together", .removed)]
        + parts.map { ("  " + Quoting.terminal(places.source($0)), .plain) }
    case .unreachable(.frames):
      return [
        (
          "unreachable: \(places.ignoring(chain.analysis.chain.chain, chain.set.rules)) of that frame",
          .removed
        )
      ]
    case .undecided(let undecided):
      return [(Self.text(undecided), .removed)]
    }
  }

  private static func text(_ undecided: Undecided) -> String {
    let cost = undecided.component.map { ", most of them about `\($0)`" } ?? ""
    return switch undecided.reason {
    case .budget: "undecided: the budget for one rule is exhausted\(cost)"
    case .views: "undecided: found neither a request nor a proof that there is none"
    }
  }

  // MARK: - JSON

  /// The report as one object on one line.
  ///
  /// `{"version":1,"chains":[{"chain" or "responses","file","line","rules":[{"rule":{"file",
  /// "line","place"},"uses":[{"file","line"}],"status","request","attemptedAgain","why","cover":[{"rule",
  /// "request"}],"parts":[{"part","file","line","column"}]}]}],"invariants":[{"name","claim","file","line","verdict",
  /// "request"}]}`
  ///
  /// - `place` is the place of the rule as generated code reports it.
  /// - `status` is `reachable`, `unreachable` or `undecided`.
  /// - `request` is null unless the rule is reachable. Its form is
  ///   `{"url","frame","navigation","method","headers":{…},"download","page","document","source","sourceOrigin",
  ///   "flags":[…],"values":{…},"declined":[…]}`.
  ///   `declined` names the actions that earlier rules attempt and that must fail.
  /// - `attemptedAgain` names the action of `declined` that the rule itself attempts; otherwise it is null.
  /// - `why` is `shadowed`, `contradictory`, `frames`, `budget`, `views` or null.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.number("version", 1)
      writer.array("chains", chains) { chain, writer in write(chain, &writer) }
      writer.objects("invariants", proofs) { proof, writer in
        writer.string("name", proof.invariant.name)
        writer.string("claim", proof.text)
        writer.string("file", proof.set.places.file(proof.location))
        writer.number("line", proof.set.places.position(proof.location).line)
        writer.string("verdict", proof.verdict)
        writer.string("request", proof.request)
      }
    }
    return writer.bytes + [0x0A]
  }

  private func write(_ chain: Listed, _ writer: inout JSONWriter) {
    let places = chain.set.places
    let declared = chain.set.rules[chain.analysis.chain.chain].declared
    writer.object { writer in
      writer.key(chain.name.kind.rawValue)
      writer.string(chain.name.name)
      writer.string("file", places.file(declared.location))
      writer.number("line", places.position(declared.location).line)
      writer.array("rules", chain.analysis.chain.rules.indices) { number, writer in
        write(chain, number, &writer)
      }
    }
  }

  private func write(_ chain: Listed, _ number: Int, _ writer: inout JSONWriter) {
    let places = chain.set.places
    let entry = chain.analysis.chain.entries[number]
    var status = "unreachable"
    var why: String?
    var covers: [ChainAnalysis.Cover] = []
    var parts: [Location] = []
    var witness: Witness?
    switch chain.analysis.entries[number] {
    case .reachable(let found): (status, witness) = ("reachable", found)
    case .unreachable(.shadowed(let found)): (why, covers) = ("shadowed", found)
    case .unreachable(.contradictory(let found)): (why, parts) = ("contradictory", found)
    case .unreachable(.frames): why = "frames"
    case .undecided(let undecided):
      status = "undecided"
      why = undecided.reason == .budget ? "budget" : "views"
    }
    writer.object { writer in
      writer.member("rule") { places.write(rule: entry.rule.location, &$0) }
      writer.array("uses", entry.uses) { use, writer in places.write(use, &writer) }
      writer.string("status", status)
      writer.key("request")
      let reaching = witness.map {
        ReachingRequest($0, to: number, chain.interpreter, passing: chain.passing)
      }
      if let reaching {
        RequestJSON.write(reaching.witness, of: chain.name.kind, &writer)
      } else {
        writer.null()
      }
      writer.string("attemptedAgain", reaching?.attemptedAgain)
      writer.string("why", why)
      writer.objects("cover", covers) { cover, writer in
        writer.member("rule") {
          places.write(rule: chain.analysis.chain.rules[cover.entry].location, &$0)
        }
        writer.member("request") { RequestJSON.write(cover.witness, of: chain.name.kind, &$0) }
      }
      writer.array("parts", parts) { part, writer in
        let position = places.position(part)
        writer.object { writer in
          writer.string("part", places.source(part))
          writer.string("file", places.file(part))
          writer.number("line", position.line)
          writer.number("column", position.column)
        }
      }
    }
  }
}
