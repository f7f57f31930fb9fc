package import Text

/// A syntax error as data; the check with its code writes the message.
package struct SyntaxFault: Sendable {
  package enum Kind: Sendable {
    case invalidUTF8
    /// The character, escaped if it is not visible.
    case invalidCharacter
    case unterminatedString
    case unterminatedComment
    case unterminatedRegex
    case invalidEscape
    case invalidNumber(reason: String)
    case nestingTooDeep(limit: Int)
    /// The expected and the actual token.
    case unexpected(expected: String, found: String)
    /// A word that is nearly a word of the language.
    case misspelled(found: String, expected: String)
    case foreign(ForeignSpelling)
    /// A missing text, which is to be inserted at the end of the span.
    case missing(String)
    /// A clause after one that it precedes: its text, the position of that one, and where the clause ends.
    case misplacedClause(String, before: Span, of: Span)
    /// The markers of a merge conflict after the first.
    case conflict(middle: Span, end: Span)
    /// A closing bracket without an opening one.
    case strayBracket
    /// An unclosed bracket: its text and its position.
    case unclosed(bracket: String, opened: Span)
    case missingDecision
    /// A step after the decision.
    case stepAfterDecision(decision: Span)
    /// A repeated clause, setting or attribute.
    case repeated(word: String, first: Span)
  }

  package var kind: Kind
  package var span: Span
}
