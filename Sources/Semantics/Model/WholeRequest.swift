/// The names of the whole request as an argument: `perform keep(request: request)`.
package enum WholeRequest {
  /// The type of the parameter, unless a declaration has the name.
  package static let type = "Request"
  /// The value.
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
