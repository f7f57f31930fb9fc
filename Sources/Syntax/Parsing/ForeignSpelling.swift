package import Text

/// A construct in the spelling of another language, with its spelling in this language.
package struct ForeignSpelling: Sendable {
  package var found: String
  /// The spelling in this language. Empty if the text is only to be deleted; nil if there is no such construct.
  package var meant: String?
  /// The edits that replace the foreign spelling.
  package var edits: [(span: Span, text: String)]
  /// The rule of the language that explains the correction.
  package var why: String?

  init(_ found: String, _ meant: String?, _ edits: [(Span, String)], why: String? = nil) {
    self.found = found
    self.meant = meant
    self.edits = edits.map { (span: $0.0, text: $0.1) }
    self.why = why
  }
}
