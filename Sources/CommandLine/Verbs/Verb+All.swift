extension Verb {
  /// All verbs, in the order of the help.
  package static let all: [Verb] = [
    initialize, check, format, generate, test, trace, witness, diff, page, explain, help, lsp,
    completions, manual,
  ]
}
