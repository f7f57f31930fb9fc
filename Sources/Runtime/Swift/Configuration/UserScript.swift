//: output BasculeConfigurations

/// JavaScript that may run in a page. There are no others than those that the rule files declare.
public nonisolated struct UserScript: Sendable, Hashable {
  /// The text of the rule files, in a function: its declarations and those of the page do not meet.
  public let source: String
  public let runsAtStart: Bool
  public let isMainFrameOnly: Bool
  /// True if the script and those of the page do not see each other.
  public let isIsolated: Bool

  @_spi(GeneratedFile) public init(
    _ source: String, atStart: Bool, mainFrameOnly: Bool, isIsolated: Bool = false
  ) {
    self.source = "(() => {" + source + "\n})();"
    runsAtStart = atStart
    isMainFrameOnly = mainFrameOnly
    self.isIsolated = isIsolated
  }
  //: if ScriptOrigin

  /// A script for pages of some origins.
  @_spi(GeneratedFile) public init(
    _ source: String, atStart: Bool, mainFrameOnly: Bool, on origins: [ScriptOrigin],
    isIsolated: Bool = false
  ) {
    self.init(
      ScriptOrigin.limited(source, to: origins), atStart: atStart, mainFrameOnly: mainFrameOnly,
      isIsolated: isIsolated)
  }
  //: end
}
