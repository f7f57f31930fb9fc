import Syntax

/// The kind of text that can be inserted at a place, derived from the tokens before it.
enum CompletionPlace: Equatable {
  case nothing
  case declaration
  case rule(isChain: Bool, opens: Bool)
  case condition
  case ruleOfBlock
  /// After a value that can be compared; `subject` is its text.
  case comparison(subject: String)
  /// After a complete condition.
  case connective
  /// The same in a named condition, after which no steps follow.
  case comparisonOnly(subject: String)
  case connectiveOnly
  case operand(subject: String, operation: String)
  /// After `=` of an origin.
  case originValue
  case member(base: String)
  case rules
  case screens
  case actions(answering: Bool)
  case label(callee: String, kind: String, used: [String])
  case value(callee: String, kind: String, label: String)
  case step(isFirst: Bool)
  /// After `open url` or `load url`, with their changes so far.
  case change
  /// After `setting` or `removing`.
  case changedPart(isSet: Bool)
  /// After `=` in `setting`.
  ///
  /// - Parameter part: its first word.
  case changedValue(part: String)
  case url
  case type
  case words([Keyword])
  /// The number of events that a queue keeps.
  case queue
  case names(NameDeclaration.Kind)
  /// After `test`.
  case tested
  case settings(alsoNames: NameDeclaration.Kind?)
  case setup
  case setupValue(subject: String)
  case defaultValue(type: String)
  case code
  case attribute
}
