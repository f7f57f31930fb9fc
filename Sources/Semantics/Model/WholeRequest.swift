/// The names of the whole request as an argument: `perform keep(request: request)`.
package enum WholeRequest {
  /// The name of the type of a parameter, unless a declaration has this name.
  package static let type = "Request"
  /// The word for the value in arguments.
  package static let word = "request"
}

extension RuleSet {
  /// True if a screen or action takes the whole request.
  package var handsOnRequests: Bool {
    (screens.map { $0.parameters } + actions.map { $0.parameters }).joined().contains {
      $0.type == .request
    }
  }
}
