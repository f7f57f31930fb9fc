//: output BasculeRequest
//: needs NavigationRequest

extension NavigationRequest {
  @_spi(Generated) public func isNavigation(_ kinds: NavigationKind...) -> Bool {
    kinds.contains(navigation)
  }
  @_spi(Generated) public func isFrame(_ frames: NavigationFrame...) -> Bool {
    frames.contains(frame)
  }
}
