//: output BasculeRequest

public import Foundation

/// A step that was not performed.
public nonisolated struct RefusedStep: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Verb: String, Sendable { case load, open, present, push }

  public enum Reason: String, Sendable {
    /// The rule's condition does not name the scheme of the step's URL.
    case scheme
    /// Pages of the web view have triggered this step too often. Further refusals are not reported until a step is
    /// performed again.
    case tooOften
  }

  public let verb: Verb
  public let url: URL
  public let reason: Reason
  /// The place of the rule.
  public let rule: String

  public var description: String {
    switch reason {
    case .scheme:
      "\(rule): no `\(verb) url` of \(url), since the condition does not name its scheme"
    case .tooOften: "\(rule): no `\(verb)` for \(url), since pages have asked for it too often"
    }
  }
}
