//: output BasculeConfigurations

/// JavaScript that may run in a page. Only the rule files declare scripts.
public nonisolated struct UserScript: Sendable, Hashable {
  /// The text of the rule files, usually wrapped in a function, so that its declarations do not clash with those of the
  /// page.
  public let source: String
  public let runsAtStart: Bool
  public let isMainFrameOnly: Bool
  /// True if the script and the scripts of the page cannot access each other's variables.
  public let isIsolated: Bool
  //: if ScriptOrigin
  /// True if the script reads the origin that `originKeeper` has kept in its page.
  let readsKeptOrigin: Bool
  //: end

  @_spi(GeneratedFile) public init(
    _ source: String, atStart: Bool, mainFrameOnly: Bool, isIsolated: Bool = false
  ) {
    self.source = "(() => {" + source + "\n})();"
    runsAtStart = atStart
    isMainFrameOnly = mainFrameOnly
    self.isIsolated = isIsolated
    //: if ScriptOrigin
    readsKeptOrigin = false
    //: end
  }
  //: if ScriptOrigin

  /// Creates a script for pages of some origins.
  @_spi(GeneratedFile) public init(
    _ source: String, atStart: Bool, mainFrameOnly: Bool, on origins: [ScriptOrigin],
    isIsolated: Bool = false
  ) {
    // When a document ends, its page may have replaced `self.origin`, but only in the page's own world.
    readsKeptOrigin = !atStart && !isIsolated
    let limited = ScriptOrigin.limited(source, to: origins, reading: readsKeptOrigin)
    self.source = "(() => {" + limited + "\n})();"
    runsAtStart = atStart
    isMainFrameOnly = mainFrameOnly
    self.isIsolated = isIsolated
  }

  /// A script that keeps the origin of every document, since the page's own scripts can replace `self.origin`.
  static let originKeeper = UserScript(
    """
    const { get } = Object.getOwnPropertyDescriptor(window, "origin");
    try { Object.defineProperty(window, "__basculeOrigin", { get: get.bind(window) }); } catch {}
    """, atStart: true, mainFrameOnly: false)
  //: end
}
