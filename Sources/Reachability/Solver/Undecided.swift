/// The reason why a question was not decided.
package struct Undecided: Sendable {
  package enum Reason: Sendable {
    /// The budget ran out.
    case budget
    /// The requests that were found changed when they were written as URLs, or did not show the difference. Another
    /// request may show it.
    case views
  }

  package var reason: Reason
  /// The component that was constrained most often, in the syntax of conditions.
  package var component: String?
}
