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
      Without a code, lists all codes. `groups` lists the groups of codes that --severity and the \
      `severities` of a bascule.json take, and the name of a group what each of its codes means.
      """
    ],
    operand: Operand(
      name: "CODE", kind: .code, isRepeated: false,
      help: "The code in brackets in a finding, such as unknown-name; or a group of codes."),
    options: [],
    examples: [
      Example("bascule explain unknown-name", "Print the page of one code."),
      Example("bascule explain", "List all codes."),
      Example("bascule explain groups", "List the groups with their codes."),
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
    if code == "groups" {
      for group in Workspace.groups {
        console.output.line("\(group.name): \(group.codes.joined(separator: ", "))")
      }
      return .success
    }
    if let codes = Workspace.codes(named: code) {
      for summary in codes.compactMap(Workspace.summary(ofCode:)) {
        console.output.line("\(summary.code): \(summary.text) (\(summary.level.rawValue))")
      }
      return .success
    }
    let nearest = Nearest.names(to: code, among: Workspace.codesAndGroups).map { "`\($0)`" }
    throw UsageError(
      "there is no code or group `\(code)`",
      help: nearest.isEmpty
        ? Configuration.lists
        : "did you mean \(nearest.joined(separator: " or "))?",
      pointsToUsage: false)
  }
}
