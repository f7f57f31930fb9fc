import Diagnostics
import Text
import Workspace

extension Verb {
  static let explain = Verb(
    name: "explain",
    summary: "Explain a finding's code",
    description: [
      """
      Prints the page of a code: its meaning, why it matters, a wrong and a right example. \
      Without a code, lists all codes.
      """
    ],
    operand: Operand(
      name: "CODE", kind: .code, isRepeated: false,
      help: "The code in brackets in a finding, such as unknown-name."),
    options: [],
    examples: [
      Example("bascule explain unknown-name", "Print the page of one code."),
      Example("bascule explain", "List all codes."),
    ],
    exitCodes: [
      (.success, "The page is printed."),
      (.usage, "Unknown code, or invalid usage."),
    ]
  ) { (arguments, console) throws(UsageError) in
    guard let code = arguments.operands.first else {
      for code in Workspace.codes { console.output.line(code) }
      return .success
    }
    if let page = Workspace.summary(ofCode: code)?.page {
      console.output.write(page.utf8)
      if page.utf8.last != 0x0A { console.output.line("") }
      return .success
    }
    let nearest = Nearest.names(to: code, among: Workspace.codes).map { "`\($0)`" }
    throw UsageError(
      "there is no code `\(code)`",
      help: nearest.isEmpty
        ? "`bascule explain` lists all codes"
        : "did you mean \(nearest.joined(separator: " or "))?",
      pointsToUsage: false)
  }
}
