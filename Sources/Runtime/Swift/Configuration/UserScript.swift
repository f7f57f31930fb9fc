//: output BasculeConfigurations

/// JavaScript that may run in a page. There are no others than those that the rule files declare.
public nonisolated struct UserScript: Sendable, Hashable {
  /// The text of the rule files, usually in a function: its declarations and those of the page do not meet.
  public let source: String
  public let runsAtStart: Bool
  public let isMainFrameOnly: Bool
  /// True if the script and those of the page do not see each other.
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

  /// A script for pages of some origins.
  @_spi(GeneratedFile) public init(
    _ source: String, atStart: Bool, mainFrameOnly: Bool, on origins: [ScriptOrigin],
    isIsolated: Bool = false
  ) {
    // When a document ends, its page may have replaced `self.origin`, but only in its own world.
    readsKeptOrigin = !atStart && !isIsolated
    let limited = ScriptOrigin.limited(source, to: origins, reading: readsKeptOrigin)
    self.source = "(() => {" + limited + "\n})();"
    runsAtStart = atStart
    isMainFrameOnly = mainFrameOnly
    self.isIsolated = isIsolated
  }

  /// Keeps the origin of every document from the page's own scripts, which can replace `self.origin`.
  static let originKeeper = UserScript(
    """
    const { get } = Object.getOwnPropertyDescriptor(window, "origin");
    try { Object.defineProperty(window, "__basculeOrigin", { get: get.bind(window) }); } catch {}
    """, atStart: true, mainFrameOnly: false)
  //: end
}
