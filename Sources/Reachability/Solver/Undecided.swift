/// The reason why a question was not decided.
package struct Undecided: Sendable {
  package enum Reason: Sendable {
    /// The budget ran out.
    case budget
    /// Each request that was found changed when it was written as a URL, or did not show the difference. Another
    /// request may show it.
    case views
  }

  package var reason: Reason
  /// The component that was constrained most often, in the syntax of conditions.
  package var component: String?
}
