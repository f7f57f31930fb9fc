package import Diagnostics

/// A kind of finding: its page, its default level, and the source of its findings.
///
/// `Check.all` is the only list of checks: `explain`, `--severity`, the schema of `bascule.json`, completions
/// and the editor use it.
package struct Check: Sendable {
  package let page: Page
  /// The level of the check's findings unless an option or a `bascule.json` sets another.
  package let defaultLevel: Severities.Level
  let runner: Runner

  /// The source of the findings.
  enum Runner: Sendable {
    /// The parser or the resolver, which reports a fault.
    case fault
    /// A check of the declarations in any rule set.
    case declarations(@Sendable (CheckInput) -> [Finding])
    /// A check of the text of rules, even if they have errors.
    case rules(@Sendable (CheckInput) -> [Finding])
    /// A check of literals, which uses the chain analysis. Its results are kept for the next run.
    case literals(@Sendable (CheckInput, inout LiteralWitness.Answers) -> [Finding])
    /// A check of a rule set without errors.
    case soundSet(@Sendable (CheckInput) -> [Finding])
    /// A check of the analyzed chains, without the rules that have errors.
    case chains(@Sendable (ChainFacts) -> [Finding])
    /// The comments that suppress findings.
    case comments
    /// The reader of `bascule.json`.
    case configuration
    /// The reader of `apple-app-site-association` files, and the analysis of their chains.
    case links
    /// The comparison of universal links with a chain.
    case linkedChain
  }

  /// - Parameter isOn: false for a check that must be enabled.
  init(_ page: Page, _ runner: Runner, isOn: Bool = true) {
    self.page = page
    self.runner = runner
    defaultLevel = isOn ? Severities.Level(page.severity) : .off
  }

  package var code: String { page.code }

  /// False for errors that no comment can suppress, since they prevent generation.
  package var canSetLevel: Bool { page.canBeIgnored || page.severity != .error }

  func level(_ severities: Severities) -> Severities.Level { severities[code] ?? defaultLevel }

  func declarationFindings(_ input: CheckInput) -> [Finding] {
    if case .declarations(let run) = runner { run(input) } else { [] }
  }

  func ruleFindings(
    _ input: CheckInput, _ answers: inout LiteralWitness.Answers
  ) -> [Finding] {
    switch runner {
    case .rules(let run): run(input)
    case .literals(let run): run(input, &answers)
    case .fault, .declarations, .soundSet, .chains, .comments, .configuration, .links, .linkedChain:
      []
    }
  }

  /// Runs a check of chains, or of a rule set without errors. Returns no findings for checks of other kinds.
  func findings(_ facts: ChainFacts, isSound: Bool) -> [Finding] {
    switch runner {
    case .soundSet(let run): isSound ? run(facts.input) : []
    case .chains(let run): run(facts)
    case .fault, .declarations, .rules, .literals, .comments, .configuration, .links, .linkedChain:
      []
    }
  }
}
