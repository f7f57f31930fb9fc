extension ServerState {
  /// Watches the files that rules name after `from` and `block`, and those that a `bascule.json` depends on, after a check.
  func watchNamedFiles() {
    let patterns = Set(sets.flatMap { $0.namedFiles.union($0.namesOfOthers) }).sorted().map {
      "**/" + Self.globEscaped($0)
    }
    if patterns == watchedNames { return }
    if client.watchesFiles, !watchedNames.isEmpty {
      let method: JSON = "workspace/didChangeWatchedFiles"
      // The protocol spells the member like this.
      ask(
        "client/unregisterCapability",
        ["unregisterations": [["id": "named files", "method": method]]])
    }
    watchedNames = patterns
    if !patterns.isEmpty { watch("named files", patterns) }
  }

  func watch(_ id: String, _ globs: [String]) {
    guard client.watchesFiles else { return }
    ask(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": .string(id), "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": .array(globs.map { ["globPattern": .string($0)] })],
          ]
        ]
      ])
  }

  /// A pattern for the path; the protocol knows no escapes.
  private static func globEscaped(_ path: String) -> String {
    String(path.map { "*?[]{}!,\\".contains($0) ? "?" : $0 })
  }
}
