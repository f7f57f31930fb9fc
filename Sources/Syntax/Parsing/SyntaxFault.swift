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
