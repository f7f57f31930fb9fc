import Diagnostics
import Syntax
import Text

/// The check `look-alike-letter`.
enum LookAlikeLetter {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    for (index, file) in input.files.enumerated() {
      if input.trees[index].isPlain { continue }
      let bytes = file.bytes
      // These are the first bytes of Greek and Cyrillic letters.
      guard bytes.contains(where: { (0xCD...0xD4).contains($0) })
      else { continue }
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      let comments = HiddenCharacter.comments(bytes)
      let reported = input.trees[index].faults.map { $0.span }
      for word in words(text.unicodeScalars) {
        guard let latin = word.latin, !comments.contains(word.start),
          !reported.contains(where: { $0.start <= word.start && word.start < $0.end })
        else { continue }
        findings.append(finding(word, latin, FileID(index)))
      }
    }
    return findings
  }

  /// A run of letters and digits that contains a Greek or Cyrillic letter.
  private struct Word {
    var scalars: [Unicode.Scalar] = []
    var start: Int

    var end: Int { start + scalars.reduce(0) { $0 + UTF8.width($1) } }

    /// The word in Latin letters; nil unless it has both Latin letters and others, and all others look like Latin
    /// ones.
    var latin: String? {
      guard scalars.contains(where: { $0.isASCII && $0.properties.isAlphabetic }) else {
        return nil
      }
      var latin = ""
      for scalar in scalars {
        guard let letter = scalar.isASCII ? scalar : lookAlikes[scalar] else { return nil }
        latin.unicodeScalars.append(letter)
      }
      return latin
    }

    var firstLookAlike: Unicode.Scalar? { scalars.first { !$0.isASCII } }
  }

  private static func words(_ scalars: String.UnicodeScalarView) -> [Word] {
    var words: [Word] = []
    var word = Word(start: 0)
    var offset = 0
    func end() { if word.scalars.contains(where: { !$0.isASCII }) { words.append(word) } }
    for scalar in scalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if word.scalars.isEmpty { word.start = offset }
        word.scalars.append(scalar)
      } else if !word.scalars.isEmpty {
        end()
        word.scalars = []
      }
      offset += UTF8.width(scalar)
    }
    end()
    return words
  }

  /// The Latin letters that look the same in most fonts, by Greek or Cyrillic letter.
  private static let lookAlikes: [Unicode.Scalar: Unicode.Scalar] = {
    let groups: [(latin: String, others: String)] = [
      // Cyrillic
      ("aceijops", "\u{430}\u{441}\u{435}\u{456}\u{458}\u{43E}\u{440}\u{455}"),
      ("xyhdqwAB", "\u{445}\u{443}\u{4BB}\u{501}\u{51B}\u{51D}\u{410}\u{412}"),
      ("CEHIJKMO", "\u{421}\u{415}\u{41D}\u{406}\u{408}\u{41A}\u{41C}\u{41E}"),
      ("PSTXY", "\u{420}\u{405}\u{422}\u{425}\u{4AE}"),
      // Greek
      ("ovABEHIK", "\u{3BF}\u{3BD}\u{391}\u{392}\u{395}\u{397}\u{399}\u{39A}"),
      ("MNOPTXYZ", "\u{39C}\u{39D}\u{39F}\u{3A1}\u{3A4}\u{3A7}\u{3A5}\u{396}"),
    ]
    return groups.reduce(into: [:]) { table, group in
      for (latin, other) in zip(group.latin.unicodeScalars, group.others.unicodeScalars) {
        table[other] = latin
      }
    }
  }()

  private static func finding(_ word: Word, _ latin: String, _ file: FileID) -> Finding {
    let location = Location(file, Span(word.start, word.end))
    let letter = word.firstLookAlike ?? " "
    let digits = String(letter.value, radix: 16, uppercase: true)
    let script = letter.value < 0x400 ? "Greek" : "Cyrillic"
    return page.finding(
      "letter U+\(String(repeating: "0", count: max(0, 4 - digits.count)) + digits), which is \(script), in a word of Latin letters",
      at: location, label: "looks like `\(latin)`, but is another text",
      help: "write it in Latin letters",
      fix: .replace(location, with: latin, isSafe: false))
  }

  static let page = Page(
    "look-alike-letter", .warning, "a letter of another alphabet in a word of Latin letters",
    fixes: .meaning, security: "5.0")
}
