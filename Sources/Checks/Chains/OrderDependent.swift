import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// The check `order-dependent`.
enum OrderDependent {
  static func findings(_ input: CheckInput) -> [Finding] {
    let analyzer = ChainAnalyzer(input.rules)
    var findings: [Finding] = []
    var reported: Set<[Location]> = []
    for index in input.rules.chains.indices {
      let rules = FlatChain(ID(index), in: input.rules).rules
      for pair in analyzer.orderDependences(ID(index)) {
        let (earlier, later) = (rules[pair.earlier], rules[pair.later])
        guard reported.insert([earlier.location, later.location]).inserted else { continue }
        var finding = page.finding(
          "rule overlaps with an earlier one, and their order decides",
          at: later.head, label: "has another effect",
          related: [
            Finding.Related(
              "comes first and handles \(Prose.request(pair.witness))", at: earlier.head)
          ],
          help: "keep this order, or make the conditions exclude each other")
        finding.witness = RuleLanguagePrinter.requestText(pair.witness)
        findings.append(finding)
      }
    }
    return findings
  }

  static let page = Page(
    "order-dependent", .info, "two rules that overlap and have different effects")
}
