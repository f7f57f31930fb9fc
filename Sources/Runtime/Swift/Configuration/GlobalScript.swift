//: output BasculeConfigurations
//: needs UserScript

nonisolated extension UserScript {
  /// Creates a script that is not wrapped in a function, so that the page can call the functions that it declares.
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
