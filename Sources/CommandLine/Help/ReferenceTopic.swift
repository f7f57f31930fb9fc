/// A section of the language reference.
package struct ReferenceTopic: Sendable {
  package let name: String
  /// The file of the page that contains it.
  package let page: String
  /// Markdown.
  package let text: String

  /// The topic with that name, also in the singular; nil if there is none.
  static func named(_ name: String) -> ReferenceTopic? {
    let stem = name.hasSuffix("y") ? name.dropLast() + "i" : Substring(name)
    let names = [name, name + "s", stem + "es"]
    return all.first { names.contains($0.name) }
  }

  /// The topics that contain a word of the language in code.
  static func mentioning(_ word: String) -> [ReferenceTopic] {
    all.filter { topic in
      topic.text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .contains { position, part in
          !position.isMultiple(of: 2)
            && part.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == word }
        }
    }
  }
}
