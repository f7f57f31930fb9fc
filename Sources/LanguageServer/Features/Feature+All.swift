extension Feature {
  /// Every feature of the server; the router and the announced capabilities follow from it.
  static var all: [Feature] {
    [
      diagnostics,
      navigation,
      callHierarchy,
      renaming,
      hovering,
      completing,
      tokens,
      structure,
      codeActions,
      codeLenses,
      inlayHints,
      formatting,
      commands,
    ].flatMap(\.self)
  }
}
