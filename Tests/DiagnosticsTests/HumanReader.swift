import Diagnostics
import Testing
import Text

/// Reads findings from the output for people, which has the form of rustc's output: a header, source lines with marks
/// below them, notes, and a fix as changed lines.
struct HumanReader {
  /// The shown lines of one file.
  struct Excerpt {
    var file: String
    var position: Position
    var rows: [Row] = []
  }

  struct Row {
    enum Kind: Equatable {
      /// A source line with its number, from 1.
      case source(Int)
      case marks
      /// A mark for omitted lines.
      case gap
      case removed(Int)
      case inserted(Int)
    }

    var kind: Kind
    var text: String
  }

  struct Entry {
    var code: String
    var severity: Severity
    var message: String
    var excerpts: [Excerpt] = []
    var notes: [(kind: String, text: String)] = []
    /// The option that applies the fix, and the sentence about it.
    var fix: (option: String, text: String)?
    /// The rows of the fix, by file.
    var fixRows: [(file: String?, rows: [Row])] = []
  }

  var entries: [Entry] = []
  var summary: String

  init(_ output: [UInt8]) throws {
    var lines = String(decoding: output, as: UTF8.self)
      .split(separator: "\n" as Character, omittingEmptySubsequences: false)
    #expect(lines.last == "")
    lines.removeLast()
    summary = String(lines.removeLast())
    for lines in lines.split(whereSeparator: \.isEmpty) {
      entries.append(try Self.entry(Array(lines)))
    }
  }

  private static func entry(_ lines: [Substring]) throws -> Entry {
    let header = try #require(
      lines[0].wholeMatch(of: /(error|warning|note)\[([a-z-]+)\]: (.*)/), "\(lines[0])")
    var entry = Entry(
      code: String(header.2), severity: try #require(Severity(shown: String(header.1))),
      message: String(header.3))
    // All line numbers of a finding have the same width.
    let arrow = try #require(lines[1].firstMatch(of: #/^( +)--> /#), "\(lines[1])")
    let gutter = arrow.1.utf8.count
    let margin = String(repeating: " ", count: gutter)
    for line in lines.dropFirst() {
      if let place = line.wholeMatch(of: /( +)(-->|:::) (.*):(\d+):(\d+)/), place.1 == margin,
        line.utf8.count > gutter
      {
        let position = Position(line: Int(place.4) ?? 0, column: Int(place.5) ?? 0)
        if entry.fix != nil {
          entry.fixRows.append((String(place.3), []))
        } else {
          #expect((place.2 == "-->") == entry.excerpts.isEmpty)
          entry.excerpts.append(Excerpt(file: String(place.3), position: position))
        }
      } else if let note = line.wholeMatch(of: /( +) = ([a-z]+): (.*)/), note.1 == margin {
        #expect(entry.fix == nil)
        entry.notes.append((String(note.2), String(note.3)))
      } else if let fix = line.wholeMatch(of: #/help \((--[a-z=]+(?: --[a-z-]+)?)\): (.*)/#) {
        entry.fix = (String(fix.1), String(fix.2))
        entry.fixRows = []
      } else if let row = row(line, gutter) {
        if entry.fix == nil {
          entry.excerpts[entry.excerpts.count - 1].rows.append(row)
        } else {
          if entry.fixRows.isEmpty { entry.fixRows.append((nil, [])) }
          entry.fixRows[entry.fixRows.count - 1].rows.append(row)
        }
      } else {
        // The row continues a note or the sentence of a fix.
        let text = "\n" + line.trimmingPrefix { $0 == " " }
        if entry.fix != nil {
          entry.fix?.text += text
        } else {
          try #require(!entry.notes.isEmpty, "\(line)")
          entry.notes[entry.notes.count - 1].text += text
        }
      }
    }
    return entry
  }

  private static func row(_ line: Substring, _ gutter: Int) -> Row? {
    if line.hasPrefix("...") { return Row(kind: .gap, text: String(line.dropFirst(3))) }
    let bytes = Array(line.utf8)
    guard bytes.count >= gutter + 2, bytes[gutter] == 0x20 else { return nil }
    let number = String(decoding: bytes[..<gutter].filter { $0 != 0x20 }, as: UTF8.self)
    if !number.isEmpty, Int(number) == nil { return nil }
    let hasBlank = bytes.count == gutter + 2 || bytes[gutter + 2] == 0x20
    let text = String(decoding: bytes.dropFirst(gutter + 3), as: UTF8.self)
    switch (bytes[gutter + 1], Int(number)) {
    case (UInt8(ascii: "|"), let number?) where hasBlank:
      return Row(kind: .source(number), text: text)
    case (UInt8(ascii: "|"), nil) where hasBlank: return Row(kind: .marks, text: text)
    case (UInt8(ascii: "-"), let number?) where hasBlank:
      return Row(kind: .removed(number), text: text)
    case (UInt8(ascii: "+"), let number?) where hasBlank:
      return Row(kind: .inserted(number), text: text)
    default: return nil
    }
  }
}

/// A source line as a terminal displays it.
struct ShownLine {
  private static let limit = 120

  let pieces: [RandomReport.Piece]
  /// The pieces that may be shown, which are several ranges if the line repeats itself.
  private let candidates: [Range<Int>]

  /// Finds the shown part; nil if the text shows no part of the line.
  init?(_ line: RandomReport.Line, shownAs text: String) {
    pieces = line.pieces
    let width = pieces.reduce(0) { $0 + $1.width }
    if width <= Self.limit {
      guard text == pieces.map(\.shown).joined() else { return nil }
      candidates = [0..<pieces.count]
      return
    }
    // The omitted parts are replaced by `…`.
    var candidates: [Range<Int>] = []
    for start in pieces.indices {
      var shown = start == 0 ? "" : "…"
      for end in start..<pieces.count {
        shown += pieces[end].shown
        if shown.utf8.count > text.utf8.count { break }
        if (end + 1 < pieces.count ? shown + "…" : shown) == text {
          candidates.append(start..<(end + 1))
        }
      }
    }
    if candidates.isEmpty { return nil }
    self.candidates = candidates
  }

  /// Returns whether the condition holds for a part of the line that may be the one shown.
  ///
  /// - Parameter condition: receives a function that returns the column of each place, and whether it is shown.
  func holds(_ condition: ((Int) -> (column: Int, isShown: Bool)) -> Bool) -> Bool {
    candidates.contains { shown in
      condition { piece in
        let lead = shown.lowerBound == 0 ? 0 : 1
        let place = min(max(piece, shown.lowerBound), shown.upperBound)
        let width = pieces[shown.lowerBound..<place].reduce(0) { $0 + $1.width }
        return (lead + width, place == piece)
      }
    }
  }
}
