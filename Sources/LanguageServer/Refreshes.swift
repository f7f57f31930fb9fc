/// Requests that the client asks for what it shows again.
extension ServerState {
  func refreshLenses() {
    if client.refreshesCodeLenses { ask("workspace/codeLens/refresh", nil) }
  }

  func refreshHints() {
    if client.refreshesInlayHints { ask("workspace/inlayHint/refresh", nil) }
  }
}
