import Foundation
import ParsedRules
import RandomRules
import TestSupport
import Testing

@testable import Generation

/// Tests the comments of generated Swift that quote rules.
struct QuotationTests {
  /// Tests that a rule of several lines is quoted without blank lines. Its other lines keep their relative indentation,
  /// and are two columns to the right of its first line.
  @Test(.seeded) func linesKeepTheirIndentation() throws {
    var random = RandomChoice(seed: Seed.of(157))
    for _ in 0..<TestOptions.cases(20, long: 500) {
      let margin = random.below(8)
      let parts = (0..<1 + random.below(4)).map { number in
        (indent: random.below(5), text: "&& path != \"/\(number)\"")
      }
      let least = parts.map(\.indent).min() ?? 0
      var text = "chain Main {\n  when isHome\n"
      var expected = ["// when isHome"]
      for part in parts {
        if random.once(in: 4) { text += "\n" }
        text += String(repeating: " ", count: margin + part.indent) + part.text + "\n"
        let relative = String(repeating: " ", count: part.indent - least)
        expected.append("//   \(relative)\(part.text)")
      }
      // The decision is on the last line.
      text = String(text.dropLast()) + " cancel\n  otherwise allow\n}\nflag isHome\n"
      expected[expected.count - 1] += " cancel"
      let set = SwiftRuleSet(text)
      try #require(set.faults.isEmpty, "\(set.faults) \(text)")
      let lines = set.swift().flatMap { file in
        String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
      let start = try #require(lines.firstIndex(of: expected[0]), "\(text)")
      #expect(Array(lines[start...].prefix(expected.count)) == expected, "\(text)")
    }
  }
}
