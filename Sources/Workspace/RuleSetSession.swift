import Checks
package import Diagnostics
package import Reachability
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
  private var checks = Checks.Memory()
  private let chains = ChainSession()
  /// As the chain analysis has seen them last.
  private var seen: [SourceFile] = []
  /// Files whose rules it has not seen as they are.
  private var unseen: Set<FileID> = []
  /// Whether what rules may speak of is as it has seen it.
  private var areSurroundingsSeen = false

  package init() {}

  /// All findings of the set, sorted by place.
  ///
  /// - Parameter severities: of codes whose level can be set.
  package func check(
    _ input: RuleSetInput, _ severities: Severities = Severities()
  ) -> [Finding] {
    guard let findings = check(input, severities, unless: { false }) else {
      preconditionFailure("nothing broke it off")
    }
    return findings
  }

  /// All findings of the set, sorted by place; nil where the work was broken off.
  ///
  /// - Parameters:
  ///   - severities: of codes whose level can be set.
  ///   - isInterrupted: whether to break off; asked again and again.
  package func check(
    _ input: RuleSetInput, _ severities: Severities = Severities(),
    unless isInterrupted: @escaping () -> Bool
  ) -> [Finding]? {
    if isInterrupted() { return nil }
    resolve(input)
    analyses = nil
    if isInterrupted() { return nil }
    var wasInterrupted = false
    let findings = Checks.findings(
      trees: trees, resolution: resolution, files: files, severities: severities, memory: &checks
    ) { rules in
      guard let found = self.chains.analyze(rules, self.edits, isInterrupted: isInterrupted) else {
        wasInterrupted = true
        return nil
      }
      self.seen = self.files
      self.unseen = []
      self.areSurroundingsSeen = true
      self.analyses = found
      return found
    }
    return wasInterrupted ? nil : findings
  }

  /// Since the last analysis of the chains.
  private var edits: RuleEdits? {
    guard areSurroundingsSeen else { return nil }
    let (seen, files, unseen) = (seen, files, unseen)
    return RuleEdits {
      !unseen.contains($0)
    } isSame: { old, new in
      Self.bytes(old.location, seen).elementsEqual(Self.bytes(new.location, files))
    }
  }

  private static func bytes(_ location: Location, _ files: [SourceFile]) -> ArraySlice<UInt8> {
    files[Int(location.file.index)].bytes[Int(location.span.start)..<Int(location.span.end)]
  }

  private func resolve(_ input: RuleSetInput) {
    guard files.map(\.name) == input.files.map(\.name) else { return resolveAfresh(input) }
    let changed = files.indices.filter { files[$0].bytes != input.files[$0].bytes }
    for index in changed { unseen.insert(FileID(index)) }
    let before = changed.map { (file: files[$0], tree: trees[$0]) }
    for index in changed { trees[index] = SyntaxTree.parse(input.files[index]) }
    files = input.files
    if changed.count == 1,
      resolution.update(
        trees, file: changed[0], files[changed[0]], before: before[0], &memory,
        resource: input.resource)
    {
      return
    }
    checks.areDeclarationsSound = false
    var unchanged = [Bool](repeating: true, count: files.count)
    for index in changed { unchanged[index] = false }
    memory.expect(unchanged: unchanged)
    resolution = Resolution(trees, reusing: &memory, resource: input.resource)
    if !memory.areSurroundingsSame { areSurroundingsSeen = false }
  }

  /// Where files came or went.
  private func resolveAfresh(_ input: RuleSetInput) {
    let known = Dictionary(
      zip(files.map(\.name), files.indices), uniquingKeysWith: { first, _ in first })
    trees = input.files.map { file in
      if let old = known[file.name], files[old].bytes == file.bytes { return trees[old] }
      return SyntaxTree.parse(file)
    }
    files = input.files
    areSurroundingsSeen = false
    checks.areDeclarationsSound = false
    memory.expect(unchanged: [])
    resolution = Resolution(trees, reusing: &memory, resource: input.resource)
  }
}
