import Diagnostics
import RandomRules
import Text

/// A report of random findings. Its files are built from pieces, so that the lines, columns and widths of all places
/// are known without counting bytes.
struct RandomReport {
  /// A part of a line that no place divides.
  struct Piece {
    var bytes: [UInt8]
    /// The number of Unicode scalars. A malformed byte counts as one.
    var scalars: Int
    var shown: String
    /// The number of terminal columns that the shown text takes.
    var width: Int

    init(_ text: String, shown: String? = nil, width: Int = 1) {
      bytes = Array(text.utf8)
      scalars = text.unicodeScalars.count
      self.shown = shown ?? text
      self.width = width
    }

    init(malformed byte: UInt8) {
      (bytes, scalars, shown, width) = ([byte], 1, "\u{FFFD}", 1)
    }

    var isBlank: Bool { bytes == [0x20] || bytes == [0x09] }
  }

  struct Line {
    var pieces: [Piece]
    /// The line end; empty for the last line of a file.
    var end: String

    var bytes: [UInt8] { pieces.flatMap(\.bytes) + Array(end.utf8) }
  }

  struct File {
    var name: String
    var repositoryName: String?
    var absoluteName: String
    /// The lines of the file. The last one may be empty.
    var lines: [Line]

    var bytes: [UInt8] { lines.flatMap(\.bytes) }

    func offset(_ point: Point) -> Int {
      lines[..<point.line].reduce(0) { $0 + $1.bytes.count }
        + lines[point.line].pieces[..<point.piece].reduce(0) { $0 + $1.bytes.count }
    }

    /// Returns the position of a point, from 1, in Unicode scalars.
    func position(_ point: Point) -> Position {
      Position(
        line: point.line + 1,
        column: 1 + lines[point.line].pieces[..<point.piece].reduce(0) { $0 + $1.scalars })
    }
  }

  /// A place before a piece, or at the end of a line.
  struct Point: Comparable {
    var line: Int
    var piece: Int

    static func < (a: Point, b: Point) -> Bool { (a.line, a.piece) < (b.line, b.piece) }
  }

  struct Place: Equatable {
    var file: Int
    var start: Point
    var end: Point

    /// The last line with a byte of the place, which can be the byte of a line end.
    var lastLine: Int { end.piece == 0 && end > start ? end.line - 1 : end.line }
    var isOnOneLine: Bool { lastLine == start.line }
  }

  struct Note {
    var message: String
    var place: Place
  }

  struct Edit {
    var place: Place
    /// The replacement as lines of pieces.
    var replacement: [[Piece]]

    var text: String {
      replacement.map { String(decoding: $0.flatMap(\.bytes), as: UTF8.self) }
        .joined(separator: "\n")
    }
  }

  struct Shown {
    var code: String
    var severity: Severity
    var message: String
    var place: Place
    var label: String
    var related: [Note]
    var help: String?
    var edits: [Edit]?
    var isSafe: Bool
    var isWeaker: Bool
    var witness: String?
  }

  var files: [File]
  var strictFiles: Set<Int>
  /// The findings, sorted by place.
  var findings: [Shown]

  // MARK: - As the renderers receive it

  func location(_ place: Place) -> Location {
    let file = files[place.file]
    return Location(FileID(place.file), Span(file.offset(place.start), file.offset(place.end)))
  }

  var report: FindingReport {
    FindingReport(
      files: files.map {
        FindingReport.File(
          SourceFile(name: $0.name, bytes: $0.bytes), repositoryName: $0.repositoryName,
          absoluteName: $0.absoluteName)
      },
      findings: findings.map { shown in
        Finding(
          shown.code, shown.severity, shown.message, at: location(shown.place), label: shown.label,
          related: shown.related.map { Finding.Related($0.message, at: location($0.place)) },
          help: shown.help,
          fix: shown.edits.map { edits in
            var fix = Fix(
              edits.map { Diagnostics.Edit(location($0.place), $0.text) }, isSafe: shown.isSafe)
            fix.isWeaker = shown.isWeaker
            return fix
          }, witness: shown.witness)
      }, ruleFileCount: files.count, strictFiles: Set(strictFiles.map { FileID($0) }),
      version: "1.2.3"
    ) { code in
      code == "no-summary"
        ? nil
        : CodeSummary(
          code: code, text: "a summary", level: .warning, canSetLevel: true, page: "# \(code)\n")
    }
  }

  // MARK: - Choice

  /// Pieces with Latin, Greek, Arabic, Chinese and Korean letters, in half and full width, combining marks, emoji and
  /// their sequences, tabs, hidden characters, and bytes that are not UTF-8.
  static let pieces: [Piece] =
    [
      "a", "Z", "0", " ", " ", "\"", "{", "}", "<", "&", "^", "-", "|", "_", "%", "é", "λ", "ش",
      "ｶ",
    ]
    .map { Piece($0) }
    + ["日", "本", "한", "Ａ", "😀", "👩‍👩‍👧", "❤️", "👍🏽"].map { Piece($0, width: 2) }
    + [
      Piece("e\u{301}"), Piece("🇩🇪", width: 2), Piece("\t", shown: "    ", width: 4),
      Piece("\0", shown: "␀"), Piece("\u{1B}", shown: "␛"), Piece("\u{7F}", shown: "␡"),
      Piece("\u{202E}", shown: "\\u{202E}", width: 8),
      Piece("\u{2028}", shown: "\\u{2028}", width: 8),
      Piece(malformed: 0xFF), Piece(malformed: 0x80),
    ]

  private static let fragments = [
    "no rule", " ", " ", "`a`", "\"q\"", "<b> & ]]>", "100%", "a:b,c", "::error::", "{x}", "{",
    "[1]",
    "日本", "😀", "\t", "\u{1B}[31m", "\0", "\u{202E}", "%0A", "%25", "&#10;", "\\", "é", "'", "|",
    "^",
    "--", "e\u{301}", "\u{FFFE}", "\u{85}",
  ]

  private static let lineEnds = ["\n", "\r\n", "\r", "\n\n", " \n"]

  private static let names = [
    "a.bascule", "rules/b c.bascule", "x,y:z%.bascule", "日本/é.bascule", "q&\"<'>.bascule",
    "[1]{2}#?.bascule", "odd\u{1}.bascule", "%0A;=.bascule",
  ]

  /// - Parameter isMultiline: true if the text may have several lines.
  static func text(_ random: inout RandomChoice, isMultiline: Bool = true) -> String {
    var text = ""
    for _ in 0...random.below(5) { text += random.one(of: fragments) }
    if isMultiline, random.once(in: 4) {
      text += random.one(of: lineEnds) + random.one(of: fragments)
    }
    return text
  }

  private static func pieces(_ count: Int, _ random: inout RandomChoice) -> [Piece] {
    (0..<count).map { _ in random.one(of: pieces) }
  }

  private static func file(_ name: String, _ random: inout RandomChoice) -> File {
    let count = random.one(of: [1, 1, 2, 4, 9, 12, 120])
    var lines: [Line] = []
    let usual = random.one(of: ["\n", "\r\n", "\r"])
    for number in 0..<count {
      let length =
        random.once(in: 5)
        ? 0
        : random.once(in: 30)
          ? 1_500 : random.once(in: 12) ? 100 + random.below(300) : random.below(16)
      var end = random.once(in: 6) ? random.one(of: ["\n", "\r\n", "\r"]) : usual
      // A line feed at the start of a line would belong to the carriage return before it.
      if length == 0, lines.last?.end == "\r", end == "\n" { end = "\r\n" }
      lines.append(Line(pieces: pieces(length, &random), end: number == count - 1 ? "" : end))
    }
    let isInRepository = !random.once(in: 4)
    return File(
      name: name, repositoryName: isInRepository ? "top/" + name : nil,
      absoluteName: "/work/top/" + name, lines: lines)
  }

  init(_ random: inout RandomChoice) {
    let names = Self.names.shuffled(using: &random).prefix(1 + random.below(3))
    files = names.sorted().map { Self.file($0, &random) }
    strictFiles = Set(files.indices.filter { _ in random.once(in: 3) })
    findings = []
    for _ in 0..<random.below(6) { findings.append(finding(&random)) }
    let places = findings.map { location($0.place) }
    findings = findings.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { findings[$0] }
  }

  private func point(_ file: Int, _ random: inout RandomChoice, near line: Int?) -> Point {
    let lines = files[file].lines
    let last = lines.count - 1
    let number = min(last, max(0, line.map { $0 + random.below(7) - 3 } ?? random.below(last + 1)))
    return Point(line: number, piece: random.below(lines[number].pieces.count + 1))
  }

  private func place(_ random: inout RandomChoice, in given: Int? = nil) -> Place {
    let file = given ?? random.below(files.count)
    let start = point(file, &random, near: nil)
    switch random.below(8) {
    case 0: return Place(file: file, start: start, end: start)
    case 1, 2:
      let other =
        random.once(in: 3)
        ? point(file, &random, near: nil) : point(file, &random, near: start.line)
      return Place(file: file, start: min(start, other), end: max(start, other))
    default:
      let end = files[file].lines[start.line].pieces.count
      let length = min(end - start.piece, random.below(random.once(in: 10) ? 200 : 9))
      return Place(
        file: file, start: start, end: Point(line: start.line, piece: start.piece + length))
    }
  }

  private func finding(_ random: inout RandomChoice) -> Shown {
    let place = place(&random)
    let isNear = random.once(in: 2)
    let count = random.one(of: [0, 0, 1, 1, 2, 3, 12])
    return Shown(
      code: random.one(of: ["unreachable-rule", "unknown-name", "no-summary"]),
      severity: random.one(of: [.info, .warning, .error]), message: Self.text(&random),
      place: place, label: random.once(in: 3) ? "" : Self.text(&random),
      related: (0..<count).map { _ in
        Note(
          message: random.once(in: 5) ? "" : Self.text(&random),
          place: self.place(&random, in: isNear ? place.file : nil))
      },
      help: random.once(in: 2) ? nil : Self.text(&random),
      edits: random.once(in: 2) ? edits(place.file, &random) : nil, isSafe: random.once(in: 2),
      isWeaker: random.once(in: 2),
      witness: random.once(in: 3) ? Self.text(&random, isMultiline: false) : nil)
  }

  /// Returns one edit, or two whose places do not overlap.
  private func edits(_ near: Int, _ random: inout RandomChoice) -> [Edit] {
    let file = random.once(in: 4) ? random.below(files.count) : near
    func edit() -> Edit {
      let lines = random.one(of: [0, 1, 1, 1, 1, 2, 3])
      let replacement = (0..<lines).map { _ in
        Self.pieces(random.below(6), &random).filter {
          $0.bytes.first != 0xFF && $0.bytes != [0x80]
        }
      }
      let place = place(&random, in: file)
      // An empty insertion would change nothing.
      let isNothing = place.start == place.end && replacement.allSatisfy(\.isEmpty)
      return Edit(
        place: place,
        replacement: isNothing && lines < 2 ? [[Self.pieces[0]]] : replacement)
    }
    let one = edit()
    if random.once(in: 2) {
      let other = edit()
      if one.place.end < other.place.start { return [one, other] }
      if other.place.end < one.place.start { return [one, other] }
    }
    return [one]
  }
}
