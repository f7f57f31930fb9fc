import Workspace

extension Verb {
  static let page = Verb(
    name: "page",
    summary: "Write a page that shows what the rules do with any link",
    description: [
      """
      Writes one HTML file that needs no server and no network. In it anyone can type a link and read \
      what the app does with it and which rule says so, change the circumstances, paste many links, \
      find the link of a screen with its QR code, and look at the chains and which of their rules are \
      reached. The address of the page carries the question, so that answers can be shared.
      """,
      """
      The page contains the text of the rule files. Texts of rules and links never become markup or \
      scripts of the page.
      """,
      """
      With --editable, the page is the playground: the rules can also be changed in it. While you type, it shows \
      findings, fixes, and the requests that a change treats differently. The page contains a checker of its own, \
      which comes from the `playground.html` of the same release.
      """,
      "If a rule set has errors, its findings go to standard error and no page is written.",
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      linksOption,
      Option(
        "output", .file("FILE"),
        "The file to write, also as `-o FILE`; standard output by default."),
      Option(
        "against", .text("REVISION"),
        "Also show the decisions of the last commit that this git revision and the current commit share."
      ),
      Option(
        "against-tip", .text("REVISION"), "Also show the decisions of this git revision itself."),
      Option(
        "format", .choice(["html", "json"]),
        "The output format: html (default), or the model of the rules that the page contains."),
      Option("editable", .none, "Write a page in which the rules can be changed."),
      Option(
        "playground", .file("FILE"),
        "The playground of the release, for --editable; `playground.html` beside the program by default."
      ),
      Option(
        "watch", .none, "Write the page again whenever a rule file changes, until interrupted."),
    ],
    examples: [
      Example(
        "bascule page -o rules.html", "Write the page of the rules below the current folder."),
      Example(
        "bascule page rules/shop -o shop.html --against main",
        "Show the decisions of a branch beside those of main."),
      Example("bascule page rules -o rules.html --watch", "Keep the page up to date."),
      Example(
        "bascule page rules/shop -o shop.html --editable",
        "Let people try changes of the rules."),
    ],
    exitCodes: [
      (.success, "The page is written."),
      (.findings, "A rule set has errors."),
      (.usage, "Invalid usage, or an unknown git revision."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let run = try PageRun(arguments)
    return try arguments.has("watch") ? run.watch(&console) : run.run(&console)
  }
}
