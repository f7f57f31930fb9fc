import Diagnostics
import Reachability
import Requests
import Semantics
import Syntax
import Text

/// The check `suspicious-literal`.
enum SuspiciousLiteral {
  static let page = Page.suspiciousLiteral

  static func findings(
    _ input: CheckInput, _ answers: inout LiteralWitness.Answers
  ) -> [Finding] {
    var findings = HostInPath.findings(input.rules)
    let places = input.slips.enumerated().flatMap { index, found in
      found.comparisons.map { Location(FileID(index), $0.span) }
    }
    var witnesses = LiteralWitness(input.rules, at: places, reusing: answers)
    for (index, found) in input.slips.enumerated() {
      let file = FileID(index)
      findings += found.quotedValues + found.keys.map { $0.finding(in: file) }
      for (slip, literal) in found.literals
      where !input.neverEqual.contains(literal.location)
        && !input.foreignParameters.contains(Location(file, literal.comparison.span))
      {
        if let finding = finding(slip, literal, &witnesses, input) { findings.append(finding) }
      }
      findings += found.expressions.compactMap {
        $0.slip.finding($0.comparison, in: file, &witnesses)
      }
      for (host, comparison) in found.openHosts {
        let place = Location(file, comparison.span)
        guard let subject = witnesses.test(at: place)?.subject else { continue }
        for tests in host.strangers(subject) {
          guard let witness = witnesses.request(inRule: place, tests) else { continue }
          var finding = host.finding(witness, in: file)
          let losesComment = finding.fix?.edits.contains { input.mayHaveComment($0.location) }
          if losesComment == true { finding.fix = nil }
          findings.append(finding)
          break
        }
      }
    }
    answers = witnesses.answers
    return findings
  }

  private static func finding(
    _ slip: LiteralSlip, _ literal: ComparedLiteral, _ witnesses: inout LiteralWitness,
    _ input: CheckInput
  ) -> Finding? {
    let place = Location(literal.file, literal.comparison.span)
    let witness = witnesses.request(place)
    // If the condition is never true, it has another finding.
    if witness == nil, case .scheme = slip { return nil }
    let request = witness.map { Prose.request($0) }
    var finding = page.finding(
      slip.message(literal, request), at: literal.location, label: slip.label,
      help: slip.help(literal), fix: fix(slip, literal, input))
    finding.witness = witness.map { RuleLanguagePrinter.requestText($0) }
    return finding
  }

  /// The fix of the slip, unless it would delete a comment before the literal.
  private static func fix(
    _ slip: LiteralSlip, _ literal: ComparedLiteral, _ input: CheckInput
  ) -> Fix? {
    guard let fix = slip.fix(literal), let start = fix.edits.first?.location.span.start,
      start < literal.location.span.start
    else { return slip.fix(literal) }
    let before = Location(literal.file, Span(start, literal.location.span.start))
    return input.mayHaveComment(before) ? nil : fix
  }
}
