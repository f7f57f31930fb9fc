import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The findings of `endless-load` about loops of several rules, and of responses.
enum LoadLoops {
  /// A load in a loop.
  private struct Load {
    /// The location of the step.
    var step: Location
    var url: String
  }

  static func findings(_ facts: ChainFacts, _ page: Page) -> [Finding] {
    var seen: Set<Set<Location>> = []
    var findings: [Finding] = []
    for analysis in facts.analyses {
      for loop in analysis.loadLoops {
        let loads = zip(loop.entries, loop.loaded).compactMap { load(analysis, $0, $1) }
        guard let first = loads.first, seen.insert(Set(loads.map { $0.step })).inserted else {
          continue
        }
        var finding = page.finding(
          "`load url` \(loop.isCertain ? "never ends" : "may never end"): these rules load each other's requests",
          at: first.step, label: label(loop.witness, loads), related: others(loads),
          help: "make the condition of one of these rules false for what another one loads")
        if !loop.isCertain { finding.severity = .warning }
        finding.witness = RuleLanguagePrinter.requestText(loop.witness)
        findings.append(finding)
      }
    }
    for configuration in facts.input.rules.configurations {
      guard let responses = configuration.responses.map({ facts.analyses[Int($0.index)] }) else {
        continue
      }
      let requests = configuration.chain.map { facts.analyses[Int($0.index)] }
      let loops = ResponseLoops(requests, responses, in: facts.input.rules)
      for loop in loops.all {
        let loads = loop.loads.compactMap { one in
          switch one.kind {
          case .requests: requests.flatMap { load($0, one.entry, one.url) }
          case .responses: load(responses, one.entry, one.url)
          }
        }
        guard let first = loads.first, seen.insert(Set(loads.map { $0.step })).inserted else {
          continue
        }
        var finding = page.finding(
          "`load url` may never end: the response to what it loads can load again",
          at: first.step, label: label(loop.witness, loads), related: others(loads),
          help:
            "the server may answer in the same way: make the condition false for the URL that is loaded"
        )
        finding.severity = .warning
        finding.witness = RuleLanguagePrinter.requestText(loop.witness)
        findings.append(finding)
      }
    }
    return findings
  }

  private static func load(_ analysis: ChainAnalysis, _ entry: Int, _ url: String) -> Load? {
    analysis.chain.rules[entry].steps.last { $0.isLoad }.map {
      Load(step: $0.location, url: url)
    }
  }

  private static func label(_ witness: Witness, _ loads: [Load]) -> String {
    let urls = loads.prefix(3).map { Prose.code(Quoting.rule($0.url)) }
    return "for example \(Prose.request(witness)) loads \(urls.joined(separator: ", then "))"
  }

  /// The related places: the other steps of the loop.
  private static func others(_ loads: [Load]) -> [Finding.Related] {
    var related: [Finding.Related] = []
    for load in loads.dropFirst() where load.step != loads[0].step {
      if related.contains(where: { $0.location == load.step }) { continue }
      related.append(.init("loads \(Prose.code(Quoting.rule(load.url)))", at: load.step))
    }
    return related
  }
}
