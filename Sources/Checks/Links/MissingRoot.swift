import Diagnostics
import Interpreter
import Requests
import Semantics
import Text
import WebURL

/// The check `missing-root`.
enum MissingRoot {
  static func findings(_ facts: LinkFacts, _ rules: RuleSet, _ chain: ID<Chain>) -> [Finding] {
    guard let root = WebURL.parse("https://example.com/"),
      let page = WebURL.parse("https://example.com/q7x1z5kw")
    else { return [] }
    let interpreter = Interpreter(chain, in: rules)
    let ofRoot = interpreter.decide(Request(url: root), answers: [:])
    let ofPage = interpreter.decide(Request(url: page), answers: [:])
    guard ofRoot.entry == nil, let entry = ofPage.entry, !facts.link.rules[entry].isExcluded else {
      return []
    }
    var finding = Self.page.finding(
      "links to pages open in `\(facts.link.name)`, but the link to the root stays in the browser",
      at: facts.link.rules[entry].head, label: "does not match `/`",
      help: "add the pattern `/`, with `\"exclude\": true` if the browser is meant")
    finding.witness = root.href
    return [finding]
  }

  static let page = Page(
    "missing-root", .info, "links to all pages but the root",
    canBeIgnored: true)
}
