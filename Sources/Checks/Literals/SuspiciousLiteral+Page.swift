import Diagnostics

extension Page {
  /// The page of the check `suspicious-literal`.
  static let suspiciousLiteral = Page(
    "suspicious-literal", .warning, "a literal that does not match what it seems to match",
    fixes: .meaning, security: "5.0")
}
