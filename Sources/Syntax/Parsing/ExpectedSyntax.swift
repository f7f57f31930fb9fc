/// A construct that the parser accepts at the cursor.
package enum ExpectedSyntax: Hashable, Sendable {
  // MARK: - Words and signs

  /// A word of the language.
  case keyword(Keyword)
  /// An operator or a bracket.
  case token(TokenKind)

  // MARK: - Items

  /// A declaration.
  ///
  /// - Parameter isAttributed: true after an attribute of the declaration.
  case declaration(isAttributed: Bool)
  /// A rule, block or `use`.
  ///
  /// - Parameter isLast: true if the body already has a rule `otherwise`.
  case rule(isInBlock: Bool, isLast: Bool)
  /// A setting of a configuration.
  ///
  /// - Parameter except: the settings that the configuration already has.
  case setting(except: [Setting])
  /// The URL of a test case.
  case testURL

  // MARK: - Names

  /// The name of a declaration that begins with the keyword.
  ///
  /// - Parameter except: the names that the list already has.
  case name(of: Keyword, except: [String] = [])
  /// The name of an action that can refuse, or `open url`.
  case attempted
  /// The name of a handler or chain after `use`.
  ///
  /// - Parameter except: the names that the body already uses.
  case used(except: [String])
  case type(ExpectedType)
  /// The type after the arrow of an action.
  case result

  // MARK: - Conditions

  case condition
  /// A value after `exists`.
  case existing
  /// An operator after a value.
  case comparison(subject: String)
  case operand(subject: String, Operand)
  /// A name after a dot.
  ///
  /// - Parameters:
  ///   - of: the value before the dot.
  ///   - instead: the construct that was expected where the value is.
  indirect case member(of: String, instead: ExpectedSyntax)
  /// A string in the brackets after a value.
  case key(of: String)

  // MARK: - Steps

  case step(isFirst: Bool)
  /// A label of an argument.
  ///
  /// - Parameter except: the labels that the call already has.
  case label(Callee, except: [String])
  /// An argument.
  ///
  /// - Parameter label: the argument's label; nil if it has none.
  case argument(Callee, label: String?)
  /// The URL of `open` or `load`.
  case url
  /// A part of the request after `setting` or `removing`.
  ///
  /// - Parameter except: the parts that are already changed.
  case changedPart(isSet: Bool, except: [String])
  /// A value that a part of the request is set to.
  ///
  /// - Parameter part: the first word of the part.
  case changedValue(part: String)
  /// `if missing` after the value of a part.
  case ifMissing(part: String)

  // MARK: - Tests

  /// A value that a test case sets.
  ///
  /// - Parameter except: the values that the case already sets.
  case setup(except: [String], isNegated: Bool)
  /// The `==` after a value that a test sets.
  case setupComparison(subject: String)
  case setupValue(subject: String)

  // MARK: - Invariants

  /// A line of an invariant.
  case claim
  /// The step or decision of a line.
  case act

  // MARK: - Other values

  /// A string or a value of the app that defines an origin.
  case originValue
  /// A string or a value of the app that a setting has.
  case textValue
  /// The default value of a field.
  ///
  /// - Parameter type: the name of the field's type.
  case defaultValue(type: String)
  /// The number of events that a queue keeps, or the word for it.
  case queue
  /// A value for the page, in the clause that begins with the keyword.
  case pageValue(Keyword)
  /// A constant about which the parser has no more information.
  case literal
}

extension ExpectedSyntax {
  /// The position of an operand.
  package enum Operand: Hashable, Sendable {
    case after(ComparisonSyntax.Operator)
    /// An element of a list after `in`.
    case inList
    /// A further origin after a comma, as in `url in Store, Help`.
    case nextOrigin
  }

  /// A screen, action or call that takes arguments.
  package struct Callee: Hashable, Sendable {
    /// The keyword of its declaration: `screen`, `action` or `call`.
    package var kind: Keyword
    package var name: String

    package init(kind: Keyword, name: String) {
      self.kind = kind
      self.name = name
    }
  }

  /// The position of a type, which decides which types are allowed.
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

  /// True for an item of a body or file. In formatted files it starts a line.
  package var isItem: Bool {
    switch self {
    case .declaration, .rule, .setting, .testURL, .claim, .keyword(.strategy), .name(of: .call, _):
      true
    default: false
    }
  }
}
