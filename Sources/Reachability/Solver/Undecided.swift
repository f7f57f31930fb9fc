/// The reason why a question was not decided.
package struct Undecided: Sendable {
  package enum Reason: Sendable {
    /// The budget ran out.
    case budget
    /// Each request that was found turned out to be another one once it was written as a URL, or did
    /// not show the difference; and nothing proves that no other request does.
    case views
  }

  package var reason: Reason
  /// The component that was constrained most often, as written in conditions.
  package var component: String?
}
