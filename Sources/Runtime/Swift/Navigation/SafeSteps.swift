//: output BasculeRequest
//: needs NavigationRequest RefusedStep HostValue TextComparisons

extension NavigationRequest {
  /// Returns whether a page could open the URL in its own frame. The app could load other URLs too, and a frame could
  /// then show a file in place of the page.
  ///
  /// - Parameter named: the schemes that the rule names, which are allowed in any case.
  @_spi(Generated) public func mayLoad(_ named: StaticString...) -> Bool {
    if scheme.isOne(of: "https", "http", "about") || named.contains(where: { scheme.equals($0) }) {
      return true
    }
    return refused(.load)
  }

  /// Returns false for a URL that no page should be able to pass to another app.
  ///
  /// - Parameter named: the schemes that the rule names, which are allowed in any case.
  @_spi(Generated) public func mayOpen(_ named: StaticString...) -> Bool {
    mayOpen(named)
  }

  /// Returns whether an attempt may open the URL. If not, notes that the attempt is declined.
  ///
  /// - Parameter named: the schemes that the rule names, which are allowed in any case.
  @_spi(Generated) public func mayAttemptOpen(_ named: StaticString...) -> Bool {
    mayOpen(named) || attempted(false)
  }

  private func mayOpen(_ named: [StaticString]) -> Bool {
    if scheme.isNone(of: "file", "data", "javascript", "blob")
      || named.contains(where: { scheme.equals($0) })
    {
      return true
    }
    return refused(.open)
  }

  private func refused(_ verb: RefusedStep.Verb) -> Bool {
    trace?.refuse(verb, url, .scheme)
    return false
  }
}
