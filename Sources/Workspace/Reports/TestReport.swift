package import Diagnostics
import Interpreter
import Requests
import Semantics
import Text
import WebURL

extension TestRun {
  // MARK: - For people

  /// The report for people: failures with their differences, uncovered rules with suggested tests, and the summary.
  ///
  /// - Parameter listsAllUncovered: true to list all uncovered rules.
  package func human(_ style: Style, listsAllUncovered: Bool) -> [UInt8] {
    var text = StyledText(style)
    for set in sets {
      for test in set.cases where !test.verdict.holds { write(test, set, &text) }
      for test in set.cases { writeBroken(test, set, &text) }
    }
    if uncoveredCount > 0 {
      text.line("not reached by any test:", .strong)
      var left = listsAllUncovered ? uncoveredCount : min(uncoveredCount, Self.fewUncovered)
      let rest = uncoveredCount - left
      for set in sets where left > 0 && !set.uncovered.isEmpty { writeUncovered(set, &left, &text) }
      if rest > 0 { text.line("  and \(rest) more; `--uncovered` lists all") }
      text.endLine()
    }
    if passed + failed == 0 {
      text.line("no tests")
    } else if failed == 0 {
      text.line("\(count(passed, "test")) passed", .inserted)
    } else {
      text.line("\(count(failed, "test")) failed, \(passed) passed", .removed)
    }
    if uncoveredCount > 0 {
      let verb = uncoveredCount == 1 ? "is" : "are"
      text.line("\(uncoveredCount) of \(count(ruleCount, "rule")) \(verb) not reached by any test")
    } else if ruleCount > 0 {
      text.line(
        ruleCount == 1 ? "the rule is reached by a test" : "all \(ruleCount) rules are reached")
    }
    return text.bytes
  }

  /// The number of uncovered rules that are listed by default.
  private static let fewUncovered = 10

  /// Writes each uncovered rule, and below it a test that reaches it.
  private func writeUncovered(_ set: SetRun, _ left: inout Int, _ text: inout StyledText) {
    let suggested = set.suggestedTests
    for location in set.uncovered.prefix(left) {
      text.write("  \(set.set.places.text(location))", .frame)
      text.line("  " + Quoting.terminal(set.set.places.source(location)))
      if let other = suggested.others.first(where: { $0.rule == location }) {
        text.line("    " + other.why, .removed)
      } else if let test = suggested.cases.first(where: { $0.rules[0] == location }) {
        let line =
          "test \(set.set.rules[test.chain].chainName.argument) { \(test.request) \(test.outcome) }"
        text.line("    " + line, .inserted)
      } else {
        text.line("    reached by the test of another rule", .inserted)
      }
    }
    left -= min(left, set.uncovered.count)
  }

  private func write(_ test: CaseRun, _ set: SetRun, _ text: inout StyledText) {
    text.write("FAILED", .error)
    text.write(" \(set.set.places.text(test.test.location))", .frame)
    text.line("  \(test.chain.text), \(Quoting.terminal(test.title))")
    for line in test.difference {
      switch line {
      case .same(let line): text.line("    " + Quoting.terminal(line))
      case .missing(let line): text.line("  - " + Quoting.terminal(line), .removed)
      case .extra(let line): text.line("  + " + Quoting.terminal(line), .inserted)
      }
    }
    for line in test.refusals + explanation(test, set) { text.line("  " + Quoting.terminal(line)) }
    text.endLine()
  }

  /// Writes the lines of invariants that the request of a test breaks.
  private func writeBroken(_ test: CaseRun, _ set: SetRun, _ text: inout StyledText) {
    for claim in test.brokenClaims {
      text.write("BREAKS", .error)
      text.write(" \(set.set.places.text(claim))", .frame)
      text.line("  " + Quoting.terminal(set.set.places.source(claim)))
      text.line("  by the request of this test: \(Quoting.terminal(test.title))")
      text.endLine()
    }
  }

  /// The lines that explain an outcome: the decision with its reason, and the rule that decided.
  private func explanation(_ test: CaseRun, _ set: SetRun) -> [String] {
    let reason = set.set.places.reason(test.verdict.outcome, test.interpreter)
    let decision = RuleLanguagePrinter(set.set.rules).text(test.verdict.outcome.decision)
    var lines = [decision + reason]
    if let entry = test.verdict.outcome.entry {
      let rule = test.interpreter.chain.rules[entry]
      lines.append("  " + set.set.places.source(rule))
    }
    return lines
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: - JSON

  /// The report as one object on one line.
  ///
  /// `{"version":1,"passed","failed","tests":[{"chain" or "responses","url","file","line","passed",
  /// "breaks":[{"file","line"}],"expected":{"decision","steps"},"actual":{"decision","steps","refused","rule"}}],
  /// "rules","uncovered":[{"file","line","test","why"}]}`
  ///
  /// Steps, `refused` and `rule` have the form of a trace. `rules` is the number of rules. `test` is a `test` block
  /// that reaches an uncovered rule; if it is null, `why` is the reason.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.number("version", 1)
      writer.number("passed", passed)
      writer.number("failed", failed)
      writer.array("tests", sets) { set, writer in
        for test in set.cases { write(test, set, &writer) }
      }
      writer.number("rules", ruleCount)
      writer.array("uncovered") { writer in
        for set in sets where !set.uncovered.isEmpty {
          let suggested = set.suggestedTests
          for location in set.uncovered { write(location, suggested, set, &writer) }
        }
      }
    }
    return writer.bytes + [0x0A]
  }

  private func write(
    _ rule: Location, _ suggested: SuggestedTests, _ set: SetRun, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.string("file", set.set.places.file(rule))
      writer.number("line", set.set.places.position(rule).line)
      let test = suggested.cases.first { $0.rules.contains(rule) }
      writer.string(
        "test",
        test.map {
          "test \(set.set.rules[$0.chain].chainName.argument) { \($0.request) \($0.outcome) }"
        })
      writer.string("why", suggested.others.first { $0.rule == rule }?.why)
    }
  }

  private func write(_ test: CaseRun, _ set: SetRun, _ writer: inout JSONWriter) {
    let places = set.set.places
    let json = RequestJSON(rules: set.set.rules)
    let printer = RuleLanguagePrinter(set.set.rules)
    let outcome = test.verdict.outcome
    writer.object { writer in
      writer.key(test.chain.kind.rawValue)
      writer.string(test.chain.name)
      writer.string("url", test.test.url)
      writer.string("file", places.file(test.test.location))
      writer.number("line", places.position(test.test.location).line)
      writer.bool("passed", test.verdict.holds)
      writer.array("breaks", test.brokenClaims) { claim, writer in places.write(claim, &writer) }
      writer.object("expected") { writer in
        writer.string("decision", printer.text(test.test.decision))
        writer.array("steps", test.test.steps) { step, writer in json.write(step, &writer) }
      }
      writer.object("actual") { writer in
        writer.string("decision", printer.text(outcome.decision))
        writer.array("steps", outcome.steps) { step, writer in json.write(step, &writer) }
        writer.array("refused", outcome.refusedSteps) { step, writer in json.write(step, &writer) }
        writer.key("rule")
        if let entry = outcome.entry {
          places.write(rule: test.interpreter.chain.rules[entry].location, &writer)
        } else {
          writer.null()
        }
      }
    }
  }

  // MARK: - JUnit

  /// The report as JUnit XML: a suite for each `test` block, a case for each of its lines.
  package var junit: [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites tests=\"\(passed + failed)\" failures=\"\(failed)\" errors=\"0\">\n"
    for set in sets {
      for (number, block) in set.set.rules.tests.enumerated() {
        let cases = set.cases.filter { $0.block == number }
        let failures = cases.count { !$0.verdict.holds }
        let name = Quoting.xml(set.set.rules[block.chain].chainName.argument)
        let file = Quoting.xml(set.set.places.file(block.location))
        text += "  <testsuite name=\"\(name)\" file=\"\(file)\""
        text += " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\">\n"
        for test in cases { text += junit(test, set) }
        text += "  </testsuite>\n"
      }
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  private func junit(_ test: CaseRun, _ set: SetRun) -> String {
    var text = "    <testcase classname=\"\(Quoting.xml(test.chain.argument))\""
    text += " name=\"\(Quoting.xml(test.title))\""
    if test.verdict.holds { return text + "/>\n" }
    let lines = test.difference.map { line in
      switch line {
      case .same(let line): "  " + line
      case .missing(let line): "- " + line
      case .extra(let line): "+ " + line
      }
    }
    let explanation = explanation(test, set)
    let message = Quoting.xml(explanation[0])
    let body = Quoting.xml((lines + explanation).joined(separator: "\n"), isContent: true)
    return text + ">\n      <failure message=\"\(message)\">\(body)</failure>\n    </testcase>\n"
  }
}
