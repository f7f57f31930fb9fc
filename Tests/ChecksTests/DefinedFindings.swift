import Diagnostics
import RandomRules
import TestSupport
import Testing

/// Compares findings with a definition of a few lines.
enum DefinedFindings {
  private static let rounds = TestOptions.cases(60, long: 6_000)

  /// Checks sets of random declarations, and expects exactly the findings that the definition gives.
  ///
  /// - Parameters:
  ///   - codes: the codes of the findings to compare.
  ///   - body: returns a set and the texts at the locations of the expected findings.
  static func check(
    _ codes: Set<String>, seed: UInt64,
    _ body: (inout RandomChoice) -> (text: String, expected: [String])
  ) {
    var random = RandomChoice(seed: Seed.of(seed))
    var (silent, reported) = (0, 0)
    for _ in 0..<rounds {
      let (text, expected) = body(&random)
      let set = RuleSetUnderTest(text)
      let found = set.findings().filter { codes.contains($0.code) }.map { set.text($0) }
      #expect(found.sorted() == expected.sorted(), "\(text)\n\(set.summary())")
      if expected.isEmpty { silent += 1 } else { reported += 1 }
    }
    #expect(silent > 0 && reported > 0, "\(silent), \(reported)")
  }

  /// Checks random graphs of declarations that name each other, and expects a finding for each cycle. Each finding must
  /// show a cycle, and without the last name of each finding the graph must have no cycle.
  ///
  /// - Parameter declaration: returns a declaration, given its name and the names that it uses, at most `links` of
  ///   them.
  static func checkCycles(
    _ code: String, seed: UInt64, links: Int = 3, _ declaration: (String, [String]) -> String
  ) {
    var random = RandomChoice(seed: Seed.of(seed))
    let names = ["Aa", "Bb", "Cc", "Dd"]
    var (silent, reported) = (0, 0)
    for _ in 0..<rounds {
      var graph: [String: Set<String>] = [:]
      for name in names {
        graph[name] = Set((0..<random.below(links + 1)).map { _ in random.one(of: names) })
      }
      let text = names.shuffled(using: &random).map { declaration($0, graph[$0]!.sorted()) }
        .joined(separator: "\n")
      let set = RuleSetUnderTest(text)
      let description = text + "\n" + set.summary()
      let findings = set.findings().filter { $0.code == code }
      #expect(findings.isEmpty == isFree(graph), "\(description)")
      for finding in findings {
        let shown = finding.message.split(separator: ": ").last!.split(separator: " → ").map {
          String($0.dropFirst().dropLast())
        }
        #expect(shown.count > 1 && shown.first == shown.last, "\(description)")
        #expect(finding.message.contains("`\(shown[0])` uses itself") || code == "extends-cycle")
        for (name, next) in zip(shown, shown.dropFirst()) {
          #expect(graph[name]!.contains(next), "\(description)")
        }
        // The text of the use of a handler is `use` and the name.
        #expect(set.text(finding).hasSuffix(shown.last!), "\(description)")
        #expect(finding.related.count == shown.count - 2, "\(description)")
      }
      for finding in findings {
        let shown = finding.message.split(separator: "`").map(String.init)
          .filter { names.contains($0) }
        graph[shown[shown.count - 2]]!.remove(shown.last!)
      }
      #expect(isFree(graph), "\(description)")
      if findings.isEmpty { silent += 1 } else { reported += 1 }
    }
    #expect(silent > 0 && reported > 0, "\(silent), \(reported)")
  }

  /// Returns whether a graph has no cycle: names that use no others can be removed until none is left.
  private static func isFree(_ graph: [String: Set<String>]) -> Bool {
    var left = graph
    while let end = left.first(where: { $0.value.isDisjoint(with: left.keys) })?.key {
      left[end] = nil
    }
    return left.isEmpty
  }
}
