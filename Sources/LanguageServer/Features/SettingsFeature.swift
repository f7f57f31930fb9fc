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
    settings = changed
    refreshLenses()
    refreshHints()
    for set in sets { set.areTestsSent = false }
  }

  func refreshLenses() {
    if client.refreshesCodeLenses { ask("workspace/codeLens/refresh", nil) }
  }

  func refreshHints() {
    if client.refreshesInlayHints { ask("workspace/inlayHint/refresh", nil) }
  }
}
