//: output BasculeRequest
//: needs RequestMemory

extension NavigationRequest {
  /// Notes that the current rule ends its block or handler.
  @_spi(Generated) public func left(_ rules: LeftRules) {
    memory.left = rules
    continued()
  }

  /// True if the last rule has ended the handler that contains it.
  @_spi(Generated) public var hasLeftHandler: Bool { memory.left == .handler }
}
