import Text

extension Verb {
  static let explain = Verb(
    name: "explain",
    summary: "Tell what a finding's code means",
    description: [
      """
      Prints the page of a code: what it says, why it matters, an example of what is wrong and one \
      of what is right. Without a code, lists all of them.
      """
    ],
    operand: Operand(
      name: "CODE", kind: .code, isRepeated: false,
      help: "What stands in brackets in a finding, such as unknown-name."),
    options: [],
    examples: [
      Example("bascule explain unknown-name", "The page of one code."),
      Example("bascule explain", "All codes."),
    ],
    exitCodes: [
      (.success, "The page is printed."),
      (.usage, "There is no such code, or wrong usage."),
    ]
  ) { (arguments, console) throws(UsageError) in
    guard let code = arguments.operands.first else {
      for code in Pages.codes { console.output.line(code) }
      return .success
    }
    if let page = Pages.page(of: code) {
      console.output.write(page.utf8)
      if page.utf8.last != 0x0A { console.output.line("") }
      return .success
    }
    let nearest = Nearest.names(to: code, among: Pages.codes).map { "`\($0)`" }
    throw UsageError(
      "there is no code `\(code)`",
      help: nearest.isEmpty
        ? "`bascule explain` lists all codes"
        : "did you mean \(nearest.joined(separator: " or "))?",
      pointsToUsage: false)
  }
}
