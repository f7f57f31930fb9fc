extension Feature {
  /// Every feature of the server. The router and the announced capabilities are derived from this list.
  static var all: [Feature] {
    [
      diagnostics,
      navigation,
      callHierarchy,
      renaming,
      fileRenaming,
      hovering,
      completing,
      tokens,
      structure,
      codeActions,
      codeLenses,
      inlayHints,
      formatting,
      commands,
    ].flatMap { $0 }
  }
}
