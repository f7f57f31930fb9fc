/// Prints Markdown for a terminal, with paragraphs of 88 columns, and tables with columns of equal width.
enum TerminalLayout {
  static func text(_ markdown: String) -> String {
    var blocks: [String] = []
    /// The lines of the block that is being read.
    var open: [Substring] = []
    func end() {
      if !open.isEmpty { blocks.append(block(open)) }
      open = []
    }
    var isInCode = false
    for line in lines(markdown) {
      if isInCode {
        open.append(line)
        if line == "```" {
          blocks.append(open.joined(separator: "\n"))
          (open, isInCode) = ([], false)
        }
      } else if line.hasPrefix("```") {
        end()
        (open, isInCode) = ([line], true)
      } else if line.isEmpty {
        end()
      } else {
        open.append(line)
      }
    }
    end()
    return blocks.joined(separator: "\n\n")
  }

  private static func block(_ lines: [Substring]) -> String {
    if lines[0].hasPrefix("|") { return table(lines) }
    guard lines[0].hasPrefix("- ") else { return paragraph(lines, indent: "") }
    var items: [[Substring]] = []
    for line in lines {
      if line.hasPrefix("- ") { items.append([]) }
      items[items.count - 1].append(line)
    }
    return items.map { paragraph($0, indent: "  ") }.joined(separator: "\n")
  }

  private static func paragraph(_ lines: [Substring], indent: String) -> String {
    let text = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    return wrapped(text, columns: 88, indent: indent).joined(separator: "\n")
  }

  // MARK: Tables

  /// Returns the rows of a table. Cells have several lines if the table would need more than 100 columns.
  private static func table(_ lines: [Substring]) -> String {
    var rows = lines.map(cells)
    rows.remove(at: 1)
    let places = rows[0].indices
    var widths = places.map { place in rows.map { width($0[place]) }.max() ?? 0 }
    // No column is narrower than its longest word or than 16 columns.
    let least = places.map { place in
      max(16, rows.flatMap { words($0[place]).map(width) }.max() ?? 0)
    }
    while widths.reduce(0, { $0 + $1 + 2 }) > 100 {
      let spare = places.filter { widths[$0] > least[$0] }
      guard let widest = spare.max(by: { (widths[$0], $0) < (widths[$1], $1) }) else { break }
      widths[widest] -= 1
    }
    rows.insert(widths.map { String(repeating: "-", count: $0) }, at: 1)
    return rows.flatMap { row -> [String] in
      let cells = zip(row, widths).map { wrapped($0, columns: $1, indent: "") }
      return (0..<(cells.map(\.count).max() ?? 0)).map { number in
        var line = ""
        for (cell, width) in zip(cells, widths) {
          let text = number < cell.count ? cell[number] : ""
          line += text + String(repeating: " ", count: max(0, width - self.width(text)) + 2)
        }
        while line.last == " " { line.removeLast() }
        return line
      }
    }.joined(separator: "\n")
  }

  /// Returns the cells of a row, in which `\|` is a bar.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    for character in line {
      if character != "|" {
        cells[cells.count - 1].append(character)
      } else if cells[cells.count - 1].last == "\\" {
        cells[cells.count - 1].removeLast()
        cells[cells.count - 1].append("|")
      } else {
        cells.append("")
      }
    }
    return cells.dropFirst().dropLast().map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  // MARK: Lines

  static func lines(_ text: String) -> [Substring] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init)
  }

  /// Returns the text in lines, broken at spaces outside of code.
  private static func wrapped(_ text: String, columns: Int, indent: String) -> [String] {
    var lines: [String] = []
    for word in words(text) {
      if let line = lines.last, width(line) + 1 + width(word) <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? "" : indent) + word)
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  /// Returns the words of a text. Code in backticks is part of one word.
  private static func words(_ text: String) -> [String] {
    var isInCode = false
    return text.split { character in
      if character == "`" { isInCode.toggle() }
      return character == " " && !isInCode
    }.map(String.init)
  }

  private static func width(_ text: String) -> Int { text.unicodeScalars.count }
}
