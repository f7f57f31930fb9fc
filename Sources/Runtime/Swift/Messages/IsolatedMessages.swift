//: output BasculeMessages
//: needs ScriptMessage

extension ScriptMessageHandling {
  public var isIsolated: Bool { false }
}
