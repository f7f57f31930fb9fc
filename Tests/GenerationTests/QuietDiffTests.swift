import Interpreter
import ParsedRules
import RandomRules
import Requests
import Semantics
import TestSupport
import Testing

@testable import Generation

/// Tests that changes of committed code are easy to review. A comment or rule that is added to a rule file changes only
/// the lines of that rule, and the tables of `BasculeDispatch.swift`.
///
/// In every other file, all old lines are kept in their order. The lines that a rule adds to the class of its handler
/// or chain are one block. A comment only changes lines with the places of rules. A rule that is the first to wait for
/// the app in its handler or chain, or the first to open a window, is an exception, since it changes the heads of
/// functions and protocols.
@Suite struct QuietDiffTests {
  private static let tables = "BasculeDispatch.swift"

  // MARK: Comments

  @Test(.seeded, arguments: ExampleRules.folders)
  func aCommentChangesOnlyPlaces(_ folder: String) throws {
    var random = RandomChoice(seed: Seed.of(811))
    let before = Lines(try SwiftRuleSet(folder: folder))
    #expect(!before.places.isEmpty || !before.hasRules)
    for _ in 0..<TestOptions.cases(2, long: 20) {
      let after = Lines(
        try SwiftRuleSet(folder: folder) { _, text in
          var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          lines.insert("// A comment.", at: random.once(in: 2) ? 0 : Self.place(in: lines, &random))
          return lines.joined(separator: "\n")
        })
      #expect(after.withoutPlaces == before.withoutPlaces)
      #expect(after.places != before.places || !before.hasRules)
    }
  }

  /// Returns a line before which a comment documents no declaration and is not part of a script's text.
  private static func place(in lines: [String], _ random: inout RandomChoice) -> Int {
    let places = lines.indices.filter { lines[$0].hasPrefix("  when ") }
    return places.isEmpty ? 0 : random.one(of: places)
  }

  // MARK: Rules

  @Test(.seeded) func aRandomRuleChangesOnlyItsLines() throws {
    let makers = ChainKind.allCases.map {
      RandomChains($0, random: RandomChoice(seed: Seed.of(812)))
    }
    var random = RandomChoice(seed: Seed.of(813))
    var tried = 0
    var compared = 0
    for var maker in makers {
      for number in 0..<TestOptions.cases(12, long: 1_000) {
        let chains = maker.chain("C\(number)") + maker.chain("D\(number)")
        let rule = maker.rule()
        let lines = (RandomChains.prelude + chains).split(separator: "\n").map(String.init)
        guard let place = Self.placeOfRule(in: lines, &random) else { continue }
        var changed = lines
        changed.insert("  " + rule, at: place)
        tried += 1
        if try Self.compare(
          SwiftRuleSet(lines.joined(separator: "\n")),
          SwiftRuleSet(changed.joined(separator: "\n")), rule)
        {
          compared += 1
        }
      }
    }
    #expect(compared > tried / 4, "\(compared) of \(tried)")
  }

  @Test(.seeded, arguments: ExampleRules.folders)
  func aRuleOfAnExampleChangesOnlyItsLines(_ folder: String) throws {
    var random = RandomChoice(seed: Seed.of(814))
    let before = try SwiftRuleSet(folder: folder)
    let rule = "when path like \"/quiet/*\" && query.diff == \"1\" cancel"
    var compared = 0
    for _ in 0..<TestOptions.cases(2, long: 20) {
      var isDone = false
      let after = try SwiftRuleSet(folder: folder) { _, text in
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard !isDone, let place = Self.placeOfRule(in: lines, &random) else { return text }
        isDone = true
        lines.insert("  " + rule, at: place)
        return lines.joined(separator: "\n")
      }
      if try Self.compare(before, after, rule) { compared += 1 }
    }
    #expect(compared > 0 || !Lines(before).hasRules)
  }

  /// Returns a line before which a rule can be inserted.
  private static func placeOfRule(in lines: [String], _ random: inout RandomChoice) -> Int? {
    let places = lines.indices.filter { place in
      ["  when ", "  use ", "  otherwise "].contains { lines[place].hasPrefix($0) }
    }
    return places.isEmpty ? nil : random.one(of: places)
  }

  /// Compares two versions.
  ///
  /// - Returns: false if the property does not apply to these sets.
  private static func compare(
    _ before: SwiftRuleSet, _ after: SwiftRuleSet, _ rule: String
  ) throws -> Bool {
    guard before.faults.isEmpty, after.faults.isEmpty, Heads(before) == Heads(after) else {
      return false
    }
    let (old, new) = (Lines(before), Lines(after))
    // If a file contains only a comment, the run-time support that the rule needs is added to it.
    for (name, lines) in old.files where name != tables && lines.count > 3 {
      #expect(isPart(lines, of: new.files[name] ?? []), "\(rule)\nchanges lines of \(name)")
    }
    let (oldRules, newRules) = (old.classes, new.classes)
    let start = zip(oldRules, newRules).prefix { $0 == $1 }.count
    let end = zip(oldRules.reversed(), newRules.reversed()).prefix { $0 == $1 }.count
    #expect(start + end >= oldRules.count, "\(rule)\nis not one block")
    let text = "    // " + rule
    #expect(newRules.count { $0 == text } == oldRules.count { $0 == text } + 1)
    return true
  }

  /// Returns whether all lines occur in the other lines, in their order.
  private static func isPart(_ lines: [String], of others: [String]) -> Bool {
    var rest = lines[...]
    for line in others where line == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

/// The properties of a rule set that determine the heads of functions and protocols.
private struct Heads: Equatable {
  let async: [Bool]
  let hasPopups: Bool

  init(_ set: SwiftRuleSet) {
    let plan = ChainPlan(set.rules)
    async =
      set.rules.handlers.indices.flatMap { index in
        [plan[.handler(.init(index))].isAsync, plan[.handler(.init(index))].hasAsyncRules]
      }
      + set.rules.chains.indices.flatMap { index in
        [plan[.chain(.init(index))].isAsync, plan[.chain(.init(index))].hasAsyncRules]
      }
    hasPopups = set.rules.hasPopups
  }
}

/// The lines of all generated files of a rule set, in Swift and TypeScript.
private struct Lines {
  private(set) var files: [String: [String]] = [:]
  let hasRules: Bool

  init(_ set: SwiftRuleSet) {
    hasRules = set.rules.hasNavigation
    let page = [
      GeneratedFile(name: "page.ts", bytes: TypeScriptGenerator.module(for: set.rules)),
      GeneratedFile(name: "page.testing.ts", bytes: TypeScriptGenerator.testing(for: set.rules)),
    ]
    for file in set.swift() + page {
      self.files[file.name] = String(decoding: file.bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The lines of the classes of handlers and chains.
  var classes: [String] {
    let lines = files["BasculeNavigation.swift"] ?? []
    return Array(
      lines.drop { !$0.contains(" final class ") }.prefix { !$0.hasPrefix("// MARK: - Run-time") })
  }

  /// The lines with the places of rules, including continuation lines, which contain only numbers.
  var places: [String] { files.values.joined().filter(Self.isPlace) }

  var withoutPlaces: [String: [String]] { files.mapValues { $0.filter { !Self.isPlace($0) } } }

  private static func isPlace(_ line: String) -> Bool {
    line.contains(" = RulePlaces(")
      || line.hasPrefix("    ")
        && line.dropFirst(4).allSatisfy {
          $0.isNumber || $0 == "," || $0 == " " || $0 == ")"
        }
  }
}
