package import Text

/// The content of one rule set, read beforehand: nothing below the command line reads a file.
package struct RuleSetInput: Sendable {
  /// The `.bascule` files, sorted by name.
  package var files: [SourceFile]
  /// The content of a file that a `script … from "file.js"` names, by its path inside the rule
  /// set's folder; nil where there is none or it lies outside.
  package var resource: @Sendable (String) -> [UInt8]?

  package init(
    files: [SourceFile], resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.resource = resource
  }
}
