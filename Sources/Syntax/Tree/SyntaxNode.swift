/// A construct of the language in a file, from its first token to its last one.
///
/// The parser records the nodes while it builds the tree, each one before the nodes in it. The nodes show which
/// tokens belong together, and include tokens that the tree does not keep.
package struct SyntaxNode: Sendable {
  package enum Kind: Sendable {
    /// An attribute `@deprecated("…")`. It precedes the node that it applies to.
    case attribute
    /// A declaration, or a strategy of a channel.
    case declaration
    /// A clause of a declaration, such as `receives Cart` or `to Store, Help`.
    case clause
    /// The strings of an origin.
    case patterns
    /// The clause of a script such as `on Store, Help`, and similar lists of origins.
    case pages

    /// Braces and the fields, cases or calls in them.
    case members
    /// A type of the form `{ name: Type, … }`.
    case record
    /// Braces and the rules, test cases, claims or strategies in them.
    case entries
    /// Braces and the settings in them.
    case settings
    /// Parameters or arguments after a name.
    case parentheses
    /// The arguments of a dispatch.
    case pageArguments
    /// A type such as `[Int]` or `[String: Int]`.
    case arrayType
    case list
    /// The empty dictionary `[:]`.
    case emptyDictionary

    /// A field, case, call or argument.
    case member
    case setting
    /// The names after the word of a setting.
    case names
    /// A line such as `frames main, new`.
    case frames
    /// An item `use NAME`.
    case use
    case rule
    /// A block `when CONDITION { … }`.
    case block
    case testCase
    /// A line of an invariant.
    case claim
    /// The values after `with` in a test case.
    case setup

    /// The condition of a rule or block.
    case condition
    /// The condition after `condition NAME =`.
    case definition
    /// Conditions that are joined by `||`.
    case any
    /// Conditions that are joined by `&&`.
    case all
    case negation
    case parenthesized

    /// The steps and the decision of a rule or test case.
    case steps
    case step
    case decision
    /// Changes such as `setting PART = VALUE, …` or `removing PART, …`.
    case changes
  }

  package var kind: Kind
  package var start: UInt32
  /// The offset after the last token; `open` if the file ends before the node does.
  package var end: UInt32

  /// The value of `end` for a node that has not ended. It exceeds the size of every file, and fits in an `Int` of 32
  /// bits.
  package static let open = UInt32(Int32.max)
}
