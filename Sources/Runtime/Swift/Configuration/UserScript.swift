//: output BasculeConfigurations

/// JavaScript that may run in a page. There are no others than those that the rule files declare.
public struct UserScript: Sendable, Hashable {
  public let source: String
  public let runsAtStart: Bool
  public let isMainFrameOnly: Bool

  @_spi(GeneratedFile) public init(_ source: String, atStart: Bool, mainFrameOnly: Bool) {
    self.source = source
    runsAtStart = atStart
    isMainFrameOnly = mainFrameOnly
  }
}
