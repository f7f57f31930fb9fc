package import Text

/// A syntax error, as data. The check with the fault's code writes the message.
package struct SyntaxFault: Sendable {
  package enum Kind: Sendable {
    case invalidUTF8
    /// A character that cannot begin a token.
    case invalidCharacter
    case unterminatedString
    case unterminatedComment
    case unterminatedRegex
    case invalidEscape
    case invalidNumber(reason: String)
    case nestingTooDeep(limit: Int)
    /// A token that is not the expected one.
    case unexpected(expected: String, found: String)
    /// A word that is similar to a word of the language.
    case misspelled(found: String, expected: String)
    case foreign(ForeignSpelling)
    /// The signs of one operator with a space between them, with the operator.
    case split(String)
    /// A missing text, which belongs at the end of the span.
    case missing(String)
    /// A clause that belongs before an earlier one, with its text and its span. `before` is the span of the earlier
    /// clause.
    case misplacedClause(String, before: Span, of: Span)
    /// A merge conflict, with the spans of its markers after the first.
    case conflict(middle: Span, end: Span)
    /// A closing bracket without an opening one.
    case strayBracket
    /// An unclosed bracket, with its text and its position.
    case unclosed(bracket: String, opened: Span)
    case missingDecision
    /// A step after the decision of a rule.
    case stepAfterDecision(decision: Span)
    /// A clause, setting or attribute that is written twice.
    case repeated(word: String, first: Span)
  }

  package var kind: Kind
  package var span: Span
}
