//: output BasculeRequest
//: needs NavigationRequest HostValue TextComparisons

public import Foundation

/// A step that was not performed, since the rule's condition does not name the scheme of the URL.
public struct RefusedStep: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Verb: String, Sendable { case load, open }

  public let verb: Verb
  public let url: URL
  /// The place of the rule.
  public let rule: String

  public var description: String {
    "\(rule): no `\(verb) url` of \(url), since the condition does not name its scheme"
  }
}

extension NavigationRequest {
  /// True for a URL that a page can open in its own frame. The app loads other URLs too, so that a
  /// frame could show a file in place of the page.
  ///
  /// - Parameter named: the schemes that the rule names.
  @_spi(Generated) public func mayLoad(_ named: StaticString..., by rule: StaticString) -> Bool {
    if scheme.isOne(of: "https", "http", "about") || named.contains(where: { scheme.equals($0) }) {
      return true
    }
    return refused(.load, rule)
  }

  /// False for a URL that no other app should get from a page.
  ///
  /// - Parameter named: the schemes that the rule names.
  @_spi(Generated) public func mayOpen(_ named: StaticString..., by rule: StaticString) -> Bool {
    if scheme.isNone(of: "file", "data", "javascript", "blob")
      || named.contains(where: { scheme.equals($0) })
    {
      return true
    }
    return refused(.open, rule)
  }

  private func refused(_ verb: RefusedStep.Verb, _ rule: StaticString) -> Bool {
    trace?.refuse(RefusedStep(verb: verb, url: url, rule: rule.description))
    return false
  }
}
