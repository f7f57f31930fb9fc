import Diagnostics
import Reachability
import Requests
import Semantics
import Text

/// The check `default-port`.
enum DefaultPort {
  static func findings(_ input: CheckInput) -> [Finding] {
    let items = input.rules.handlers.map { $0.items } + input.rules.chains.map { $0.items }
    return items.joined().flatMap { item -> [Finding] in
      guard case .rule(let rule) = item else { return [] }
      return literals(rule, input) + (finding(rule).map { [$0] } ?? [])
    }
  }

  /// The findings about tests for a default port in a rule that does not test the scheme.
  private static func literals(_ rule: Rule, _ input: CheckInput) -> [Finding] {
    var tests: [(test: Test, port: Int64, root: URLRoot)] = []
    rule.condition?.eachTest { test in
      guard case .part(.port, let root) = test.subject,
        case .test(_, .number(let numbers)) = test.core, numbers.ranges.count == 1,
        let range = numbers.ranges.first, range.lowerBound == range.upperBound,
        [80, 443].contains(range.lowerBound), !rule.tests(.part(.scheme, of: root))
      else { return }
      tests.append((test, range.lowerBound, root))
    }
    return tests.compactMap { test, port, root in
      var witnesses = LiteralWitness(input.rules)
      guard let witness = witnesses.request(test.subject, [test.core], test.location) else {
        return nil
      }
      let scheme = RequestValue.part(.scheme, of: root).text
      let meant = "\(scheme) == \"\(port == 443 ? "https" : "http")\""
      var finding = page.finding(
        "`\(input.text(test.location))` is only true for URLs like \(Prose.request(witness))",
        at: test.location, label: "the default port of a scheme is left out",
        help: "write `\(meant)`", fix: .replacePart(test.location, with: meant, input))
      finding.witness = RuleLanguagePrinter.requestText(witness)
      return finding
    }
  }

  private static func finding(_ rule: Rule) -> Finding? {
    for change in rule.steps.flatMap({ $0.kind.handed ?? [] }) where change.part == .port {
      guard let argument = change.value, argument.isRequired,
        case .request(let port) = argument.value, case .part(.port, let server) = port,
        !rule.tests(port)
      else { continue }
      return page.finding(
        "the rule matches no request while `\(port.text)` is missing: a URL does not name the default port",
        at: argument.location, label: "missing for `https://home.example`",
        help:
          "start the condition with `exists \(port.text) &&`, or set scheme, host and port at once, with or without a port: `origin = \(server.word ?? "")`",
        fix: .require("exists \(port.text)", in: rule))
    }
    return nil
  }

  static let page = Page(
    "default-port", .warning, "a port that most URLs do not have", fixes: .meaning)
}
