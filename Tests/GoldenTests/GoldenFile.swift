import Diagnostics
import Foundation
import TestSupport
import Text

/// A Markdown file of `## NAME` sections, each with one fenced block.
///
/// The section `SOURCE` is written by hand and never updated. Its `//! code` marks are the expected codes of a line.
/// The other sections are outputs of the tool.
struct GoldenFile {
  var url: URL
  var text: String

  init(_ url: URL) throws {
    self.url = url
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// Returns the content of the section's fenced block; nil if there is no such section.
  func section(_ name: String) -> String? {
    range(of: name).map { String(text[$0]) }
  }

  /// Returns the file with the block of the section replaced, or added at the end.
  func replacing(_ name: String, with content: String) -> String {
    var copy = text
    if let range = range(of: name) {
      copy.replaceSubrange(range, with: content)
    } else {
      if !copy.hasSuffix("\n") { copy += "\n" }
      copy += "\n## \(name)\n\n```text\n\(content)```\n"
    }
    return copy
  }

  private func range(of name: String) -> Range<String.Index>? {
    guard let heading = text.range(of: "\n## \(name)\n"),
      let open = text.range(of: "\n```", range: heading.upperBound..<text.endIndex),
      let line = text.range(of: "\n", range: open.upperBound..<text.endIndex),
      let close = text.range(
        of: "\n```", range: text.index(before: line.upperBound)..<text.endIndex)
    else { return nil }
    return line.upperBound..<text.index(after: close.lowerBound)
  }

  /// Returns the marks of the source: for each 1-based line its codes, sorted.
  static func marks(_ source: String) -> [Int: [String]] {
    var marks: [Int: [String]] = [:]
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard let mark = line.range(of: "//! ") else { continue }
      marks[index + 1] = line[mark.upperBound...].split(separator: " ").map(String.init).sorted()
    }
    return marks
  }
}

/// The folder of golden files, and the mode of the tests: compare or rewrite.
enum Golden {
  static let folder = TestPackage.url("Tests/GoldenTests")

  static let isUpdating = TestOptions.updatesGoldenFiles
}
