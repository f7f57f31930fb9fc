//: output BasculeRequest
//: needs NavigationRequest RefusedStep HostValue TextComparisons

extension NavigationRequest {
  /// True for a URL that a page can open in its own frame. The app loads other URLs too, so that a
  /// frame could show a file in place of the page.
  ///
  /// - Parameter named: the schemes that the rule names.
  @_spi(Generated) public func mayLoad(_ named: StaticString...) -> Bool {
    if scheme.isOne(of: "https", "http", "about") || named.contains(where: { scheme.equals($0) }) {
      return true
    }
    return refused(.load)
  }

  /// False for a URL that no other app should get from a page.
  ///
  /// - Parameter named: the schemes that the rule names.
  @_spi(Generated) public func mayOpen(_ named: StaticString...) -> Bool {
    mayOpen(named)
  }

  /// The same for an attempt, which fails for such a URL.
  ///
  /// - Parameter named: the schemes that the rule names.
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
