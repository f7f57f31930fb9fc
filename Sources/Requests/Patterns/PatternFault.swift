/// An error in a pattern, and its position in the text.
package struct PatternFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text is not a pattern.
    case invalid
    /// Other engines support the construct; this language deliberately does not.
    case unsupported
  }

  package var kind: Kind
  /// A sentence part that starts in lower case and ends without a full stop.
  package var message: String
  /// UTF-8 bytes of the pattern text.
  package var range: Range<Int>
}

/// A name bound in a glob.
package struct PatternCapture: Hashable, Sendable {
  package var name: String
  /// The text after the colon; nil if there is none.
  package var typeName: String?
  /// True for `{name**}`.
  package var isRest: Bool
  /// UTF-8 bytes of the pattern text, including the braces.
  package var range: Range<Int>
  /// UTF-8 bytes of the name.
  package var nameRange: Range<Int>
  /// UTF-8 bytes of the type's name.
  package var typeRange: Range<Int>?
}
