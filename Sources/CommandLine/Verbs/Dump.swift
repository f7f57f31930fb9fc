import Text
import Workspace

extension Verb {
  /// A verb for people who work on Bascule. It is not in `all`, so that it appears in no help and no completion.
  static let dump = Verb(
    name: "dump",
    summary: "Print what a stage of the compiler holds",
    description: [
      """
      For people who work on Bascule; the output may change at any time. `tree` prints the syntax trees, `rules` the \
      resolved rule set, `languages` the tests of each chain as the analysis sees them, `table` the keys of the \
      dispatch tables.
      """
    ],
    operand: Operand(
      name: "STAGE", kind: .choice(StageDump.allCases.map(\.rawValue)), isRepeated: true,
      isRequired: true, help: "The stage, then files and folders as for `check`."),
    options: [],
    examples: [Example("bascule dump table rules/shop", "Print the keys of each rule.")],
    exitCodes: [
      (.success, "The values are printed, also of rules with errors."),
      (.usage, "Invalid usage."),
      (.files, "A file cannot be read, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let words = StageDump.allCases.map(\.rawValue)
    guard let word = arguments.operands.first else {
      throw UsageError("`dump` needs a stage: \(words.joined(separator: ", "))", "dump")
    }
    guard let stage = StageDump(rawValue: word) else {
      let nearest = Nearest.names(to: word, among: words, limit: 1).first
      throw UsageError(
        "there is no stage `\(word)`", "dump",
        help: nearest.map { "did you mean `\($0)`?" }
          ?? "the stages are \(words.joined(separator: ", "))")
    }
    let (sources, errors) = RuleSetSource.read(
      Array(arguments.operands.dropFirst()), standardInputName: nil)
    for error in errors { console.error(error.message) }
    if !errors.isEmpty { return .files }
    for source in sources { console.output.write(stage.text(of: source.namedInput).utf8) }
    return .success
  }
}
