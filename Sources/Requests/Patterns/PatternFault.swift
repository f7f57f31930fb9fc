/// An error in a pattern, and its position in the text.
package struct PatternFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text is no pattern at all.
    case invalid
    /// Other engines know the construct; this language leaves it out on purpose.
    case unsupported
  }

  package var kind: Kind
  /// A sentence part that starts in lower case and ends without a full stop.
  package var message: String
  /// UTF-8 bytes of the pattern text.
  package var range: Range<Int>
}

/// A name bound in a glob, as it is written.
package struct PatternCapture: Hashable, Sendable {
  package var name: String
  /// The text after the colon; nil without one.
  package var typeName: String?
  /// True for `{name**}`.
  package var isRest: Bool
  /// UTF-8 bytes of the pattern text, the braces included.
  package var range: Range<Int>
  /// UTF-8 bytes of the name.
  package var nameRange: Range<Int>
  /// UTF-8 bytes of the type's name.
  package var typeRange: Range<Int>?
}
