/// A condition about a response that has a keyword of its own.
///
/// It is lowered to a test of a value, so that the other stages need no code for it.
package enum RequestCondition: String, CaseIterable, Sendable {
  case attachment

  /// Returns whether rules of chains of the kind can use the condition.
  package func exists(in kind: ChainKind) -> Bool {
    switch self {
    case .attachment: kind == .responses
    }
  }

  /// The value that the condition tests.
  package var subject: RequestInput {
    switch self {
    case .attachment: .header(ExactString("content-disposition"))
    }
  }

  package var core: CoreCondition {
    switch self {
    case .attachment: .test(.input(subject), .member(of: .expression(Self.disposition)))
    }
  }

  /// A shortest text of the tested value for which the condition holds, or for which it does not hold.
  package func text(_ holds: Bool) -> String {
    switch self {
    case .attachment: holds ? "attachment" : "inline"
    }
  }

  package var documentation: String {
    switch self {
    case .attachment:
      "The server wants the response to be saved: its `Content-Disposition` is `attachment`, in any case of letters."
    }
  }

  /// The form of the header: parameters may follow the disposition type.
  private static let disposition: RegularExpression = {
    switch RegularExpression.parse(#"[ \t]*attachment[ \t]*(;.*)?"#, ignoreCase: true) {
    case .success(let expression): return expression
    case .failure: preconditionFailure("the expression is valid")
    }
  }()
}
