/// A condition about a response that has a word of its own.
///
/// It is a test of a value, so everything that knows the value knows the condition, too.
package enum RequestCondition: String, CaseIterable, Sendable {
  case attachment

  /// Returns whether rules of chains of that kind can name it.
  package func exists(in kind: ChainKind) -> Bool {
    switch self {
    case .attachment: kind == .responses
    }
  }

  /// The value that it tests.
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

  /// The shortest text of its value for which it holds, or does not hold.
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

  /// A disposition type is followed by parameters.
  private static let disposition: RegularExpression = {
    switch RegularExpression.parse(#"[ \t]*attachment[ \t]*(;.*)?"#, ignoreCase: true) {
    case .success(let expression): return expression
    case .failure: preconditionFailure("the expression is valid")
    }
  }()
}
