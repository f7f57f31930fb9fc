package import Text

/// A spelling of another language, and the one of this language.
package struct ForeignSpelling: Sendable {
  package var found: String
  /// Empty if the text is only to be deleted; nil if there is no such construct.
  package var meant: String?
  /// The edits that replace it.
  package var edits: [(span: Span, text: String)]
  /// The rule that explains it.
  package var why: String?

  init(_ found: String, _ meant: String?, _ edits: [(Span, String)], why: String? = nil) {
    self.found = found
    self.meant = meant
    self.edits = edits.map { (span: $0.0, text: $0.1) }
    self.why = why
  }
}
