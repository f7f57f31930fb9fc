import Diagnostics

extension ServerState {
  /// Uses new settings. If the value is null, requests them from the client, if it can answer.
  func configurationChanged(_ value: JSONValue?) {
    if let value, !value.isNull { return update(value) }
    guard client.answersConfiguration else { return }
    ask("workspace/configuration", ["items": [["section": "bascule"]]]) { state, result in
      state.update(result?.array?.first)
    }
  }

  private func update(_ value: JSONValue?) {
    var changed = settings
    changed.update(value)
    guard changed != settings else { return }
    let hasNewRevision = changed.against != settings.against
    settings = changed
    if hasNewRevision { revisionChanged() }
    refreshLenses()
    refreshHints()
    for set in sets { set.areTestsSent = false }
  }
}
