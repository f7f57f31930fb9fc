/// A construct that the parser accepts at the cursor.
package enum ExpectedSyntax: Hashable, Sendable {
  // MARK: - Words and signs

  /// A word of the language.
  case keyword(Keyword)
  /// An operator or a bracket.
  case token(TokenKind)

  // MARK: - Items

  /// - Parameter isAttributed: whether an attribute of the declaration precedes.
  case declaration(isAttributed: Bool)
  /// A rule, block or `use`.
  ///
  /// - Parameter isLast: whether the body has a rule `otherwise` already.
  case rule(isInBlock: Bool, isLast: Bool)
  /// - Parameter except: the settings that the configuration has already.
  case setting(except: [Setting])
  /// The URL of a test case.
  case testURL

  // MARK: - Names

  /// The name of a declaration that begins with the keyword.
  ///
  /// - Parameter except: the names that the list has already.
  case name(of: Keyword, except: [String] = [])
  /// The name of an action that can refuse, or `open url`.
  case attempted
  /// The name of a handler or chain after `use`.
  ///
  /// - Parameter except: the names that the body uses already.
  case used(except: [String])
  case type(ExpectedType)
  /// The type after the arrow of an action.
  case result

  // MARK: - Conditions

  case condition
  /// The value after `exists`.
  case existing
  /// An operator after a value.
  case comparison(subject: String)
  case operand(subject: String, Operand)
  /// A name after a dot.
  ///
  /// - Parameters:
  ///   - of: the value before the dot.
  ///   - instead: the construct that the value is.
  indirect case member(of: String, instead: ExpectedSyntax)
  /// The string in the brackets after a value.
  case key(of: String)

  // MARK: - Steps

  case step(isFirst: Bool)
  /// A label of an argument.
  ///
  /// - Parameter except: the labels that the call has already.
  case label(Callee, except: [String])
  /// - Parameter label: nil if the argument has none.
  case argument(Callee, label: String?)
  /// The URL of `open` or `load`.
  case url
  /// A part of the request after `setting` or `removing`.
  ///
  /// - Parameter except: the parts that are changed already.
  case changedPart(isSet: Bool, except: [String])
  /// - Parameter part: the first word of the part that is set.
  case changedValue(part: String)

  // MARK: - Tests

  /// - Parameter except: the values that the case sets already.
  case setup(except: [String], isNegated: Bool)
  /// `==` after a value that a test sets.
  case setupComparison(subject: String)
  case setupValue(subject: String)

  // MARK: - Invariants

  /// A line of an invariant.
  case claim
  /// The step or decision of a line.
  case act

  // MARK: - Other values

  /// A string, or a value of the app, that gives an origin.
  case originValue
  /// A string, or a value of the app, for a setting.
  case textValue
  /// - Parameter type: the name of the type.
  case defaultValue(type: String)
  /// The number of events that a queue keeps.
  case queue
  /// A value for the page, in the clause with the keyword.
  case pageValue(Keyword)
  /// A constant about which the parser has no more information.
  case literal
}

extension ExpectedSyntax {
  /// The place of an operand.
  package enum Operand: Hashable, Sendable {
    case after(ComparisonSyntax.Operator)
    /// In the brackets after `in`.
    case inList
    /// After the comma in `url in Store, Help`.
    case nextOrigin
  }

  /// A screen, action or call with arguments.
  package struct Callee: Hashable, Sendable {
    /// `screen`, `action` or `call`.
    package var kind: Keyword
    package var name: String

    package init(kind: Keyword, name: String) {
      self.kind = kind
      self.name = name
    }
  }

  /// The place of a type, which decides on the types that are allowed.
  package enum ExpectedType: Hashable, Sendable {
    case ofField
    case ofParameter
    /// A case of a union whose cases differ by their kind of JSON.
    case ofKind
    /// A value of the app.
    case ofValue
    /// The elements of a value of the app.
    case ofElement
  }

  /// Returns true for an item of a body or file, which starts a line in formatted files.
  package var isItem: Bool {
    switch self {
    case .declaration, .rule, .setting, .testURL, .claim, .keyword(.strategy), .name(of: .call, _):
      true
    default: false
    }
  }
}
