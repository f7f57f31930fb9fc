import Diagnostics
import Text
import Workspace

extension Verb {
  static let test = Verb(
    name: "test",
    summary: "Run the test blocks of rule files",
    description: [
      """
      Runs the chain of each `test` block on each of its URLs, and compares the steps, with their \
      arguments, and the decision with the expected ones. Unless `with` sets them, flags are false, \
      the frame is main, the navigation other, the method GET, there is no page, and attempts \
      succeed; `!action` or `!open url` makes an attempt fail. A response can be displayed, and has no status, MIME \
      type, header and file name.
      """,
      """
      Lists the rules that no test reaches, each with a test that would reach it. \
      The tests added by `--write` record the current behaviour: review them before you keep them.
      """,
      """
      The steps are those of all matching rules, in order, including a successful attempt. \
      Results go to standard output. If a rule set has errors, its findings go to standard error \
      and no test is run.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option(
        "format", .choice(["human", "json", "junit"]),
        "The format of the results: human (default), one JSON object, or JUnit XML."),
      Option(
        "uncovered", .none,
        "List all rules that no test reaches instead of the first ten; for the human format."),
      Option(
        "write", .none,
        """
        First add these tests to the rule files: to the `test` block of the chain, or to a new \
        one at the end of its file. Formatted files stay formatted.
        """),
    ],
    examples: [
      Example("bascule test", "Test the rule set below the current folder."),
      Example("bascule test rules --uncovered", "List the rules that no test reaches."),
      Example("bascule test rules/shop --write", "Add a test for every rule that no test reaches."),
      Example("bascule test --format junit > tests.xml", "Write results for a CI system."),
    ],
    exitCodes: [
      (.success, "Every test passes."),
      (.findings, "A test fails, or a rule set has errors."),
      (.usage, "Invalid usage."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let format = arguments["format"] ?? "human"
    if arguments.has("uncovered"), format != "human" {
      throw UsageError("`--uncovered` needs `--format human`", "test")
    }
    if arguments.has("write"), arguments.operands.contains("-") {
      throw UsageError("`--write` cannot change standard input", "test")
    }
    let (sets, code) = LoadedSource.load(arguments.operands, links: nil, &console)
    if let code { return code }
    var rules = sets.map(\.rules)
    if arguments.has("write") {
      do throws(FileError) {
        rules = try completed(sets, isTold: format == "human", &console)
      } catch {
        console.error(error.message)
        return .files
      }
    }
    let run = TestRun(rules)
    switch format {
    case "json": console.output.write(run.json)
    case "junit": console.output.write(run.junit)
    default:
      let listsAll = arguments.has("uncovered")
      console.output.write(run.human(console.output.style, listsAllUncovered: listsAll))
    }
    return run.failed == 0 ? .success : .findings
  }

  /// Writes tests for the rules that no test reaches, to all files or to none.
  ///
  /// - Parameter isTold: true to report the changes on standard output.
  private static func completed(
    _ sets: [LoadedSource], isTold: Bool, _ console: inout Console
  ) throws(FileError) -> [LoadedRuleSet] {
    var rules: [LoadedRuleSet] = []
    var staged: [StagedFile] = []
    var notes: [String] = []
    do throws(FileError) {
      for set in sets {
        let tests: CompletedTests
        do throws(QueryError) {
          tests = try Workspace.completeTests(set.rules, of: set.source.input)
        } catch {
          throw FileError(.write, set.source.found.folder, error.message)
        }
        rules.append(tests.set)
        for (number, file) in tests.files {
          let path = set.source.found.files[number]
          guard try StagedFile.compare(path, with: set.source.input.files[number].bytes) == .same
          else { throw FileError(.write, path, "another program has just changed it") }
          staged.append(try StagedFile(file.bytes, for: path))
          notes.append("wrote tests into \(Quoting.terminal(path.display))")
        }
      }
      while !staged.isEmpty { try staged.removeFirst().commit() }
    } catch {
      for file in staged { file.discard() }
      throw error
    }
    if isTold { for note in notes { console.output.line(note) } }
    return rules
  }
}
