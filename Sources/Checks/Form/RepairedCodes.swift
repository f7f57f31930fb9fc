/// The codes of findings that can have a repair.
package enum RepairedCodes {
  package static let all = aboutForm.union([
    "syntax-error", "invalid-character", "unterminated-regex",
  ])

  /// The codes of findings about a text that may be meant as a string, or without brackets.
  static let aboutForm: Set = ["wrong-kind", "type-mismatch", "unknown-name"]
}
