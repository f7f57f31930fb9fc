import Checks
package import Diagnostics
import Formatting
import Semantics
import Syntax
package import Text

/// A rule file, and how it is to be written.
package struct FormattedFile: Sendable {
  package let source: SourceFile
  /// nil where the file cannot be read; `findings` says why.
  package let output: [UInt8]?
  /// The findings of `check` for the file by itself; in file 0.
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

  /// The file after a change: in the one style, if it was before and can be read.
  package static func keepingStyle(
    of original: SourceFile, _ changed: SourceFile
  ) -> SourceFile {
    Formatter.keepingStyle(of: original, changed)
  }

  package var isChanged: Bool { output.map { $0 != source.bytes } ?? false }

  /// The changes of formatting; nil if there are none.
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
