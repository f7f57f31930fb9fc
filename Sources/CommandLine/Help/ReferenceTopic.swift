import EmbeddedFiles

/// A section of the language reference.
package struct ReferenceTopic: Sendable {
  /// The anchor of the section's heading.
  package let name: String
  /// The file of the page that contains the section.
  package let page: String
  private let title: String
  /// The Markdown of the section, without the grammar.
  private let body: String

  private init(title: Substring, page: String, lines: some Sequence<Substring>) {
    let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
    name = String(kept.map { $0 == " " ? "-" : $0 })
    self.page = page
    self.title = String(title)
    body = lines.map(Self.withoutTestMarks).joined(separator: "\n")
  }

  /// Returns the line. At the start of a code block, only the language and the mark of a wrong example are kept.
  private static func withoutTestMarks(_ line: Substring) -> Substring {
    guard line.hasPrefix("```bascule ") else { return line }
    let words = line.split(separator: " ")
    let others = words.dropFirst().drop { ["rules", "more", "declarations"].contains($0) }
    return ([words[0]] + others).joined(separator: " ")[...]
  }

  /// The section as text for a terminal.
  package var text: String { "# \(title)\n\n\(TerminalLayout.text(withoutLinks(body)))" }

  // MARK: Pages

  /// The pages of the reference, in the order of the table in `language.md`.
  package static let pages = [
    "language.md", "rules.md", "conditions.md", "the-request.md", "messages.md", "invariants.md",
    "analysis.md", "universal-links.md",
  ]

  /// The sections of the language reference, in the order of its pages.
  package static let all: [ReferenceTopic] = {
    let files = embedded_reference()
    let texts = UnsafeBufferPointer(start: files.start, count: files.count).split(separator: 0)
    return zip(pages, texts).flatMap { topics(of: $0, String(decoding: $1, as: UTF8.self)) }
  }()

  private static func topics(of page: String, _ text: String) -> [ReferenceTopic] {
    var isInGrammar = false
    // The line `---` separates the sections from the link to the next page.
    let lines = TerminalLayout.lines(text).prefix { $0 != "---" }.filter { line in
      let isGrammar = isInGrammar || line == "```ebnf"
      isInGrammar = isGrammar && line != "```"
      return !isGrammar
    }
    let sections = lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("## ") }.dropFirst()
    return sections.map { section in
      ReferenceTopic(title: lines[section.startIndex - 1].dropFirst(3), page: page, lines: section)
    }
  }

  // MARK: Links

  /// Returns the text in which each link is replaced by the topic or file that it leads to.
  private func withoutLinks(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "[")) {
      result += rest[..<start]
      rest = rest[start...]
      if let link = Link(rest) {
        result += "\(link.text) (\(place(of: link.target)))"
        rest = rest[link.end...]
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }

  private func place(of target: Substring) -> String {
    if target.hasPrefix("https:") || target.hasPrefix("http:") { return String(target) }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts[0].isEmpty ? page : String(parts[0])
    if parts.count == 2, Self.pages.contains(file),
      Self.all.contains(where: { $0.name == parts[1] })
    {
      return "`bascule help \(parts[1])`"
    }
    var folders = ["Sources", "Documentation"]
    for part in file.split(separator: "/") {
      if part == ".." { folders.removeLast() } else { folders.append(String(part)) }
    }
    return folders.joined(separator: "/")
  }

  /// A link at the start of a text.
  private struct Link {
    let text, target: Substring
    let end: Substring.Index

    /// Reads a link; nil if the text begins with a bracket of another kind.
    init?(_ rest: Substring) {
      let inner = rest.dropFirst()
      // Code in the text of a link may contain brackets.
      let code = inner.first == "`" ? inner.dropFirst().prefix { $0 != "`" } : inner.prefix(0)
      let ending = inner[code.endIndex...].prefix { !"[]".contains($0) }
      text = inner[..<ending.endIndex]
      let after = rest[text.endIndex...]
      target = after.dropFirst(2).prefix { $0 != ")" && !$0.isWhitespace }
      guard !text.isEmpty, after.hasPrefix("]("), !target.isEmpty,
        rest[target.endIndex...].first == ")"
      else { return nil }
      end = rest.index(after: target.endIndex)
    }
  }

  // MARK: Lookup

  /// Returns the topic with the name, also in the singular; nil if there is none.
  static func named(_ name: String) -> ReferenceTopic? {
    let stem = name.hasSuffix("y") ? name.dropLast() + "i" : Substring(name)
    let names = [name, name + "s", stem + "es"]
    return all.first { names.contains($0.name) }
  }

  /// Returns the topics whose code contains a word of the language.
  static func mentioning(_ word: String) -> [ReferenceTopic] {
    all.filter { topic in topic.parts(areCode: true).contains { $0 == word } }
  }

  /// Returns the topics with the most occurrences of a word, also in the plural or singular and in capitals. Topics
  /// with the word in their title come first.
  static func withWord(_ word: String, limit: Int = 5) -> [ReferenceTopic] {
    let word = singular(word[...])
    let counts = all.enumerated().compactMap { index, topic -> (index: Int, count: Int)? in
      let isInTitle = topic.title.split(separator: " ").contains { singular($0) == word }
      let count = topic.parts(areCode: nil).count { singular($0) == word }
      return isInTitle ? (index, .max) : count == 0 ? nil : (index, count)
    }
    let best = counts.sorted { ($1.count, $0.index) < ($0.count, $1.index) }.prefix(limit)
    return best.map { all[$0.index] }
  }

  private static func singular(_ word: Substring) -> String {
    let word = word.lowercased()
    return word.hasSuffix("s") && word.utf8.count > 3 ? String(word.dropLast()) : word
  }

  /// Returns the words of the title and the text.
  ///
  /// - Parameter areCode: true for the words in backticks, false for the others, nil for all.
  private func parts(areCode: Bool?) -> [Substring] {
    "\(title)\n\(withoutLinks(body))"
      .split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { areCode == nil || $0.offset.isMultiple(of: 2) != areCode }
      .flatMap { $0.element.split { !($0.isLetter || $0.isNumber || $0 == "_") } }
  }
}
