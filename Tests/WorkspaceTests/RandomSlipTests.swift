import Diagnostics
import RandomRules
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import Workspace

/// Tests slips of the hand at random tokens of the example rules. `check --fix` leaves each line as it was meant or as
/// it is, since a wrong correction is worse than none, and no correction adds errors. The findings follow the rules for
/// their texts.
struct RandomSlipTests {
  /// An example rule set with slips in one file.
  private struct Draw {
    var input: RuleSetInput
    /// The number of the file.
    var number: Int
    var meant: String
    var written: String
    var slips: [String]
    /// True if the slips result in another set without errors.
    var isSound: Bool

    /// Draws one to five slips in different lines.
    init(_ random: inout RandomChoice) throws {
      let folder = random.one(of: ExampleRules.folders)
      let files = try ExampleRules.files(in: folder)
      number = random.below(files.count)
      meant = files[number].text(Span(0, files[number].bytes.count))
      var lines = meant.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      slips = []
      var touched: Set<Int> = []
      for _ in 0..<1 + random.below(5) {
        let line = random.below(lines.count)
        if touched.contains(line) { continue }
        guard let slip = RandomSlipTests.slip(lines[line], &random), slip != lines[line] else {
          continue
        }
        lines[line] = slip
        touched.insert(line)
        slips.append(slip)
      }
      written = lines.joined(separator: "\n")
      input = RuleSetInput(files: files) { ExampleRules.resource($0, in: folder) }
      input.files[number] = SourceFile(name: files[number].name, text: written)
      let trees = input.files.map { SyntaxTree.parse($0) }
      let resolution = Resolution(trees) { ExampleRules.resource($0, in: folder) }
      isSound = trees.allSatisfy(\.faults.isEmpty) && resolution.faults.isEmpty
    }
  }

  @Test(.seeded) func eachLineIsAsMeantOrAsWritten() throws {
    var random = RandomChoice(seed: Seed.of(470))
    var (mended, left) = (0, 0)
    for _ in 0..<TestOptions.cases(150, long: 10_000) {
      let draw = try Draw(&random)
      // The fixes of a set without errors must keep its meaning.
      if draw.slips.isEmpty || draw.isSound { continue }
      let fixes = RuleSetFixes(draw.input, all: false)
      for finding in fixes.findings {
        let faults = FindingForm.faults(finding)
        #expect(faults.isEmpty, "\(finding.code): \(faults)\n\(draw.slips)")
      }
      let text = Self.text(fixes, draw.number)
      if text == draw.written {
        left += 1
        continue
      }
      #expect(
        Self.isMeant(draw.meant, draw.written, text), "\(draw.slips)\n\(fixes.applied.map(\.text))")
      mended += 1
    }
    print("slips: \(mended) sets corrected, \(left) left as they are")
    #expect(mended > 0 && left > 0)
  }

  /// Tests that `check --fix=all`, which also applies likely corrections, leaves fewer errors, and writes no word that
  /// permits every page or frame.
  @Test(.seeded) func likelyCorrectionsLeaveFewerErrors() throws {
    var random = RandomChoice(seed: Seed.of(475))
    var (meant, others) = (0, 0)
    for _ in 0..<TestOptions.cases(100, long: 5_000) {
      let draw = try Draw(&random)
      if draw.slips.isEmpty || draw.isSound { continue }
      let before = Workspace.check(draw.input).count { $0.severity == .error }
      let fixes = RuleSetFixes(draw.input, all: true)
      if fixes.applied.isEmpty { continue }
      let text = Self.text(fixes, draw.number)
      let what = "\(draw.slips)\n\(fixes.applied.map(\.text))"
      #expect(fixes.findings.count { $0.severity == .error } < before, "\(what)")
      let words = [draw.meant, draw.written, text].map { text in
        Self.tokens(text).count { $0 == "any" || $0 == "all" }
      }
      #expect(words[2] <= max(words[0], words[1]), "\(what)")
      if Self.isMeant(draw.meant, draw.written, text) { meant += 1 } else { others += 1 }
    }
    print("likely corrections: \(meant) sets as meant, \(others) others")
    #expect(meant > others)
  }

  private static func text(_ fixes: RuleSetFixes, _ number: Int) -> String {
    let file = fixes.input.files[number]
    return file.text(Span(0, file.bytes.count))
  }

  /// Returns whether each line is as it was written, or has the intended tokens. Two slips can move a brace to the
  /// start of the next line; then both lines together have the intended tokens.
  private static func isMeant(_ meant: String, _ written: String, _ text: String) -> Bool {
    let lines = [meant, written, text].map {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
    guard Set(lines.map(\.count)).count == 1 else { return false }
    return lines[0].indices.allSatisfy { number in
      if lines[1][number] == lines[2][number] { return true }
      return [number...number, number...number + 1].contains { range in
        range.upperBound < lines[0].count
          && tokens(lines[0][range].joined(separator: "\n"))
            == tokens(lines[2][range].joined(separator: "\n"))
      }
    }
  }

  // MARK: Slips

  /// For words and signs of the language, the words and signs of other languages with the same meaning.
  private static let foreign: [String: [String]] = [
    "==": ["=", "===", "is", "= ="], "!=": ["!==", "<>", "=!", "! ="],
    "&&": ["&", "and", ",", "AND", "& &"],
    "||": ["|", "or", "OR", "| |"], "!": ["not "], "when": ["if", "case", "When"],
    "otherwise": ["else", "default", "Otherwise"], "like": ["~", "LIKE", "glob"],
    "hasPrefix": ["startsWith", "hasprefix", "starts"], "hasSuffix": ["endsWith", "hasSufix"],
    "contains": ["includes", "contain"], "allow": ["pass", "accept"], "cancel": ["block", "deny"],
    "present": ["show", "Present"], "push": ["navigate"], "perform": ["call", "run"],
    "String": ["string", "Text"], "Int": ["int", "Integer", "number"], "Bool": ["boolean"],
    "true": ["True", "yes"], "false": ["False", "no"], "host": ["hostname", "domain"],
    "fragment": ["hash"], "scheme": ["protocol"], "[": ["("], "]": [")"], "{": [":"],
  ]

  /// Returns the line with one slip; nil if it has no token.
  private static func slip(_ line: String, _ random: inout RandomChoice) -> String? {
    let bytes = Array(line.utf8)
    let tokens = Lexer.tokens(of: bytes).dropLast().map { Int($0.start)..<Int($0.end) }
    if tokens.isEmpty { return nil }
    let place = random.one(of: tokens)
    let (start, end) = (place.lowerBound, place.upperBound)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let (before, token, after) = (text(0..<start), text(start..<end), text(end..<bytes.count))
    var letters = Array(token)
    switch random.below(11) {
    case 0: return before + after
    case 1: return before + token + " " + token + after
    case 8 where token.first == "\"": return before + token.dropFirst().dropLast() + after
    // A text before an operator gives a comparison in the other order.
    case 9
    where token.first?.isLetter == true
      && !["==", "!=", "<", ">"].contains { after.hasPrefix(" \($0)") }:
      return before + "\"\(token)\"" + after
    case 10:
      guard let next = tokens.first(where: { $0.lowerBound >= end }) else { return nil }
      return before + text(next) + text(end..<next.lowerBound) + token
        + text(next.upperBound..<bytes.count)
    case 2:
      return before + random.one(of: [",", ":", ";", ".", "(", ")", "{", "}"]) + token + after
    case 3 where letters.count > 2:
      letters.remove(at: random.below(letters.count))
    case 4 where letters.count > 2:
      let place = random.below(letters.count - 1)
      letters.swapAt(place, place + 1)
    case 5 where letters.count > 2:
      let place = random.below(letters.count)
      letters.insert(letters[place], at: place)
    default:
      guard let others = foreign[token] else { return nil }
      return before + random.one(of: others) + after
    }
    return before + String(letters) + after
  }

  private static func tokens(_ line: String) -> [String] { Lexer.texts(of: Array(line.utf8)) }
}
