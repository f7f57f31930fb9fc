//: output BasculeRequest
//: needs RequestMemory

extension NavigationRequest {
  /// The rule that is evaluated leaves its block or handler.
  @_spi(Generated) public func left(_ rules: LeftRules) {
    memory.left = rules
    continued()
  }

  /// The last rule has left the handler that contains it.
  @_spi(Generated) public var hasLeftHandler: Bool { memory.left == .handler }
}
