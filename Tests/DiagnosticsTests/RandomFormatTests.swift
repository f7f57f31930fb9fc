import Diagnostics
import Foundation
import RandomRules
import TestSupport
import Testing
import Text

/// Tests that a reader of each format finds the same findings that the renderer has written.
@Suite(.seeded) struct RandomFormatTests {
  private static let reports: [RandomReport] = {
    var random = RandomChoice(seed: Seed.of(45))
    return (0..<TestOptions.cases(40, long: 2_000)).map { _ in RandomReport(&random) }
  }()

  @Test(arguments: FindingFormat.allCases)
  func whatIsReadIsTheFinding(_ format: FindingFormat) throws {
    var count = 0
    for (number, report) in Self.reports.enumerated() {
      let output = report.report.render(format)
      let comment: Comment = "report \(number)"
      count += report.findings.count
      switch format {
      case .human: try Self.checkHuman(report, output, comment)
      case .json: try Self.expect(FormatReaders.json(output), Self.json(report), comment)
      case .sarif:
        try Self.expect(FormatReaders.sarif(output, report.files), Self.sarif(report), comment)
      case .github:
        try Self.expect(FormatReaders.gitHub(output), Self.gitHub(report), comment)
      case .gitlab:
        try Self.expect(FormatReaders.gitLab(output), Self.plain(report, .host), comment)
      case .junit: try Self.checkJUnit(report, output, comment)
      case .checkstyle:
        try Self.expect(
          FormatReaders.checkstyle(output), Self.plain(report, .name, hasEnd: false), comment)
      case .xcode: try Self.expect(FormatReaders.xcode(output), Self.xcode(report), comment)
      }
    }
    #expect(count > Self.reports.count)
  }

  @Test func sarifAgreesWithItsSchema() throws {
    let schema = TestPackage.shared.appendingPathComponent("data/sarif-schema-2.1.0.json")
    guard Tool.data(schema, for: "SARIF against its schema") != nil else { return }
    let folder = try TemporaryFolder()
    let files = try Self.reports.prefix(TestOptions.cases(30, long: 300)).enumerated().map {
      number, report in
      try folder.write("\(number).sarif", Data(report.report.render(.sarif)))
      return folder.url.appendingPathComponent("\(number).sarif")
    }
    let result = try SchemaValidator.refused(files, by: schema, for: "SARIF against its schema")
    #expect(result?.refused.isEmpty != false, "\(result?.output ?? "")")
  }

  private static func expect(
    _ found: [ReadFinding], _ expected: [ReadFinding], _ comment: Comment
  ) {
    #expect(found.count == expected.count, comment)
    for (one, other) in zip(found, expected) { #expect(one == other, comment) }
  }

  // MARK: - The data of each format

  private static func plain(
    _ report: RandomReport, _ naming: RandomReport.Naming, hasEnd: Bool = true
  ) -> [ReadFinding] {
    report.findings.map {
      ReadFinding(
        code: $0.code, severity: $0.severity, message: $0.lines,
        place: report.read($0.place, naming, hasEnd: hasEnd))
    }
  }

  private static func json(_ report: RandomReport) -> [ReadFinding] {
    zip(report.findings, sarif(report, .name)).map { shown, finding in
      var finding = finding
      finding.message = shown.message
      finding.help = shown.help
      finding.related = related(shown, report, .name)
      finding.isSafe = shown.edits.map { _ in shown.isSafe }
      finding.isWeaker = shown.edits.map { _ in shown.isWeaker }
      // The edits keep their order, unlike in SARIF.
      finding.edits = edits(shown, report, .name)
      finding.witness = shown.witness
      return finding
    }
  }

  private static func related(
    _ shown: RandomReport.Shown, _ report: RandomReport, _ naming: RandomReport.Naming,
    hasEnd: Bool = true
  ) -> [ReadFinding.Note] {
    shown.related.map {
      ReadFinding.Note(
        message: $0.message, place: report.read($0.place, naming, hasEnd: hasEnd))
    }
  }

  private static func sarif(
    _ report: RandomReport, _ naming: RandomReport.Naming = .host
  ) -> [ReadFinding] {
    zip(report.findings, plain(report, naming)).map { shown, finding in
      var finding = finding
      finding.related = related(shown, report, naming)
      finding.help = shown.edits.map { _ in shown.help ?? "apply this edit" }
      finding.edits = edits(shown, report, naming)
        .sorted {
          ($0.place.start.line, $0.place.start.column) < (
            $1.place.start.line, $1.place.start.column
          )
        }
      return finding
    }
  }

  private static func edits(
    _ shown: RandomReport.Shown, _ report: RandomReport, _ naming: RandomReport.Naming
  ) -> [ReadFinding.Edit] {
    (shown.edits ?? []).map {
      ReadFinding.Edit(place: report.read($0.place, naming), replacement: $0.text)
    }
  }

  /// Returns the data in the form of GitHub. A finding of several lines has no columns.
  private static func gitHub(_ report: RandomReport) -> [ReadFinding] {
    plain(report, .host).map { finding in
      var finding = finding
      if finding.place.start.line != finding.place.end?.line {
        finding.place.start.column = 0
        finding.place.end?.column = 0
      }
      return finding
    }
  }

  private static func xcode(_ report: RandomReport) -> [ReadFinding] {
    zip(report.findings, plain(report, .absolute, hasEnd: false)).map { shown, finding in
      var finding = finding
      finding.message = shown.message.onOneLine
      finding.related = related(shown, report, .absolute, hasEnd: false)
      for index in finding.related.indices {
        finding.related[index].message = finding.related[index].message.onOneLine
      }
      return finding
    }
  }

  private static func checkJUnit(
    _ report: RandomReport, _ output: [UInt8], _ comment: Comment
  ) throws {
    let read = try FormatReaders.jUnit(output)
    let expected = zip(report.findings, plain(report, .name)).map { shown, finding in
      var finding = finding
      finding.isFailure = shown.severity == .error || report.strictFiles.contains(shown.place.file)
      return finding
    }
    expect(read.findings, expected, comment)
    let found = Set(report.findings.map(\.place.file))
    #expect(
      Set(read.passed)
        == Set(
          report.files.indices.filter { !found.contains($0) }.map {
            report.files[$0].name
          }), comment)
  }

  // MARK: - The output for people

  private struct Mark {
    var place: RandomReport.Place
    var label: String
    var mark: Character
  }

  private static func checkHuman(
    _ report: RandomReport, _ output: [UInt8], _ comment: Comment
  ) throws {
    let read = try HumanReader(output)
    try #require(read.entries.count == report.findings.count, comment)
    for (entry, shown) in zip(read.entries, report.findings) {
      #expect(entry.code == shown.code && entry.severity == shown.severity, comment)
      #expect(entry.message.onOneLine == shown.message.onOneLine, comment)
      var groups = [(shown.place, [Mark(place: shown.place, label: shown.label, mark: "^")])]
      for note in shown.related.prefix(10) {
        let mark = Mark(place: note.place, label: note.message, mark: "-")
        if let group = groups.firstIndex(where: { $0.0.file == note.place.file }) {
          groups[group].1.append(mark)
        } else {
          groups.append((note.place, [mark]))
        }
      }
      try #require(entry.excerpts.count == groups.count, comment)
      for (excerpt, (place, marks)) in zip(entry.excerpts, groups) {
        let file = report.files[place.file]
        #expect(excerpt.file.onOneLine == file.name.onOneLine, comment)
        #expect(excerpt.position == file.position(place.start), comment)
        try checkMarks(excerpt.rows, marks, file, comment)
      }
      var notes: [String] = []
      if shown.related.count > 10 {
        let more = shown.related.count - 10
        notes.append("note: and \(more) further \(more == 1 ? "place" : "places")")
      }
      if let help = shown.help, shown.edits == nil { notes.append("help: " + help) }
      if let witness = shown.witness { notes.append("witness: " + witness) }
      #expect(
        entry.notes.map { "\($0.kind): \($0.text)".onOneLine } == notes.map(\.onOneLine), comment)
      #expect((entry.fix != nil) == (shown.edits != nil), comment)
      guard let fix = entry.fix, let edits = shown.edits else { continue }
      #expect(
        fix.option
          == (shown.isSafe
            ? "--fix" : shown.isWeaker ? "--fix=all --allow-weaker" : "--fix=all"),
        comment)
      #expect(fix.text.onOneLine == (shown.help ?? "apply this edit").onOneLine, comment)
      try #require(entry.fixRows.count == 1, comment)
      let file = report.files[edits[0].place.file]
      let isElsewhere = edits[0].place.file != shown.place.file
      #expect(
        entry.fixRows[0].file?.onOneLine == (isElsewhere ? file.name.onOneLine : nil), comment)
      checkPatch(entry.fixRows[0].rows, edits, file, comment)
    }
  }

  /// Checks that every mark is below the text of its place, with its label.
  private static func checkMarks(
    _ rows: [HumanReader.Row], _ marks: [Mark], _ file: RandomReport.File, _ comment: Comment
  ) throws {
    let bars = marks.filter { !$0.place.isOnOneLine }
    let barWidth = bars.isEmpty ? 0 : bars.count + 1
    /// Returns the row of a line, and the rows of marks below it.
    func rowsOf(_ line: Int) throws -> (row: String, shown: ShownLine, below: [String]) {
      let index = try #require(
        rows.firstIndex { $0.kind == .source(line + 1) }, "line \(line + 1) is missing")
      let below = rows[(index + 1)...].prefix { $0.kind == .marks }.map(\.text)
      let text = rows[index].text
      let shown = try #require(
        ShownLine(file.lines[line], shownAs: String(text.dropFirst(barWidth))),
        "line \(line + 1) is not \(text)")
      return (text, shown, below)
    }
    func isLabel(_ text: some StringProtocol, _ label: String) -> Bool {
      String(text).onOneLine == label.onOneLine
    }
    for line in Set(marks.filter(\.place.isOnOneLine).map(\.place.start.line)).sorted() {
      let own = marks.filter { $0.place.isOnOneLine && $0.place.start.line == line }
      let (_, shown, below) = try rowsOf(line)
      let holds = shown.holds { column in
        var cells: [Character] = []
        for mark in own.sorted(by: { $0.mark < $1.mark }) {
          // The mark `^` hides `-`, and a mark of an empty place has one column.
          let place = mark.place
          let end = place.end.line == line ? place.end.piece : shown.pieces.count
          let start = barWidth + column(place.start.piece).column
          let stop = max(start + 1, barWidth + column(end).column)
          while cells.count < stop { cells.append(" ") }
          for cell in start..<stop where cells[cell] != "^" { cells[cell] = mark.mark }
        }
        let row = (below.first ?? "").prefix(cells.count)
        guard row.dropFirst(barWidth) == String(cells.dropFirst(barWidth)) else { return false }
        return own.allSatisfy { mark in
          let start = column(mark.place.start.piece)
          if mark.mark == "^", !start.isShown { return false }
          return mark.label.onOneLine.isEmpty
            || isLabel(below[0].dropFirst(cells.count + 1), mark.label)
            || below.dropFirst().contains {
              isLabel($0.dropFirst(barWidth + start.column), mark.label)
            }
        }
      }
      #expect(holds, "\(comment): marks below line \(line + 1)\n\(below.joined(separator: "\n"))")
    }
    for mark in bars {
      let (first, last) = (mark.place.start.line, mark.place.lastLine)
      let (opening, shown, below) = try rowsOf(first)
      let (_, lastShown, lastBelow) = try rowsOf(last)
      // The order of several bars beside each other follows rustc.
      guard bars.count == 1 else { continue }
      for row in rows {
        if case .source(let number) = row.kind, (first + 1...last).contains(number - 1) {
          #expect(row.text.first == "|", comment)
        }
      }
      if shown.pieces[..<mark.place.start.piece].allSatisfy(\.isBlank) {
        #expect(opening.first == "/", comment)
      } else {
        #expect(
          shown.holds { column in
            let start = barWidth + column(mark.place.start.piece).column
            return below.contains(
              " " + String(repeating: "_", count: start - 1) + String(mark.mark))
          }, "\(comment): the start of lines \(first + 1) to \(last + 1)")
      }
      #expect(
        lastShown.holds { column in
          let piece = mark.place.end.line == last ? mark.place.end.piece : lastShown.pieces.count
          let end = barWidth + max(0, column(piece).column - 1)
          let start = "|" + String(repeating: "_", count: end - 1) + String(mark.mark)
          return lastBelow.contains { row in
            row.hasPrefix(start) && isLabel(row.dropFirst(start.count), mark.label)
              || row == start && mark.label.onOneLine.isEmpty
          }
        }, "\(comment): the end of lines \(first + 1) to \(last + 1)")
    }
  }

  /// Checks that the lines of the fix, applied as a patch, give the file with the edits.
  private static func checkPatch(
    _ rows: [HumanReader.Row], _ edits: [RandomReport.Edit], _ file: RandomReport.File,
    _ comment: Comment
  ) {
    let bytes = file.bytes
    var edited: [UInt8] = []
    var offset = 0
    for edit in edits.sorted(by: { $0.place.start < $1.place.start }) {
      edited += bytes[offset..<file.offset(edit.place.start)] + Array(edit.text.utf8)
      offset = file.offset(edit.place.end)
    }
    edited += bytes[offset...]
    let old = lines(bytes)
    var new = old.map { [$0] }
    var target = 0
    for row in rows {
      switch row.kind {
      case .gap, .marks: break
      // Lines after the sixth of a hunk, and the rest of long lines, are omitted.
      case .source, .removed, .inserted: if row.text.contains("…") { return }
      }
      switch row.kind {
      case .source(let number): new[number - 1] = [row.text]
      case .removed(let number):
        #expect(row.text == old[number - 1], comment)
        new[number - 1] = []
        target = number - 1
      case .inserted: new[target].append(row.text)
      case .marks: break
      case .gap: continue
      }
    }
    let removed = rows.count { if case .removed = $0.kind { true } else { false } }
    let inserted = rows.count { if case .inserted = $0.kind { true } else { false } }
    if max(removed, inserted) >= 6 { return }
    // A last line without text does not count as a line.
    func text(_ lines: [String]) -> String {
      (lines.last == "" ? lines.dropLast() : lines).joined(separator: "\n")
    }
    // If the patch removes the last line, the line before it still has its line end.
    if new.last == [] { new.append([""]) }
    #expect(text(new.flatMap(\.self)) == text(lines(edited)), comment)
    // Below an insertion there are marks of its width.
    guard edits.count == 1, edits[0].place.start == edits[0].place.end,
      edits[0].replacement.count == 1
    else { return }
    let place = edits[0].place.start
    func width(_ pieces: some Sequence<RandomReport.Piece>) -> Int {
      pieces.reduce(0) { $0 + $1.width }
    }
    let start = width(file.lines[place.line].pieces[..<place.piece])
    let marks =
      String(repeating: " ", count: start)
      + String(repeating: "+", count: width(edits[0].replacement[0]))
    #expect(rows.contains { $0.kind == .marks && $0.text == marks }, comment)
  }

  /// Returns the lines as a terminal displays them.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [[UInt8]] = [[]]
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0D: lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
      previous = byte
    }
    return lines.map { Quoting.terminal(String(decoding: $0, as: UTF8.self)) }
  }
}
