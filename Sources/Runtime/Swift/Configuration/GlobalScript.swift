//: output BasculeConfigurations
//: needs UserScript

nonisolated extension UserScript {
  /// A script in no function: what it declares is part of the page, which can call its functions.
  @_spi(GeneratedFile) public init(
    _ source: String, atStart: Bool, mainFrameOnly: Bool, isGlobal: Bool
  ) {
    self.source = source
    runsAtStart = atStart
    isMainFrameOnly = mainFrameOnly
    isIsolated = false
    //: if ScriptOrigin
    readsKeptOrigin = false
    //: end
  }
}
