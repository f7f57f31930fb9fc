import Diagnostics
import Interpreter
import Reachability
import Semantics
import Text

/// `order-dependent`
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
          "this rule and an earlier one take some of the same requests, and the order decides",
          at: later.head, label: "would do something else",
          related: [
            Finding.Related(
              "comes first and takes \(Prose.request(pair.witness))", at: earlier.head)
          ],
          help: "keep this order, or let their conditions exclude each other")
        finding.witness = RuleLanguagePrinter.text(pair.witness)
        findings.append(finding)
      }
    }
    return findings
  }

  static let page = Page(
    "order-dependent", .info, "two rules that overlap and do different things",
    """
    Both rules match some request, and they do different things with it, so it depends on their order
    what happens. That is how chains are meant to be written, the special rule before the general one;
    so this is off unless it is asked for, with `bascule check --severity order-dependent=info` or in
    `bascule.json`. It helps before handlers are put into another order.

    Each rule is reported once, with the first rule before it that it overlaps with; `otherwise` is
    not.

    ```bascule wrong
    chain Default {
      when path hasPrefix "/legal/terms" download
      when path hasPrefix "/legal" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path hasPrefix "/legal/terms" download
      when path hasPrefix "/help" cancel
      otherwise allow
    }
    ```
    """)
}
