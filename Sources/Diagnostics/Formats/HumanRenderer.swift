package import Text

/// Writes findings for people in a terminal, in the style of rustc.
package struct HumanRenderer {
  /// The number of related places that are shown with their source. Further ones are only counted.
  private static let relatedLimit = 10

  private let files: [SourceFile]
  private let style: Style
  private var indices: [PositionIndex?]

  package init(files: [SourceFile], style: Style) {
    self.files = files
    self.style = style
    indices = Array(repeating: nil, count: files.count)
  }

  /// Writes each finding with its source, separated by blank lines.
  ///
  /// - Requires: every location names one of the files.
  package mutating func render(_ findings: [Finding]) -> [UInt8] {
    var text = StyledText(style)
    for finding in findings {
      render(finding, &text)
      text.endLine()
    }
    return text.bytes
  }

  /// The summary: `2 errors, 1 warning in 3 files`, or `no findings in 3 files`.
  package static func summary(_ findings: [Finding], fileCount: Int) -> String {
    let place = " in \(fileCount) \(fileCount == 1 ? "file" : "files")"
    if findings.isEmpty { return "no findings" + place }
    var parts: [String] = []
    for severity in [Severity.error, .warning, .info] {
      let count = findings.count { $0.severity == severity }
      if count > 0 { parts.append("\(count) \(severity.word)\(count == 1 ? "" : "s")") }
    }
    return parts.joined(separator: ", ") + place
  }

  /// The number of fixes by option: `, 2 can be fixed with --fix, 1 more with --fix=all`; empty if there are no
  /// fixes.
  package static func fixes(_ findings: [Finding]) -> String {
    var text = ""
    for option in FixOption.allCases {
      let count = findings.count { $0.fix?.option == option }
      if count == 0 { continue }
      text += ", \(count) " + (text.isEmpty ? "can be fixed" : "more") + " with \(option.rawValue)"
    }
    return text
  }

  private mutating func render(_ finding: Finding, _ text: inout StyledText) {
    let role = finding.severity.role
    text.write("\(finding.severity.word)[\(Quoting.terminal(finding.code))]", role)
    text.line(": " + Self.oneLine(finding.message), .strong)

    let related = finding.related.prefix(Self.relatedLimit)
    var groups = [
      (finding.location, [annotation(finding.location, finding.label, role, "^")])
    ]
    for related in related {
      let annotation = annotation(related.location, related.message, .secondary, "-")
      if let group = groups.firstIndex(where: { $0.0.file == related.location.file }) {
        groups[group].1.append(annotation)
      } else {
        groups.append((related.location, [annotation]))
      }
    }
    let snippets = groups.map { ($0.0, Snippet($0.1, in: index($0.0.file))) }
    var fixes: [FixPreview] = []
    if let fix = finding.fix {
      for file in Set(fix.edits.map { $0.location.file }).sorted() {
        let edits = fix.edits.filter { $0.location.file == file }
        fixes.append(FixPreview(edits, in: index(file)))
      }
    }
    let greatest = max(
      snippets.map { $0.1.lastLine }.max() ?? 1, fixes.map { $0.lastLine }.max() ?? 1)
    let gutter = String(greatest).utf8.count
    let margin = String(repeating: " ", count: gutter)

    for (position, (location, snippet)) in snippets.enumerated() {
      if position > 0 { text.line(margin + " |", .frame) }
      place(location, position == 0 ? margin + "--> " : margin + "::: ", &text)
      text.line(margin + " |", .frame)
      snippet.render(gutter: gutter, into: &text)
    }

    var notes: [(String, String)] = []
    if finding.related.count > Self.relatedLimit {
      let more = finding.related.count - Self.relatedLimit
      notes.append(("note", "and \(more) further \(more == 1 ? "place" : "places")"))
    }
    if let help = finding.help, fixes.isEmpty { notes.append(("help", help)) }
    if let witness = finding.witness { notes.append(("witness", witness)) }
    if !notes.isEmpty { text.line(margin + " |", .frame) }
    for (kind, note) in notes {
      text.write(margin + " = ", .frame)
      text.write(kind, .strong)
      let indent = margin + String(repeating: " ", count: kind.utf8.count + 5)
      text.line(": " + Self.indented(note, indent))
    }

    if fixes.isEmpty { return }
    text.write("help", .help)
    let option = finding.fix?.option ?? .all
    text.line(
      " (\(option.rawValue)): " + Self.indented(finding.help ?? "apply this edit", "      "))
    for fix in fixes {
      if fix.file != finding.location.file || fixes.count > 1 {
        place(fix.location, margin + "--> ", &text)
      }
      text.line(margin + " |", .frame)
      fix.render(gutter: gutter, into: &text)
    }
  }

  private mutating func place(_ location: Location, _ arrow: String, _ text: inout StyledText) {
    let file = Int(location.file.index)
    _ = index(location.file)
    let position = indices[file]!.position(at: location.span.start)
    text.write(arrow, .frame)
    text.line("\(Quoting.terminal(files[file].name)):\(position.line):\(position.column)")
  }

  private func annotation(
    _ location: Location, _ label: String, _ role: Style.Role, _ mark: Unicode.Scalar
  ) -> Snippet.Annotation {
    Snippet.Annotation(
      span: location.span, label: Self.oneLine(label), role: role, mark: UInt8(ascii: mark))
  }

  private mutating func index(_ file: FileID) -> PositionIndex {
    let file = Int(file.index)
    if let index = indices[file] { return index }
    let index = PositionIndex(files[file])
    indices[file] = index
    return index
  }

  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(0x0A) else { return Quoting.terminal(text) }
    return text.split(separator: "\n").map { Quoting.terminal(String($0)) }.joined(separator: " ")
  }

  private static func indented(_ text: String, _ indent: String) -> String {
    guard text.utf8.contains(0x0A) else { return Quoting.terminal(text) }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Quoting.terminal(String($0)) }.joined(separator: "\n" + indent)
  }
}

extension Severity {
  /// The word for the severity in output for people.
  package var word: String { self == .info ? "note" : rawValue }

  var role: Style.Role {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .note
    }
  }
}

/// The option of `check` that applies a fix.
private enum FixOption: String, CaseIterable {
  case safe = "--fix"
  case all = "--fix=all"
  case weaker = "--fix=all --allow-weaker"
}

extension Fix {
  fileprivate var option: FixOption { isSafe ? .safe : isWeaker ? .weaker : .all }
}
