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
    "invalid-rule-list", .error, "a file of content blocker rules that WebKit cannot compile",
    #"""
    `block from` gives the paths of JSON files inside the folder of the rule set. Each is an array of
    WebKit's content blocker rules:

    ```json
    [
      {
        "trigger": { "url-filter": "^https?://([^/]+\\.)?tracker\\.example[:/]" },
        "action": { "type": "block" }
      }
    ]
    ```

    WebKit refuses a whole list if one of its rules is wrong, and only when the app runs. `url-filter` is a
    regular expression of ASCII characters with `.`, classes, groups, `?`, `*`, `+`, `^` at its start and `$` at
    its end, and so are the texts of `if-top-url`, `unless-top-url`, `if-frame-url` and `unless-frame-url`.
    Alternatives (`|`), counts (`{2}`), `\d`, `\w`, `\s`, `\b`, back-references and look-around are not supported;
    alternatives are rules of their own.

    A trigger has one such condition, or `if-domain` or `unless-domain`. Older versions of WebKit refuse a list in
    which one rule has a condition on the domain and another one a condition on `…-top-url`: write two files.

    In this example the file does not exist:

    ```bascule wrong
    configuration Shop { block from "trackers.json" }
    ```

    ```bascule right
    configuration Shop { javaScript enabled }
    ```
    """#)
}
