import Checks
package import Decisions
package import Diagnostics
package import Semantics
package import Syntax
package import Text

/// A rule set that is checked again and again while it is edited; what did not change is not done
/// again, and the findings are those that `Workspace.check` has for the same files.
package final class RuleSetSession {
  /// As they were checked last.
  package private(set) var files: [SourceFile] = []
  /// One for each file.
  package private(set) var trees: [SyntaxTree] = []
  package private(set) var resolution = Resolution([]) { _ in nil }
  /// What is known of each chain; nil where the rule set has errors.
  package private(set) var analyses: [ChainAnalysis]?

  private var memory = ResolutionMemory()
  private let chains = ChainSession()
  /// Files whose rules the chain analysis has not seen as they are.
  private var unseen: Set<String> = []

  package init() {}

  /// All findings of the set, sorted by place.
  ///
  /// - Parameter severities: of codes whose level can be set.
  package func check(
    _ input: RuleSetInput, _ severities: Severities = Severities()
  ) -> [Finding] {
    let hasSameNames = files.map(\.name) == input.files.map(\.name)
    let known = hasSameNames ? [:] : Dictionary(
      zip(files.map(\.name), files.indices), uniquingKeysWith: { first, _ in first })
    var unchanged: [Bool] = []
    var next: [SyntaxTree] = []
    for (index, file) in input.files.enumerated() {
      if let old = hasSameNames ? index : known[file.name], files[old].bytes == file.bytes {
        next.append(trees[old])
        unchanged.append(true)
      } else {
        next.append(SyntaxTree.parse(file))
        unchanged.append(false)
        unseen.insert(file.name)
      }
    }
    memory.expect(unchanged: hasSameNames ? unchanged : [])
    files = input.files
    trees = next
    resolution = Resolution(trees, reusing: &memory, resource: input.resource)
    if !hasSameNames || !memory.areSurroundingsSame { unseen = Set(files.map(\.name)) }
    analyses = nil
    return Checks.findings(
      trees: trees, resolution: resolution, files: files, severities: severities
    ) { rules in
      let found = self.chains.analyze(rules) { !self.unseen.contains(self.files[Int($0.index)].name) }
      self.unseen = []
      self.analyses = found
      return found
    }
  }
}
