/// An error in a pattern, and its position in the text.
package struct PatternFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text is not a pattern.
    case invalid
    /// Other engines support the construct; this language deliberately does not.
    case unsupported
  }

  package var kind: Kind
  /// A part of a sentence that starts in lower case and ends without a full stop.
  package var message: String
  /// The range of the fault in the UTF-8 bytes of the pattern.
  package var range: Range<Int>
}

/// A capture of a glob.
package struct PatternCapture: Hashable, Sendable {
  package var name: String
  /// The name of the type after the colon; nil if there is no colon.
  package var typeName: String?
  /// True for `{name**}`.
  package var isRest: Bool
  /// The range of the capture in the UTF-8 bytes of the pattern, including the braces.
  package var range: Range<Int>
  /// The range of the name in the UTF-8 bytes of the pattern.
  package var nameRange: Range<Int>
  /// The range of the type's name in the UTF-8 bytes of the pattern.
  package var typeRange: Range<Int>?
}
