import EmbeddedFiles

/// The page `Sources/Documentation/findings.md`, which explains each code in a section.
enum FindingsPage {
  /// The start of the lines at the end of a section that are printed from the check.
  static let startOfEnd = "*Fix*: "

  /// The text of each section, by its code: the meaning, the reason and the remedy, with a `bascule wrong` and a
  /// `bascule right` example. The lines before and after it are printed from the check.
  static let bodies: [String: String] = {
    let file = embedded_findings()
    // A zero byte follows the file.
    let bytes = UnsafeBufferPointer(start: file.start, count: file.count).dropLast()
    var bodies: [String: String] = [:]
    var lines: [Substring] = []
    func endSection() {
      guard let heading = lines.first, heading.hasPrefix("## ") else { return }
      // The heading and the summary, each with an empty line.
      let body = lines.prefix { !$0.hasPrefix(startOfEnd) }.dropFirst(4).dropLast()
      bodies[String(heading.dropFirst(3))] = body.joined(separator: "\n")
    }
    for line in String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("## ") {
        endSection()
        lines = []
      }
      lines.append(line)
    }
    endSection()
    return bodies
  }()
}
