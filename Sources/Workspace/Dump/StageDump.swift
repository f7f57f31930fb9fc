import DispatchTables
import Interpreter
import Reachability
import Requests
import Semantics
import Syntax
import Text

/// A stage of the compiler whose values can be printed, for people who work on it.
///
/// The form of the text may change at any time.
package enum StageDump: String, CaseIterable, Sendable {
  /// The syntax trees, with the errors of the parser.
  case tree
  /// The resolved rule set, with the errors of the resolver.
  case rules
  /// The tests of each chain as atoms (tests on one value) over languages and sets.
  case languages
  /// The keys under which the dispatch table of each chain lists its rules.
  case table

  /// The values of the stage for a rule set, as text. A rule set with errors has only what could be read.
  package func text(of input: RuleSetInput) -> String {
    let trees = input.files.map { SyntaxTree.parse($0) }
    if self == .tree { return Self.trees(trees, input.files) }
    let resolution = Resolution(trees) { input.resource($0) }
    switch self {
    case .tree, .rules: return Self.rules(resolution, input.files)
    case .languages: return Self.chains(resolution.rules, Self.atoms)
    case .table: return Self.chains(resolution.rules) { Self.keys($0, $1, input) }
    }
  }

  private static func trees(_ trees: [SyntaxTree], _ files: [SourceFile]) -> String {
    var dump = ValueDump(files)
    for (index, tree) in trees.enumerated() {
      dump.add(tree.declarations, label: files[index].name, file: FileID(index))
      dump.add(tree.faults, label: "faults", file: FileID(index))
    }
    return dump.text
  }

  private static func rules(_ resolution: Resolution, _ files: [SourceFile]) -> String {
    var dump = ValueDump(files)
    dump.add(resolution.rules, label: "rules", file: FileID(0))
    dump.add(resolution.faults, label: "faults", file: FileID(0))
    return dump.text
  }

  /// The lines of each chain, below its name.
  private static func chains(
    _ rules: RuleSet, _ lines: (ID<Chain>, RuleSet) -> [String]
  ) -> String {
    rules.chains.indices.map { index in
      let all =
        ["\(rules.chains[index].chainName.argument)"] + lines(ID(index), rules).map { "  " + $0 }
      return all.joined(separator: "\n") + "\n"
    }.joined()
  }

  private static func atoms(_ chain: ID<Chain>, _ rules: RuleSet) -> [String] {
    ChainAnalyzer(rules).atoms(of: chain).map { "\($0.component) \($0.test)" }
  }

  private static func keys(
    _ chain: ID<Chain>, _ rules: RuleSet, _ input: RuleSetInput
  ) -> [String] {
    let flat = FlatChain(chain, in: rules)
    let table = DispatchTable(flat)
    let lines = input.files.map(LineIndex.init)
    let rows = zip(flat.rules, table.keys).map { rule, keys -> String in
      let file = Int(rule.location.file.index)
      let place = "\(input.files[file].name):\(lines[file].line(at: rule.location.span.start) + 1)"
      guard let keys else { return "\(place) free" }
      return "\(place) \(keys.isEmpty ? "never" : keys.map { $0.text }.joined(separator: ", "))"
    }
    return rows + ["\(table.words.count) words"]
  }
}
