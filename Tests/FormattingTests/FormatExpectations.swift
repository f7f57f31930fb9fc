import Formatting
import GrammarSentences
import Syntax
import Testing
import Text

/// The properties of every file without syntax errors.
enum FormatExpectations {
  /// Checks the properties.
  ///
  /// - Returns: the formatted file; nil for a file with faults, which cannot be formatted.
  @discardableResult
  static func check(
    _ file: SourceFile, _ label: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) -> SourceFile? {
    let tree = SyntaxTree.parse(file)
    guard let output = Formatter.format(file, tree: tree) else {
      #expect(!tree.faults.isEmpty, "\(label)", sourceLocation: sourceLocation)
      return nil
    }
    let formatted = SourceFile(name: file.name, bytes: output)
    let again = SyntaxTree.parse(formatted)
    func report(_ what: String) -> Comment {
      "\(label): \(what)\n--- source\n\(text(file))\n--- formatted\n\(text(formatted))"
    }
    guard again.faults.isEmpty else {
      Issue.record(report("\(again.faults)"), sourceLocation: sourceLocation)
      return nil
    }
    if TreeShape.of(tree) != TreeShape.of(again) {
      Issue.record(report("another tree"), sourceLocation: sourceLocation)
    }
    if FileTexts(file) != FileTexts(formatted) {
      Issue.record(report("other tokens or comments"), sourceLocation: sourceLocation)
    }
    if let second = Formatter.format(formatted), second != output {
      let third = SourceFile(name: "", bytes: second)
      Issue.record(
        report("not idempotent:\n\(text(third))\n--- of"), sourceLocation: sourceLocation)
    }
    if !output.isEmpty, output != [0xEF, 0xBB, 0xBF] {
      #expect(output.last == 0x0A, report("no line end"), sourceLocation: sourceLocation)
    }
    checkEdits(file, tree, output, report("edits"), sourceLocation)
    return formatted
  }

  /// Checks that the edits produce the formatted text, and that any half of them does not change the tree.
  private static func checkEdits(
    _ file: SourceFile, _ tree: SyntaxTree, _ output: [UInt8], _ report: @autoclosure () -> Comment,
    _ sourceLocation: SourceLocation
  ) {
    guard let edits = Formatter.edits(for: file, tree: tree) else {
      Issue.record(report(), sourceLocation: sourceLocation)
      return
    }
    if apply(edits, to: file.bytes) != output {
      Issue.record(report(), sourceLocation: sourceLocation)
    }
    #expect(edits.isEmpty == (output == file.bytes), sourceLocation: sourceLocation)
    if edits.count < 2 { return }
    let shape = TreeShape.of(tree)
    for parity in 0..<2 {
      let some = edits.enumerated().filter { $0.offset % 2 == parity }.map(\.element)
      let partly = SyntaxTree.parse(SourceFile(name: "", bytes: apply(some, to: file.bytes)))
      if !partly.faults.isEmpty || TreeShape.of(partly) != shape {
        Issue.record(report(), sourceLocation: sourceLocation)
      }
    }
  }

  static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in edits {
      #expect(Int(edit.span.start) >= end && Int(edit.span.end) <= bytes.count)
      result += bytes[end..<Int(edit.span.start)]
      result += edit.replacement
      end = Int(edit.span.end)
    }
    return result + bytes[end...]
  }

  static func text(_ file: SourceFile) -> String { String(decoding: file.bytes, as: UTF8.self) }
}

extension SourceFile {
  init(_ text: String) { self.init(name: "a.bascule", text: text) }
}
