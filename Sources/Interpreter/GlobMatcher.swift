import Requests
import Semantics

/// The texts of a rule's captures, by index.
typealias CapturedTexts = [Int: CapturedText]

package struct CapturedText: Hashable, Sendable {
  /// The text that conditions compare.
  var compared: String
  /// The text that steps hand on.
  var handed: String
}

/// Matches text with a glob.
///
/// A table contains the positions from which the rest of the glob matches the rest of the text. It is filled from
/// the last element to the first. Then the text is read once, and each wildcard takes the shortest text that the
/// table allows, which determines the captures. The time is proportional to the number of elements times the
/// length of the text.
struct GlobMatcher {
  let glob: Glob
  /// The type that each capture must convert to, by the capture's index.
  let types: [ValueType]
  let rules: RuleSet
  private let text: [UInt8]
  /// The text with the letters that captures hand on. It differs from `text` only in the case of letters.
  private let handed: [UInt8]
  /// True at `table[element][position]` if the glob from the element on matches the text from the position on.
  private var table: [[Bool]] = []

  private init(
    _ glob: Glob, _ text: String, _ handed: String, _ types: [ValueType], _ rules: RuleSet
  ) {
    self.glob = glob
    self.types = types
    self.rules = rules
    self.text = Array(text.utf8)
    self.handed = Array(handed.utf8)
    fill()
  }

  /// The captured texts as conditions compare them; nil if the text does not match.
  static func captures(
    _ glob: Glob, in text: String, types: [ValueType], _ rules: RuleSet
  ) -> [Int: String]? {
    captures(glob, in: text, handing: text, types: types, rules)?.mapValues { $0.compared }
  }

  /// The captured texts; nil if the text does not match.
  ///
  /// - Parameter handed: the text with the letters that captures hand on.
  static func captures(
    _ glob: Glob, in text: String, handing handed: String, types: [ValueType], _ rules: RuleSet
  ) -> CapturedTexts? {
    if glob.refusesEmptyLabels, hasEmptyLabel(text, endsInLiteral: glob.endsInLiteral) {
      return nil
    }
    return GlobMatcher(glob, text, handed, types, rules).walk()
  }

  private static func hasEmptyLabel(_ host: String, endsInLiteral: Bool) -> Bool {
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (endsInLiteral ? labels.dropLast() : labels[...]).contains { $0.isEmpty }
  }

  private var separator: UInt8 { glob.separator.asciiValue ?? 0x2F }

  private mutating func fill() {
    let count = text.count
    table = Array(
      repeating: Array(repeating: false, count: count + 1), count: glob.elements.count + 1)
    table[glob.elements.count][count] = true
    for index in glob.elements.indices.reversed() {
      var isTakenLater = false
      for position in stride(from: count, through: 0, by: -1) {
        table[index][position] = takes(glob.elements[index], index, position, isTakenLater)
        isTakenLater = isTakenLater || table[index + 1][position]
      }
    }
  }

  /// Returns true if this element and the following ones match all text from `position` on.
  ///
  /// - Parameter isTakenLater: whether the following elements match all text from a later position on.
  private func takes(
    _ element: Glob.Element, _ index: Int, _ position: Int, _ isTakenLater: Bool
  ) -> Bool {
    let next = table[index + 1]
    switch element {
    case .literal(let literal):
      return text[position...].starts(with: literal.utf8) && next[position + literal.utf8.count]
    case .run:
      if next[position] { return true }
      return position < text.count && text[position] != separator && table[index][position + 1]
    case .anything:
      return next[position] || position < text.count && table[index][position + 1]
    case .components:
      if next[position] { return true }
      return position < text.count && text[position] == separator && isTakenLater
    case .capture(let number):
      guard isComponentStart(position) else { return false }
      let end = componentEnd(position)
      return end > position && next[end] && converts(position..<end, number)
    case .captureText:
      guard position < text.count, text[position] != separator else { return false }
      return next[position + 1] || table[index][position + 1]
    case .captureRest(let number):
      if position == text.count { return converts(position..<position, number) }
      return text[position] == separator && converts(position + 1..<text.count, number)
    }
  }

  private func walk() -> CapturedTexts? {
    guard table[0][0] else { return nil }
    var captures: CapturedTexts = [:]
    var position = 0
    for (index, element) in glob.elements.enumerated() {
      let next = table[index + 1]
      switch element {
      case .literal(let literal): position += literal.utf8.count
      case .run, .anything: while !next[position] { position += 1 }
      case .components:
        if !next[position] { position = next[(position + 1)...].firstIndex(of: true)! }
      case .capture(let number):
        let end = componentEnd(position)
        captures[number] = captured(position..<end)
        position = end
      case .captureText(let number):
        let start = position
        repeat { position += 1 } while !next[position]
        captures[number] = captured(start..<position)
      case .captureRest(let number):
        captures[number] = captured(min(position + 1, text.count)..<text.count)
        position = text.count
      }
    }
    return captures
  }

  private func isComponentStart(_ position: Int) -> Bool {
    position == 0 || text[position - 1] == separator
  }

  private func componentEnd(_ position: Int) -> Int {
    text[position...].firstIndex(of: separator) ?? text.count
  }

  private func converts(_ range: Range<Int>, _ number: Int) -> Bool {
    TextConversion.value(of: string(range), as: types[number], in: rules) != nil
  }

  private func captured(_ range: Range<Int>) -> CapturedText {
    CapturedText(
      compared: string(range), handed: String(decoding: handed[range], as: UTF8.self))
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }
}
