import Text

extension Parser {
  /// Consumes `responses` in `test responses Main {`. In `test responses {` the word is the name of a chain.
  mutating func takeResponses() -> Bool {
    expects(.keyword(.responses))
    guard current.keyword == .responses, isName(ahead) else { return false }
    advance()
    return true
  }

  mutating func test(_ prefix: Prefix, isResponses: Bool) throws(Abort) -> TestSyntax {
    var cases: [TestCaseSyntax] = []
    try body(
      .entries, startsItem: { $0.current.kind == .string }, nearly: { $0.current.kind == .string }
    ) { parser throws(Abort) in
      let start = parser.current.start
      let node = parser.beginNode(.testCase)
      parser.expects(.testURL)
      let url = try parser.string("a URL as a string")
      var setup: [TestSetupSyntax] = []
      parser.expects(.keyword(.with))
      if parser.current.keyword == .with {
        let node = parser.beginNode(.setup)
        parser.advance()
        repeat { setup.append(try parser.setup(after: setup)) } while parser.take(.comma)
        parser.endNode(node)
      }
      let (steps, decision) = try parser.stepsAndDecision(
        orElse: setup.last?.continuation ?? "`with`")
      if decision != nil { parser.endNode(node) }
      let span = parser.span(from: start)
      if decision == nil { parser.fault(.missingDecision, span) }
      parser.unit(span)
      cases.append(
        TestCaseSyntax(url: url, setup: setup, steps: steps, decision: decision, span: span))
    }
    return TestSyntax(isResponses: isResponses, header: header(prefix), cases: cases)
  }

  private mutating func setup(after given: [TestSetupSyntax]) throws(Abort) -> TestSetupSyntax {
    let start = current.start
    let isNegated = take(.not)
    let opens = startsOpenURL
    if opens { advance() }
    let subject =
      if opens {
        try reference("`url`", .url)
      } else {
        try reference(
          "a flag or a value of the request",
          .setup(except: given.map { $0.firstWord }, isNegated: isNegated))
      }
    var value: LiteralSyntax?
    if !isNegated, !opens {
      expects(.setupComparison(subject: subject.text))
      if take(.equal) {
        value = try literal("a value", .setupValue(subject: subject.text))
      }
    }
    return TestSetupSyntax(
      isNegated: isNegated, opens: opens, subject: subject, value: value, span: span(from: start))
  }
}

extension TestSetupSyntax {
  /// The signs that can follow the value, for messages.
  fileprivate var continuation: String {
    isNegated || opens || value != nil ? "`,`" : "`==`, `,`"
  }

  /// The first word of the value that is set.
  fileprivate var firstWord: String { opens ? Keyword.open.rawValue : subject.base.text }
}
