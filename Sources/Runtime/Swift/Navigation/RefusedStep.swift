//: output BasculeRequest

public import Foundation

/// A step that was not performed, since the rule's condition does not name the scheme of the URL.
public nonisolated struct RefusedStep: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Verb: String, Sendable { case load, open }

  public let verb: Verb
  public let url: URL
  /// The place of the rule.
  public let rule: String

  public var description: String {
    "\(rule): no `\(verb) url` of \(url), since the condition does not name its scheme"
  }
}
