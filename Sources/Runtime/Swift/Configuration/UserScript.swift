//: output BasculeConfigurations

/// JavaScript that may run in a page. There are no others than those that the rule files declare.
public struct UserScript: Sendable, Hashable {
  /// The text of the rule files, in a function: its declarations and those of the page do not meet.
  public let source: String
  public let runsAtStart: Bool
  public let isMainFrameOnly: Bool

  @_spi(GeneratedFile) public init(_ source: String, atStart: Bool, mainFrameOnly: Bool) {
    self.source = "(() => {" + source + "\n})();"
    runsAtStart = atStart
    isMainFrameOnly = mainFrameOnly
  }
}
