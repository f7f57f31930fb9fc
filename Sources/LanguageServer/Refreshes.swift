/// Messages after which the client requests code lenses or inlay hints again.
extension ServerState {
  func refreshLenses() {
    if client.refreshesCodeLenses { ask("workspace/codeLens/refresh", nil) }
  }

  func refreshHints() {
    if client.refreshesInlayHints { ask("workspace/inlayHint/refresh", nil) }
  }
}
