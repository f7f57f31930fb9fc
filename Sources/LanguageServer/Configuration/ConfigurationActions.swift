import Diagnostics
import Text
import Workspace

extension ServerState {
  /// Returns the fixes of findings in a `bascule.json`.
  func configurationActions(_ range: TextRange, _ state: RuleSetState) -> [JSON] {
    // The settings are read with the snapshot.
    _ = state.snapshot(self)
    guard !state.settings.files.isEmpty else { return [] }
    let own = texts(state.settings.files, of: state)
    let place = Location(FileID(0), own.map(0).span(range))
    return configurationFindings(state).compactMap { fixAction($0, at: place, own, 0) }
  }

  /// Returns actions that give the findings at a place of a rule file another severity. They edit the `bascule.json`,
  /// so that the severity applies to the whole set.
  func levelActions(_ place: Location, _ snapshot: Snapshot, _ state: RuleSetState) -> [JSON] {
    guard let file = state.settings.files.first, let editor = ConfigurationEdit(file) else {
      return []
    }
    let own = texts([file], of: state)
    var codes: Set<String> = []
    let findings = (snapshot.findings + state.late.links(in: snapshot)).filter {
      $0.location.touches(place) && Workspace.summary(ofCode: $0.code)?.canSetLevel == true
        && codes.insert($0.code).inserted
    }
    return findings.flatMap { finding in
      Severities.Level.allCases.filter { $0.rawValue != finding.severity.rawValue }.compactMap {
        level -> JSON? in
        guard let (span, text) = editor.setting(finding.code, to: level) else { return nil }
        let title =
          level == .off
          ? "Switch `\(finding.code)` off in bascule.json"
          : "Report `\(finding.code)` as \(level.rawValue) in bascule.json"
        return [
          "title": .string(title), "kind": .string(CodeAction.Kind.quickFix.rawValue),
          "diagnostics": [json(finding, snapshot)],
          "edit": workspaceEdit([(Location(FileID(0), span), text)], own),
        ]
      }
    }
  }
}
