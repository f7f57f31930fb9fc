import Checks
package import Diagnostics
import Formatting
import Semantics
import Syntax
package import Text

/// A rule file and its formatted text.
package struct FormattedFile: Sendable {
  package let source: SourceFile
  /// The formatted text; nil if the file has syntax errors, which are in `findings`.
  package let output: [UInt8]?
  /// The findings of `check` for this file alone. In their locations it is file 0.
  package let findings: [Finding]

  package init(_ source: SourceFile) {
    self.source = source
    output = Formatter.format(source)
    if output != nil {
      findings = []
    } else {
      var bare = SyntaxTree.parse(source)
      bare.declarations = []
      bare.directives = []
      bare.units = []
      findings = Checks.findings(
        trees: [bare], resolution: Resolution([bare], resource: { _ in nil }), files: [source],
        analyze: nil)
    }
  }

  /// The file after a change. It is formatted if the original was formatted and the result has no syntax errors.
  package static func keepingStyle(
    of original: SourceFile, _ changed: SourceFile
  ) -> SourceFile {
    Formatter.keepingStyle(of: original, changed)
  }

  package var isChanged: Bool { output.map { $0 != source.bytes } ?? false }

  /// The changes that formatting makes; nil if there are none.
  package var changes: LineDiff? {
    guard isChanged, let output, let edits = Formatter.edits(for: source) else { return nil }
    var shift = 0
    let replaced = edits.map { edit in
      let old = Int(edit.span.start)..<Int(edit.span.end)
      let start = old.lowerBound + shift
      shift += edit.replacement.count - old.count
      return (old: old, new: start..<start + edit.replacement.count)
    }
    return LineDiff(source.bytes, output, replaced: replaced)
  }
}
