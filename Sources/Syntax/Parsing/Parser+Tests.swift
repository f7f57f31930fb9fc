import Text

extension Parser {
  /// Takes the word of `test responses Main {`; in `test responses {` it is the name of a chain.
  mutating func takeResponses() -> Bool {
    guard current.keyword == .responses, ahead.kind == .identifier else { return false }
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
      let url = try parser.string("a URL as a string")
      var setup: [TestSetupSyntax] = []
      if parser.current.keyword == .with {
        let node = parser.beginNode(.setup)
        parser.advance()
        repeat { setup.append(try parser.setup()) } while parser.take(.comma)
        parser.endNode(node)
      }
      let (steps, decision) = try parser.stepsAndDecision()
      parser.endNode(node)
      let span = parser.span(from: start)
      if decision == nil { parser.fault(.missingDecision, span) }
      parser.unit(span)
      cases.append(
        TestCaseSyntax(url: url, setup: setup, steps: steps, decision: decision, span: span))
    }
    return TestSyntax(isResponses: isResponses, header: header(prefix), cases: cases)
  }

  private mutating func setup() throws(Abort) -> TestSetupSyntax {
    let start = current.start
    let isNegated = take(.not)
    let opens = startsOpenURL
    if opens { advance() }
    let subject = try reference(opens ? "`url`" : "a flag or a value of the request")
    var value: LiteralSyntax?
    if !isNegated, !opens, take(.equal) { value = try literal("a value") }
    return TestSetupSyntax(
      isNegated: isNegated, opens: opens, subject: subject, value: value, span: span(from: start))
  }
}
