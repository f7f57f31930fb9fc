extension ServerState {
  /// Watches the files that the rules of the last check name, and the files on which a `bascule.json` depends.
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

  /// Returns a pattern for the path. Characters with a meaning in patterns become `?`, since there are no escapes.
  private static func globEscaped(_ path: String) -> String {
    String(path.map { "*?[]{}!,\\".contains($0) ? "?" : $0 })
  }
}
