import Diagnostics
import Semantics
import Syntax
import Text

/// The check `invalid-rule-list`.
enum InvalidRuleList {
  /// The maximum number of reported problems of one file.
  private static let limit = 5

  static func findings(_ input: CheckInput) -> [Finding] {
    let lists = Dictionary(
      firstOf: input.rules.configurations.flatMap { $0.ruleLists }.map { ($0.path, $0) })
    if lists.isEmpty { return [] }
    var problems: [String: [String]] = [:]
    for (path, list) in lists {
      switch list.content {
      case .missing(let why):
        problems[path] = ["cannot read the rule list \(Quoting.rule(path)): \(why)"]
      case .text(let text):
        let found = RuleListReader.problems(in: SourceFile(name: path, bytes: Array(text.utf8)))
        problems[path] = found.prefix(limit).map { "\(Quoting.rule(path)), \($0)" }
      }
    }
    var findings: [Finding] = []
    for (index, tree) in input.trees.enumerated() {
      for case .configuration(let configuration) in tree.declarations {
        for case .files(let files) in configuration.settings.map({ $0.value }) {
          for file in files {
            for message in problems[file.value] ?? [] {
              findings.append(page.finding(message, at: Location(FileID(index), file.span)))
            }
            // The file is reported only once, at the first place that names it.
            problems[file.value] = []
          }
        }
      }
    }
    return findings
  }

  static let page = Page(
    "invalid-rule-list", .error, "a file of content blocker rules that WebKit cannot compile")
}
