package import Text

/// What is wrong with the form of a file: data, put into words by the check of its code.
package struct SyntaxFault: Sendable {
  package enum Kind: Sendable {
    case invalidUTF8
    /// The text of the character, escaped where it does not show.
    case invalidCharacter
    case unterminatedString
    case unterminatedComment
    case unterminatedRegex
    case invalidEscape
    case invalidNumber(reason: String)
    case nestingTooDeep(limit: Int)
    /// What was due and what stands there.
    case unexpected(expected: String, found: String)
    /// A word that is nearly a word of the language.
    case misspelled(found: String, expected: String)
    /// A bracket that is never closed: how it is written, and where it opens.
    case unclosed(bracket: String, opened: Span)
    case missingDecision
    /// A step behind the decision.
    case stepAfterDecision(decision: Span)
    /// A clause, setting or attribute that stands there already.
    case repeated(word: String, first: Span)
  }

  package var kind: Kind
  package var span: Span
}
