import Checks
import Diagnostics
import Syntax
import Text

/// The identity of a finding, regardless of its position: equal before and after edits elsewhere.
struct FindingKey: Hashable {
  let code: String
  let file: FileID
  /// The name of the declaration that contains it.
  let owner: String
  /// The text that it marks.
  let text: String
}

/// A rule set with its findings.
struct FixState {
  let input: RuleSetInput
  let findings: [Finding]
  /// One for each finding.
  let keys: [FindingKey]
  /// The number of findings with each key.
  let counts: [FindingKey: Int]
  /// True if the chains were analyzed: no error prevents it.
  let isSound: Bool

  /// Checks the rule set.
  init(_ input: RuleSetInput, _ severities: Severities, in session: RuleSetSession) {
    let findings = session.check(input, severities)
    self.init(input, findings, session.trees, isSound: session.analyses != nil)
  }

  /// - Parameter findings: all of the rule set.
  init(_ input: RuleSetInput, _ findings: [Finding], _ trees: [SyntaxTree], isSound: Bool) {
    self.input = input
    self.findings = findings
    self.isSound = isSound
    let owners = trees.map(Owners.init)
    keys = findings.map { finding in
      let location = finding.location
      return FindingKey(
        code: finding.code, file: location.file,
        owner: owners[Int(location.file.index)].name(at: location.span.start),
        text: input.files[Int(location.file.index)].text(location.span))
    }
    counts = keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  func text(_ location: Location) -> String {
    input.files[Int(location.file.index)].text(location.span)
  }

  /// The rule set with the fixes.
  func applying(_ fixes: FixSelection) -> RuleSetInput {
    var changed = input
    changed.files = fixes.apply(to: input.files)
    return changed
  }

  /// The declarations of a file.
  private struct Owners {
    private let declarations: [(span: Span, name: String)]

    init(_ tree: SyntaxTree) {
      declarations = tree.declarations.map { ($0.header.span, $0.header.name.text) }
        .sorted { $0.span.start < $1.span.start }
    }

    /// Empty outside of all declarations.
    func name(at offset: UInt32) -> String {
      let next = declarations.partitionPoint { $0.span.start > offset }
      guard next > 0, offset < declarations[next - 1].span.end else { return "" }
      return declarations[next - 1].name
    }
  }
}
