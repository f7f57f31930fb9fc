import Diagnostics
import Workspace

extension Verb {
  static let check = Verb(
    name: "check",
    summary: "Report problems in rule files",
    description: [
      """
      A folder is the rule set of all .bascule files below it; a folder below it that contains \
      a bascule.json is a separate rule set. Files given one by one form one rule set. \
      `-` is standard input. Hidden folders, node_modules, what a .gitignore of the git working tree \
      ignores, and what `exclude` of a bascule.json or --exclude names are skipped, unless given as PATH.
      """,
      """
      Findings and the summary go to standard output, sorted by file and position. Errors of the \
      program itself, such as an unreadable file, go to standard error. Without --color, colour is \
      used on a terminal, and elsewhere if FORCE_COLOR or CLICOLOR_FORCE is set; never if NO_COLOR is set.
      """,
      """
      The bascule.json of a rule set can also set `format`, `strict`, `severities`, a `baseline` and, for \
      some of its files, codes to `ignore`; options override it. It can name a file of such settings \
      for several rule sets as `extends`.
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
          "CODE=LEVEL",
          keys: Workspace.settableCodesAndGroups,
          values: Severities.Level.allCases.map(\.rawValue)),
        """
        Report findings with that code, or of that group of codes (`bascule explain groups`), as error, warning \
        or info, or not at all (off).
        """,
        isRepeated: true),
      Option(
        "statistics", .none, "Print the number of findings of each code instead of the findings."),
      Option("quiet", .none, "Print findings only: no summary and no notes."),
      Option("exit-zero", .none, "Exit with 0 even if there are findings."),
      Option("strict", .none, "Also exit with 1 on warnings and notes."),
      Option("no-strict", .none, "Exit with 1 only on errors, even if bascule.json is strict."),
      Option(
        "fix", .optionalChoice(["safe", "all"]),
        """
        Apply the fixes of findings: those after which every request is treated the same, and that \
        delete no rule, comment or declaration (`safe`, the default), or all. What they did is printed, \
        and for all which requests change. Formatted files stay formatted.
        """),
      Option(
        "allow-weaker", .none,
        "With --fix=all: also apply fixes after which a request passes that was cancelled."),
      Option(
        "diff", .none,
        "Print the fixes as a patch and write nothing; safe fixes, unless --fix=all is given."),
      Option(
        "add-ignores", .optionalText("REASON"),
        """
        Write a `bascule:ignore` comment with the reason above each declaration or rule with findings, for \
        all findings that can be ignored. Formatted files stay formatted.
        """),
      linksOption,
      excludeOption,
      Option(
        "baseline", .file("FILE"),
        """
        Do not report findings recorded in this file, even if they have moved to other lines. Without it \
        the `baseline` of bascule.json applies.
        """),
      Option(
        "write-baseline", .none,
        "Record the current findings in that file; errors that prevent generation are not recorded."
      ),
      Option(
        "since", .text("REVISION"),
        "Report only findings that the changes since that git revision have touched or caused."),
      Option(
        "prove", .text("LINE"),
        """
        Answer one question instead: whether every request keeps this line of an invariant, such as \
        `never open url when frame == sub`, or a whole `invariant NAME for CHAIN { LINES }`.
        """),
      Option(
        "watch", .none, "Check again whenever a file changes, until interrupted."),
      Option("stdin-path", .file("NAME"), "The file name to report for standard input."),
    ],
    examples: [
      Example("bascule check", "Check the rule set below the current folder."),
      Example("bascule check rules --strict", "Fail a CI job on warnings."),
      Example(
        "bascule check --format human --format sarif=bascule.sarif",
        "Write a log and a report for code scanning."),
      Example(
        "bascule check --severity order-dependent=info", "Enable a check that is off by default."),
      Example(
        "bascule check --severity all=off --severity security=error",
        "Report only what weakens the security of the app."),
      Example("bascule check --fix", "Apply the safe fixes."),
      Example("bascule check --fix=all --diff", "Preview all fixes."),
      Example(
        "bascule check --baseline known.json --write-baseline",
        "Adopt it in a project that still has findings."),
      Example(
        "bascule check --add-ignores=\"known before 2.0\"",
        "The same, with comments in the rule files instead of a baseline."),
      Example("bascule check rules --since origin/main", "Check a pull request."),
      Example(
        "bascule check --prove 'never present PaymentVerify when !(url in Provider)'",
        "Ask what holds for every request, without writing it down."),
      Example(
        "bascule check public/.well-known/apple-app-site-association",
        "Check the universal links of a site."),
      Example("bascule check - --stdin-path rules/a.bascule", "Check unsaved text of an editor."),
    ],
    exitCodes: [
      (.success, "No finding of severity error (with --strict: no finding)."),
      (.findings, "Findings of severity error (with --strict: any); with --diff: there are fixes."),
      (.usage, "Invalid usage, or an unknown git revision."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let run = try CheckRun(arguments)
    return try arguments.has("watch") ? run.watch(&console) : run.run(&console)
  }
}
