import Diagnostics
import Workspace

extension Verb {
  static let check = Verb(
    name: "check",
    summary: "Report what is wrong with rule files",
    description: [
      """
      A folder stands for the rule set of all .bascule files below it; a folder below it that holds \
      a bascule.json is a rule set of its own. Files named one by one are one rule set together. \
      `-` is standard input. Hidden folders and node_modules are left out.
      """,
      """
      Findings and the summary go to standard output, sorted by file and place. What the program \
      itself cannot do, such as read a file, goes to standard error. Colour is used on a terminal \
      only, and not if NO_COLOR is set.
      """,
      """
      The bascule.json of a rule set may say `format`, `strict` and `severities` too; options win \
      over it.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files to check; without one, the current folder."),
    options: [
      FindingOutputs.option,
      Option(
        "severity",
        .assignment(
          "CODE=LEVEL", keys: Pages.codes.filter { Pages.summary(of: $0)?.canSetLevel == true },
          values: Severities.Level.allCases.map(\.rawValue)),
        "Report findings of that code as error, warning or info, or not at all (off).",
        isRepeated: true),
      Option("strict", .none, "Exit with 1 on warnings and notes too."),
      Option("no-strict", .none, "Do not, whatever bascule.json says."),
      Option(
        "fix", .optionalChoice(["safe", "all"]),
        """
        Apply the fixes that findings come with, again and again until none is left: those that \
        keep the meaning of everything else (safe, also without a word), or those that change it \
        too. A file that is formatted stays formatted.
        """),
      Option(
        "diff", .none, "Print those fixes as a patch and write nothing; safe ones without --fix."),
      Option(
        "baseline", .file("FILE"),
        "Leave out the findings that this file holds, whatever line they are on by now."),
      Option("write-baseline", .none, "Write all findings into that file that can be left out."),
      Option(
        "since", .text("REVISION"),
        "Report only what the change since that git revision has touched or caused."),
      Option(
        "watch", .none, "Check again whenever a file changes, until the program is interrupted."),
      Option("stdin-path", .file("NAME"), "What findings call standard input."),
    ],
    examples: [
      Example("bascule check", "Check the rule set below the current folder."),
      Example("bascule check rules --strict", "Let warnings fail a CI job."),
      Example(
        "bascule check --format human --format sarif=bascule.sarif",
        "For the log, and for code scanning."),
      Example(
        "bascule check --severity order-dependent=info", "Ask for what is off without asking."),
      Example("bascule check --fix", "Let the tool mend what it can."),
      Example("bascule check --fix=all --diff", "See what that would be."),
      Example(
        "bascule check --baseline known.json --write-baseline", "Adopt it with findings left."),
      Example("bascule check rules --since origin/main", "On a pull request."),
      Example("bascule check - --stdin-path rules/a.bascule", "Check what an editor holds."),
    ],
    exitCodes: [
      (.success, "No finding of severity error (with --strict: no finding)."),
      (.findings, "Findings of severity error (with --strict: any); with --diff: there are fixes."),
      (.usage, "Wrong usage, or a revision that git does not know."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let run = try CheckRun(arguments)
    return try arguments.has("watch") ? run.watch(&console) : run.run(&console)
  }
}
