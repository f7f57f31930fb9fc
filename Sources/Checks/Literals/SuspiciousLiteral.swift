import Diagnostics
import Reachability
import Requests
import Semantics
import Syntax
import Text

/// `suspicious-literal`
enum SuspiciousLiteral {
  static func findings(_ input: CheckInput) -> [Finding] {
    var headers: [Finding] = []
    var slips: [(slip: LiteralSlip, literal: ComparedLiteral)] = []
    var expressions: [(slip: ExpressionSlip, comparison: ComparisonSyntax, file: FileID)] = []
    for (index, found) in input.slips.enumerated() {
      let file = FileID(index)
      headers += found.headers.map { header($0, file) }
      slips += found.literals.filter { _, literal in
        !input.neverEqual.contains(literal.location)
          && !input.foreignParameters.contains(Location(file, literal.comparison.span))
      }
      expressions += found.expressions.map { ($0.slip, $0.comparison, file) }
    }
    if slips.isEmpty, expressions.isEmpty { return headers }
    var witnesses = LiteralWitness(input.rules)
    return headers + slips.compactMap { finding($0.slip, $0.literal, &witnesses, input) }
      + expressions.compactMap { finding($0.slip, $0.comparison, $0.file, &witnesses) }
  }

  private static func finding(
    _ slip: LiteralSlip, _ literal: ComparedLiteral, _ witnesses: inout LiteralWitness,
    _ input: CheckInput
  ) -> Finding? {
    let place = Location(literal.file, literal.comparison.span)
    let others = slip.otherTests(witnesses.test(at: place)?.subject)
    var witness: Witness?
    for tests in others {
      witness = witnesses.request(place, tests)
      if witness != nil { break }
    }
    // Without a stranger's host there is nothing to report.
    if slip.needsWitness, witness == nil { return nil }
    let request = witness.map { Prose.request($0) }
    var finding = page.finding(
      slip.message(literal, request), at: literal.location, label: slip.label,
      help: slip.help(literal), fix: fix(slip, literal, input))
    finding.witness = witness.map { RuleLanguagePrinter.requestText($0) }
    return finding
  }

  /// The fix of the slip; nil if it would delete a comment before the literal.
  private static func fix(
    _ slip: LiteralSlip, _ literal: ComparedLiteral, _ input: CheckInput
  ) -> Fix? {
    guard let fix = slip.fix(literal), let start = fix.edits.first?.location.span.start,
      start < literal.location.span.start
    else { return slip.fix(literal) }
    let before = Location(literal.file, Span(start, literal.location.span.start))
    return input.mayHaveComment(before) ? nil : fix
  }

  private static func finding(
    _ slip: ExpressionSlip, _ comparison: ComparisonSyntax, _ file: FileID,
    _ witnesses: inout LiteralWitness
  ) -> Finding? {
    let place = Location(file, comparison.span)
    guard let test = witnesses.test(at: place), let meant = slip.meant else { return nil }
    let exact = CoreCondition.test(test.subject, .member(of: .expression(meant)))
    guard let witness = witnesses.request(place, [.not(exact)]) else { return nil }
    var finding = page.finding(
      "the `.` matches any character: \(Prose.request(witness)) satisfies this too",
      at: Location(file, comparison.operandSpan), label: "`.` is not escaped",
      help: "write `\\.` for a point",
      fix: Fix([Edit(Location(file, comparison.operandSpan), slip.text)], isSafe: false))
    finding.witness = RuleLanguagePrinter.requestText(witness)
    return finding
  }

  private static func header(_ key: StringSyntax, _ file: FileID) -> Finding {
    let name = key.value.filter { !$0.isWhitespace && $0 != ":" }
    let isName = StringSyntax.isHeaderName(name)
    let location = Location(file, key.span)
    return page.finding(
      "no request has a header of this name", at: location,
      label: "names of headers contain no blank and no `:`",
      help: isName ? "write `\(Quoting.rule(name))`" : nil,
      fix: isName
        ? Fix([Edit(location, Quoting.rule(name))], isSafe: false) : nil)
  }

  static let page = Page(
    "suspicious-literal", .warning, "a literal that does not match what it seems to match",
    fixes: .meaning, security: "5.0",
    #"""
    The comparison is possible, so it is no error, but the only requests that it matches are others than
    the text suggests. One of them is shown.

    - `path == "/t?tab=1"`: the path ends before `?`, so only an escaped `%3F` matches. The query is
      `query.tab`, the fragment `fragment`, without `#`.
    - `path == "/my%20page"`: paths, components and query values are decoded before the comparison.
    - `path == "/shop/*"`, `host == "*.example.com"`: `==` compares the text itself; patterns are
      compared by `like`.
    - `path like "/accounts/:id"`: a parameter is written `{id}`.
    - `host hasSuffix "example.com"`: also true for the host of a stranger.
    - `host matches /www.example.com/`: `.` is any character.
    - `url == "https://user@example.com/"`: true only for a URL with this user info before the host.
    - `header["Accept:"]`: the name of a header has no colon.

    ```bascule wrong
    chain Default {
      when path == "/transfers?tab=1" cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path == "/transfers" && query.tab == "1" cancel
      otherwise allow
    }
    ```

    ```bascule wrong
    chain Default {
      when host hasSuffix "bank.example" allow
      otherwise cancel
    }
    ```

    ```bascule right
    chain Default {
      when host == "bank.example" || host hasSuffix ".bank.example" allow
      otherwise cancel
    }
    ```
    """#)
}
