import Syntax

/// The kind of text that can be inserted at a place, derived from the tokens before it.
enum CompletionPlace: Equatable {
  case nothing
  case declaration
  case rule(isChain: Bool, opens: Bool)
  case condition
  case ruleOfBlock
  /// After `exists`.
  case existing
  /// After a value that can be compared; `subject` is its text.
  case comparison(subject: String)
  /// After a complete condition.
  case connective
  /// The same in a named condition, after which no steps follow.
  case comparisonOnly(subject: String)
  case connectiveOnly
  /// After an operator.
  ///
  /// - Parameter operation: the operator, `list` in the brackets after `in`, or the comma after an origin.
  case operand(subject: String, operation: String)
  /// After `=` of an origin.
  case originValue
  /// After a dot.
  ///
  /// - Parameter mustBeOptional: whether it follows `exists`.
  case member(base: String, mustBeOptional: Bool = false)
  /// After the dot in `host == page.host`.
  case comparedMember(base: String, subject: String, operation: String)
  /// After the dot in `present Product(id: page.host)`.
  case argumentMember(base: String, callee: String, kind: String, label: String)
  /// After the dot in `setting fragment = page.host`.
  case changedMember(base: String, part: String)
  /// After the dot in `url in page.origin`.
  case originMember(base: String)
  /// In the brackets or the string of an access, as in `header["Name"]`.
  case key(of: String)
  /// After `use`.
  ///
  /// - Parameters:
  ///   - owner: the handler or chain.
  ///   - given: the names that it uses already.
  case used(by: String, given: [String])
  case screens
  case actions(answering: Bool)
  case label(callee: String, kind: String, used: [String])
  case value(callee: String, kind: String, label: String)
  /// The same in a test, where it is a literal.
  case expectedValue(callee: String, kind: String, label: String)
  case step(isFirst: Bool)
  /// After `open url` or `load url`, with their changes so far.
  case change
  /// After `setting` or `removing`.
  ///
  /// - Parameter given: the parts that are changed already.
  case changedPart(isSet: Bool, given: [String] = [])
  /// After `=` in `setting`.
  ///
  /// - Parameter part: its first word.
  case changedValue(part: String)
  case url
  case type
  /// The type of a case of a union whose cases differ by their kind of JSON.
  case kindType
  /// The type of a parameter of a screen or action.
  case parameterType
  /// In a value that a dispatch builds.
  case pageValues([String])
  /// The type of a value of the app, and of the elements of its list.
  case valueType
  case elementType
  /// The text of a setting of web views.
  case textValue
  case words([Keyword])
  /// After the parameters of an action, and after `->` and `async` there.
  case result([String])
  /// The number of events that a queue keeps.
  case queue
  case names(NameDeclaration.Kind, except: [String] = [])
  /// After `test`.
  case tested
  /// - Parameters:
  ///   - alsoNames: the kind of the list that can go on.
  ///   - except: the names in it.
  ///   - given: the settings that the configuration has already.
  case settings(
    alsoNames: NameDeclaration.Kind?, except: [String] = [], given: [Keyword] = [])
  /// The URL of a test case: in its string, or where a case starts.
  case testURL(isInString: Bool)
  /// After the URL of a test case.
  case afterTestURL
  /// - Parameters:
  ///   - given: the values that the case sets already.
  ///   - isNegated: whether it follows `!`.
  case setup(given: [String] = [], isNegated: Bool = false)
  /// After a value of the request in `with`.
  case setupComparisonOrStep(subject: String)
  case setupValue(subject: String)
  case defaultValue(type: String)
  case code
  case attribute
}
