import Diagnostics
import Text
import Workspace

extension Verb {
  static let test = Verb(
    name: "test",
    summary: "Run the test blocks of rule files",
    description: [
      """
      Asks the chain of each `test` block about each of its URLs, and compares the steps, with \
      their arguments, and the decision with what is expected. Flags that `with` does not set are \
      false, the frame is main, the navigation other, the method GET, there is no page, and \
      attempts succeed unless `!action` says otherwise.
      """,
      """
      Rules that no test reaches are listed, each with a test that would reach it. \
      The tests that `--write` adds say what the rules do now: read them before you keep them.
      """,
      """
      Steps are those of all rules that matched, in order, an attempt that succeeded among them. \
      The results go to standard output. Findings of rule sets with errors go to standard error; \
      then no test is run.
      """,
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option(
        "format", .choice(["human", "json", "junit"]),
        "How results are printed: for people (default), as one JSON object, or as JUnit XML."),
      Option(
        "uncovered", .none,
        "For people: list all rules that no test reaches, and not only the first ten."),
      Option(
        "write", .none,
        """
        First add those tests to the rule files: into the `test` block of the chain, or into a new \
        one at the end of its file. A file that is formatted stays formatted.
        """),
    ],
    examples: [
      Example("bascule test", "Test the rule set below the current folder."),
      Example("bascule test rules --uncovered", "Which rules does no test reach?"),
      Example("bascule test rules/shop --write", "Let every rule be reached by a test."),
      Example("bascule test --format junit > tests.xml", "Results for a CI system."),
    ],
    exitCodes: [
      (.success, "Every test passes."),
      (.findings, "A test fails, or a rule set has errors."),
      (.usage, "Wrong usage."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let format = arguments["format"] ?? "human"
    if arguments.has("uncovered"), format != "human" {
      throw UsageError("`--uncovered` is of use with `--format human` only", "test")
    }
    if arguments.has("write"), arguments.operands.contains("-") {
      throw UsageError("`--write` cannot write into standard input", "test")
    }
    let (sets, code) = LoadedSource.load(arguments.operands, &console)
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

  /// Writes tests for the rules that none reaches; all files or none.
  ///
  /// - Parameter isTold: whether standard output says what was written.
  private static func completed(
    _ sets: [LoadedSource], isTold: Bool, _ console: inout Console
  ) throws(FileError) -> [LoadedRuleSet] {
    var rules: [LoadedRuleSet] = []
    var staged: [StagedFile] = []
    var notes: [String] = []
    do throws(FileError) {
      for set in sets {
        let tests: CompletedTests
        do throws(QuestionError) {
          tests = try Workspace.completeTests(set.rules, of: set.source.input)
        } catch {
          throw FileError(.write, set.source.found.folder, error.message)
        }
        rules.append(tests.set)
        for (number, file) in tests.files {
          let path = set.source.found.files[number]
          guard try StagedFile.compare(path, with: set.source.input.files[number].bytes) == .same
          else { throw FileError(.write, path, "it has just been changed by somebody else") }
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
